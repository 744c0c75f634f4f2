// Verilated -*- C++ -*-
// DESCRIPTION: Verilator output: Primary model header
//
// This header should be included by all source files instantiating the design.
// The class here is then constructed to instantiate the design.
// See the Verilator manual for examples.

#ifndef VERILATED_VADDRESS_HASH_H_
#define VERILATED_VADDRESS_HASH_H_  // guard

#include "verilated.h"

class Vaddress_hash__Syms;
class Vaddress_hash___024root;

// This class is the main interface to the Verilated model
class Vaddress_hash VL_NOT_FINAL : public VerilatedModel {
  private:
    // Symbol table holding complete model state (owned by this class)
    Vaddress_hash__Syms* const vlSymsp;

  public:

    // PORTS
    // The application code writes and reads these signals to
    // propagate new values into/out from the Verilated model.
    VL_IN8(&clk,0,0);
    VL_IN8(&rst,0,0);
    VL_IN8(&row_valid,0,0);
    VL_IN8(&row_inverse,0,0);
    VL_IN8(&row_index,5,0);
    VL_IN8(&check_valid,0,0);
    VL_OUT8(&checking,0,0);
    VL_OUT8(&accepted,0,0);
    VL_IN8(&map_valid,0,0);
    VL_OUT8(&mapped_valid,0,0);
    VL_IN8(&unmap_valid,0,0);
    VL_OUT8(&unmapped_valid,0,0);
    VL_IN64(&row_bits,39,0);
    VL_IN64(&map_addr,39,0);
    VL_OUT64(&mapped_addr,39,0);
    VL_IN64(&unmap_addr,39,0);
    VL_OUT64(&unmapped_addr,39,0);

    // CELLS
    // Public to allow access to /* verilator public */ items.
    // Otherwise the application code can consider these internals.

    // Root instance pointer to allow access to model internals,
    // including inlined /* verilator public_flat_* */ items.
    Vaddress_hash___024root* const rootp;

    // CONSTRUCTORS
    /// Construct the model; called by application code
    /// If contextp is null, then the model will use the default global context
    /// If name is "", then makes a wrapper with a
    /// single model invisible with respect to DPI scope names.
    explicit Vaddress_hash(VerilatedContext* contextp, const char* name = "TOP");
    explicit Vaddress_hash(const char* name = "TOP");
    /// Destroy the model; called (often implicitly) by application code
    virtual ~Vaddress_hash();
  private:
    VL_UNCOPYABLE(Vaddress_hash);  ///< Copying not allowed

  public:
    // API METHODS
    /// Evaluate the model.  Application must call when inputs change.
    void eval() { eval_step(); }
    /// Evaluate when calling multiple units/models per time step.
    void eval_step();
    /// Evaluate at end of a timestep for tracing, when using eval_step().
    /// Application must call after all eval() and before time changes.
    void eval_end_step() {}
    /// Simulation complete, run final blocks.  Application must call on completion.
    void final();
    /// Are there scheduled events to handle?
    bool eventsPending();
    /// Returns time at next time slot. Aborts if !eventsPending()
    uint64_t nextTimeSlot();
    /// Retrieve name of this model instance (as passed to constructor).
    const char* name() const;

    // Abstract methods from VerilatedModel
    const char* hierName() const override final;
    const char* modelName() const override final;
    unsigned threads() const override final;
} VL_ATTR_ALIGNED(VL_CACHE_LINE_BYTES);

#endif  // guard
