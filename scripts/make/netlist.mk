# SPDX-License-Identifier: Apache-2.0
# The netlists of make area (docs/design/verification.md): are they the RTL?
#   netlist-<config>       proves it, every pin and register, then runs the lock-step bench on the netlist
#   netlist-equal-<config> only proves it
#   netlist-selftest       faults in a netlist are found by the proof and by the bench

NETLIST := $(BUILD)/area/netlist
NETLIST_FLAGS := --seeds 1 --cycles 50000
# A rare bin: a decision that changes between query and answer.
NETLIST_FLAGS_l2_bypass := --cycles 200000
# Answers at all ports at a time.
NETLIST_FLAGS_request_file := --cycles 200000
# Their netlists have no register for bits that are always 0, which jumps would set.
NETLIST_FLAGS_dram_arbiter := --jumps 0
NETLIST_FLAGS_token_controller := --jumps 0
# Too many wires to make all of them visible: registers and ports say so themselves.
NETLIST_VERILATOR = $(MUTATE_FLAGS) --no-public-flat-rw $(SHORT_FUNCTIONS)
NETLIST_SCRIPTS := $(wildcard scripts/area/*.py scripts/circuit/*.py)

# $1: configuration, $2: its unit
define NETLIST_RULES
$(NETLIST)/$1.sv: $(GEN)/$1.layout.json $$(wildcard rtl/*.sv) $(NETLIST_SCRIPTS)
	@mkdir -p $$(@D)
	@$(PYTHON) scripts/area/equal.py $1 --build $(BUILD) $$(if $$(LIBERTY),--liberty $$(call quoted,$$(LIBERTY))) --bench $$@ >$$@.log || { cat $$@.log; exit 1; }
$(call LOCKSTEP_RULES,netlist-$1,$2,hls/$2,$(NETLIST)/$1.sv,tb/lockstep/$2.c,$(NETLIST_VERILATOR),$(C_SIZES_$1),,$1)
$(LOCKSTEP)/netlist-$1/top.o: private LOCKSTEP_OPT := -O0
.PHONY: netlist-$1 netlist-equal-$1
netlist-equal-$1: $(NETLIST)/$1.sv
	@cat $(NETLIST)/$1.sv.log
netlist-$1: $(LOCKSTEP)/netlist-$1/lockstep
	@cat $(NETLIST)/$1.sv.log
	@$$< $(NETLIST_FLAGS) $(NETLIST_FLAGS_$1) $$(if $$(CYCLES),--cycles $$(CYCLES))
endef
$(foreach config,$(filter-out $(VARIANTS),$(CONFIGS)),$(eval $(call NETLIST_RULES,$(config),$(UNIT_OF_$(config)))))

# Blocks: the whole RTL as gates. Registers that synthesis drops are in no bench of a netlist.
$(ASKED_BLOCKS:%=netlist-equal-%): netlist-equal-%: $(GEN)/%.layout.json
	@$(PYTHON) scripts/area/equal.py $* --build $(BUILD) $(if $(LIBERTY),--liberty $(call quoted,$(LIBERTY)))
.PHONY: $(ASKED_BLOCKS:%=netlist-equal-%)

# A netlist with one gate of another kind; equal.py says so and still writes the bench.
NETLIST_TEST := tb/tools/area/netlist_test.py
$(NETLIST)/planted.sv: $(NETLIST)/warp_gate.sv $(NETLIST_TEST)
	@$(PYTHON) $(NETLIST_TEST) --build $(BUILD) --plant $@
$(eval $(call LOCKSTEP_RULES,netlist-planted,warp_gate,hls/warp_gate,$(NETLIST)/planted.sv,tb/lockstep/warp_gate.c,$(NETLIST_VERILATOR)))
$(LOCKSTEP)/netlist-planted/top.o: private LOCKSTEP_OPT := -O0
.PHONY: netlist-selftest
netlist-selftest: $(LOCKSTEP)/netlist-planted/lockstep $(GEN)/golden_queue.layout.json
	@$(PYTHON) $(NETLIST_TEST) --build $(BUILD) --bench $<
