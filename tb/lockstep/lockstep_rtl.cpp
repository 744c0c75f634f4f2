/* SPDX-License-Identifier: Apache-2.0 */
// The Verilated model of one unit behind the C structs of its header.
//
// Built with Verilator's --public-flat-rw, so ports and registers are found by
// name at run time. The registers live in the top module, or, when that is a thin
// wrapper, all in one instance of it. A build for `make coverage` writes what Verilator
// counted to $GMMU_COVERAGE-<seed>.
#include <lockstep_verilated.h> // first: a precompiled header is taken there only

#include "lockstep_top.h"
#include "verilated_syms.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "lockstep_unit.h"
}

namespace {

// A field of a C struct and the Verilated variable that holds the same bits. Scalars
// and unpacked arrays have the same layout on both sides (the next larger uintN_t per
// element); a packed array is one bit vector with element 0 at the LSBs.
struct binding {
    const ls_field *field;
    uint8_t *data;
    bool packed;
};

uint64_t get_bits(const uint8_t *vector, size_t at, unsigned width) {
    uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
        unsigned offset = (at + done) % 8;
        unsigned take = std::min(8 - offset, width - done);
        uint64_t bits = (vector[(at + done) / 8] >> offset) & ((1U << take) - 1U);
        value |= bits << done;
        done += take;
    }
    return value;
}

void set_bits(uint8_t *vector, size_t at, unsigned width, uint64_t value) {
    for (unsigned done = 0; done < width;) {
        unsigned offset = (at + done) % 8;
        unsigned take = std::min(8 - offset, width - done);
        unsigned mask = ((1U << take) - 1U) << offset;
        uint8_t &byte = vector[(at + done) / 8];
        byte =
            static_cast<uint8_t>((byte & ~mask) | ((static_cast<unsigned>(value >> done) << offset) & mask));
        done += take;
    }
}

void to_struct(const std::vector<binding> &bindings, void *base) {
    for (const binding &b : bindings) {
        uint8_t *at = static_cast<uint8_t *>(base) + b.field->offset;
        if (!b.packed) {
            std::memcpy(at, b.data, size_t{b.field->bytes} * b.field->count);
            continue;
        }
        for (unsigned k = 0; k < b.field->count; k++) {
            uint64_t value = get_bits(b.data, size_t{k} * b.field->width, b.field->width);
            std::memcpy(at + size_t{k} * b.field->bytes, &value, b.field->bytes);
        }
    }
}

void from_struct(const std::vector<binding> &bindings, const void *base) {
    for (const binding &b : bindings) {
        const uint8_t *at = static_cast<const uint8_t *>(base) + b.field->offset;
        if (!b.packed) {
            std::memcpy(b.data, at, size_t{b.field->bytes} * b.field->count);
            continue;
        }
        for (unsigned k = 0; k < b.field->count; k++) {
            uint64_t value = 0;
            std::memcpy(&value, at + size_t{k} * b.field->bytes, b.field->bytes);
            set_bits(b.data, size_t{k} * b.field->width, b.field->width, value);
        }
    }
}

struct shape {
    unsigned bits;     // of one element
    unsigned elements; // of an unpacked array; 1 otherwise
    bool unpacked;
};

// Verilator lists the range of an unpacked array of single bits as if it were
// packed; the contract's directions tell them apart: [0:N-1] is unpacked.
shape shape_of(const VerilatedVar &var) {
    unsigned range = var.dims() > var.udims() ? static_cast<unsigned>(var.packed().elements()) : 1;
    if (var.udims() == 1)
        return {range, static_cast<unsigned>(var.unpacked().elements()), true};
    if (range > 1 && var.vltype() == VLVT_UINT8 && var.packed().left() < var.packed().right())
        return {1, range, true};
    return {range, 1, false};
}

// Binds a field to the variable of its name below `scope`; returns what is wrong, or "".
std::string bind(const VerilatedContext &context, const std::string &scope, const ls_field &field,
                 binding &b) {
    std::string path = scope + "." + field.path;
    size_t dot = path.rfind('.');
    const VerilatedScope *in = context.scopeFind(path.substr(0, dot).c_str());
    const VerilatedVar *var = in ? in->varFind(path.substr(dot + 1).c_str()) : nullptr;
    if (!var)
        return "the RTL has no '" + path + "'";
    shape rtl = shape_of(*var);
    bool flattened = !rtl.unpacked && field.array && rtl.bits == field.width * field.count;
    bool element_wise = rtl.bits == field.width && rtl.elements == field.count;
    if (var->udims() > 1 || !(element_wise || flattened))
        return "'" + path + "' has " + std::to_string(rtl.elements) + " x " + std::to_string(rtl.bits) +
               " bits in the RTL, but " + std::to_string(field.count) + " x " + std::to_string(field.width) +
               " in the C";
    b = {&field, static_cast<uint8_t *>(var->datap()), !element_wise};
    return "";
}

std::string bind_all(const VerilatedContext &context, const std::string &scope, const ls_struct &fields,
                     std::vector<binding> &bindings) {
    bindings.assign(fields.count, binding{});
    for (size_t i = 0; i < fields.count; i++) {
        std::string error = bind(context, scope, fields.fields[i], bindings[i]);
        if (!error.empty())
            return error;
    }
    return "";
}

