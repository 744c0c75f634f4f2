/* SPDX-License-Identifier: Apache-2.0 */
// The common part of all hardware units as sc_modules; the ports of each are generated from
// the layout of its structs (scripts/gen/unit_systemc.py, build/gen/<unit>_sc.hpp):
//
//   u1 x      sc_in<bool> x              uN x      sc_in<sc_uint<N>> x
//   uN x[M]   sc_vector<sc_in<sc_uint<N>>> x, M ports
//
// A unit is Moore: its outputs change after the rising edge of clk and depend on its
// state alone. rst is synchronous and active high. The same module runs the C of
// hls/ or the Verilated RTL.
#ifndef GMMU_SYSTEMC_UNIT_MODULE_HPP
#define GMMU_SYSTEMC_UNIT_MODULE_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <systemc>

extern "C" {
#include "units/unit.h"
}

namespace gmmu {

enum class implementation { c, rtl };

// ---- between fields of a C struct and ports or signals ----

inline std::uint64_t number(bool value) {
    return value;
}

template <int W> std::uint64_t number(const sc_dt::sc_uint<W> &value) {
    return value.to_uint64();
}

template <class Port, class Field> void get(const Port &port, Field &field) {
    field = static_cast<Field>(number(port.read()));
}

template <class Port, class Field, std::size_t N>
void get(const sc_core::sc_vector<Port> &ports, Field (&field)[N]) {
    for (std::size_t i = 0; i < N; i++)
        get(ports[i], field[i]);
}

template <class Port, class Field> bool shows(const Port &port, const Field &field) {
    return number(port.read()) == field;
}

template <class Port, class Field, std::size_t N>
bool shows(const sc_core::sc_vector<Port> &ports, const Field (&field)[N]) {
    bool same = true;
    for (std::size_t i = 0; i < N; i++)
        same = same && shows(ports[i], field[i]);
    return same;
}

template <class Field> void put(sc_core::sc_inout<bool> &port, Field field) {
    port.write(field != 0);
}

template <class Value, class Field> void put(sc_core::sc_inout<Value> &port, Field field) {
    port.write(Value(static_cast<std::uint64_t>(field)));
}

template <class Field> void put(sc_core::sc_signal<bool> &signal, Field field) {
    signal.write(field != 0);
}

template <class Value, class Field> void put(sc_core::sc_signal<Value> &signal, Field field) {
    signal.write(Value(static_cast<std::uint64_t>(field)));
}

template <class Port, class Field, std::size_t N>
void put(sc_core::sc_vector<Port> &ports, const Field (&field)[N]) {
    for (std::size_t i = 0; i < N; i++)
        put(ports[i], field[i]);
}

// ---- the module ----

template <class In, class Out> class unit_module : public sc_core::sc_module {
  public:
    sc_core::sc_in<bool> clk{"clk"};
    sc_core::sc_in<bool> rst{"rst"};

    ~unit_module() override {
        if (state)
            ops->destroy(state);
    }

  protected:
    unit_module(sc_core::sc_module_name module, const char *unit, implementation choice)
        : sc_module(module), ops(unit_find(unit, choice == implementation::rtl)) {
        state = ops ? ops->create() : nullptr;
        if (!state)
            SC_REPORT_FATAL("gmmu", (std::string("this build has no such unit: ") + unit).c_str());
        SC_HAS_PROCESS(unit_module);
        SC_METHOD(edge);
        sensitive << clk.pos();
        dont_initialize();
    }

    virtual void read_inputs(In &in) const = 0;
    virtual void write_outputs(const Out &out) = 0;

  private:
    void start_of_simulation() override {
        show();
    }

    void edge() {
        In in{};
        Out out{};
        if (rst.read()) {
            ops->reset(state);
        } else {
            read_inputs(in);
            ops->step(state, &in, &out);
        }
        show();
    }

    void show() {
        Out out{};
        ops->outputs(state, &out);
        write_outputs(out);
    }

    const unit_ops *ops;
    void *state = nullptr;
};

} // namespace gmmu

#endif