// Registers: in the top module, else all of them in one of its instances.
std::string bind_state(VerilatedContext &context, const std::string &top, const ls_struct &fields,
                       std::vector<binding> &bindings) {
    std::string error = bind_all(context, top, fields, bindings);
    if (error.empty())
        return "";
    for (const auto &scope : *context.scopeNameMap()) {
        std::string name = scope.first;
        bool below = name.rfind(top + ".", 0) == 0 && name.find('.', top.size() + 1) == std::string::npos;
        if (below && bind_all(context, name, fields, bindings).empty())
            return "";
    }
    return error;
}

const ls_field marks[] = {
    {"cycle", offsetof(ls_view, cycle), 8, 64, 1, false},
    {"since_reset", offsetof(ls_view, since_reset), 8, 64, 1, false},
    {"phase", offsetof(ls_view, phase), 1, 3, 1, false},
    {"poke", offsetof(ls_view, poke), 1, 1, 1, false},
};

// What a waveform shows next to the RTL.
struct shown {
    const ls_view *from;
    std::unique_ptr<lockstep_model> model;
    std::vector<binding> state, pins, bench;

    std::string start(VerilatedContext *context, const ls_unit &unit) {
        model = lockstep_view_new(context);
        std::string error = bind_all(*context, "bench.c", unit.state, state);
        if (error.empty())
            error = bind_all(*context, "bench.c", unit.out, pins);
        if (error.empty())
            error = bind_all(*context, "bench", {"mark", marks, std::size(marks), sizeof(ls_view)}, bench);
        return error;
    }

    void eval() {
        from_struct(state, from->state);
        from_struct(pins, from->pins);
        from_struct(bench, from);
        model->eval();
    }
};

} // namespace

struct ls_rtl {
    std::unique_ptr<VerilatedContext> context{new VerilatedContext};
    std::unique_ptr<lockstep_top> top;
    std::unique_ptr<shown> view;
    std::unique_ptr<VerilatedFstC> fst;
    uint64_t seed = 0;
    uint64_t time = 0;
    std::vector<binding> state, in, out;

    void eval() {
        top->eval();
        if (!fst)
            return;
        if (view)
            view->eval();
        fst->dump(time++);
    }
};

ls_rtl *ls_rtl_new(const ls_unit *unit, uint64_t seed, const char *fst, const ls_view *view) {
    std::unique_ptr<ls_rtl> rtl{new ls_rtl};
    rtl->seed = seed;
    rtl->context->randReset(2);
    rtl->context->randSeed(static_cast<int>(seed % 0x7fffffff + 1));
    rtl->context->fatalOnError(false); // the harness tells what led to it
    rtl->context->traceEverOn(fst != nullptr);
    rtl->top = lockstep_top_new(rtl->context.get());

    std::string name = unit->module;
    std::string error = bind_all(*rtl->context, "TOP", unit->in, rtl->in);
    if (error.empty())
        error = bind_all(*rtl->context, "TOP", unit->out, rtl->out);
    if (error.empty())
        error = bind_state(*rtl->context, name, unit->state, rtl->state);
    if (error.empty() && fst && lockstep_view_new) {
        rtl->view.reset(new shown{view, nullptr, {}, {}, {}});
        error = rtl->view->start(rtl->context.get(), *unit);
    }
    if (!error.empty()) {
        std::fprintf(stderr, "lockstep %s: %s\n", unit->name, error.c_str());
        return nullptr;
    }
    if (fst) {
        rtl->fst.reset(new VerilatedFstC);
        rtl->top->trace(rtl->fst.get());
        if (rtl->view)
            rtl->view->model->trace(rtl->fst.get());
        rtl->fst->open(fst);
        if (!rtl->fst->isOpen()) {
            std::fprintf(stderr, "lockstep %s: cannot write %s\n", unit->name, fst);
            return nullptr;
        }
    }
    return rtl.release();
}

void ls_rtl_free(ls_rtl *rtl) {
    if (rtl->fst)
        rtl->fst->close();
    rtl->top->final();
    if (rtl->view)
        rtl->view->model->final();
    if (const char *prefix = std::getenv("GMMU_COVERAGE"))
        rtl->top->write_coverage(std::string{prefix} + "-" + std::to_string(rtl->seed));
    delete rtl;
}

void ls_rtl_drive(ls_rtl *rtl, bool rst, const void *in) {
    rtl->top->set_clk(false);
    rtl->top->set_rst(rst);
    from_struct(rtl->in, in);
    rtl->eval();
}

void ls_rtl_edge(ls_rtl *rtl) {
    rtl->top->set_clk(true);
    rtl->eval();
}

bool ls_rtl_state(const ls_rtl *rtl, void *state) {
    to_struct(rtl->state, state);
    return true;
}

void ls_rtl_set_state(ls_rtl *rtl, const void *state) {
    from_struct(rtl->state, state);
}

bool ls_rtl_broken(const ls_rtl *rtl) {
    return rtl->context->gotError();
}

void ls_rtl_pins(const ls_rtl *rtl, void *out) {
    to_struct(rtl->out, out);
}
