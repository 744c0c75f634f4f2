# SPDX-License-Identifier: Apache-2.0
# The RTL under Icarus Verilog, on vectors of the C model: so that nobody depends on
# one simulator. Icarus reads the SystemVerilog as it stands.
#   make icarus-<unit>      ICARUS_CYCLES cycles of one lock-step run
#   make icarus [UNIT=name] all units
#   make icarus-selftest    a wrong expected bit must be caught

ICARUS := $(BUILD)/icarus
IVERILOG := iverilog
ICARUS_CYCLES ?= 4000
# Units of which a cycle takes Icarus long have fewer; with ICARUS_WHOLE=1 as many.
ICARUS_SHORT := operand_log l2_bypass normal_queue replay_queue frame_allocator dram_scheduler gmmu_small
ICARUS_SHORT_CYCLES := 1000
ICARUS_WHOLE :=
ICARUS_RTL = rtl/gmmu_pkg.sv $(filter-out rtl/gmmu_pkg.sv,$(wildcard rtl/*.sv))

.PHONY: icarus icarus-selftest $(ASKED_CONFIGS:%=icarus-%)
icarus: $(SELECTED:%=icarus-%)

# Vectors of a unit; HLS testbenches use them too.
# Under its name only when it is complete: several steps of make test may want the same one.
$(BUILD)/vectors/%.txt: $(LOCKSTEP)/%/lockstep
	@mkdir -p $(@D)
	$< --seed 1 --cycles $(ICARUS_CYCLES) --dump $@.$$$$ && mv $@.$$$$ $@

$(ICARUS)/%/testbench.v: $(BUILD)/vectors/%.txt scripts/icarus/testbench.py scripts/circuit/vectors.py
	$(PYTHON) scripts/icarus/testbench.py $(LOCKSTEP)/$*/layout.json $< $(@D) $(if $(ICARUS_WHOLE),,$(if $(filter $(call BASE_OF,$*),$(ICARUS_SHORT)),$(ICARUS_SHORT_CYCLES)))

# A unit says which other modules it needs; Icarus leaves out what is not below the top.
$(ICARUS)/%/sim.vvp: $(ICARUS)/%/testbench.v $(ICARUS_RTL)
	$(IVERILOG) -g2012 -s testbench -o $@ $(ICARUS_RTL) $< 2>$(@D)/compile.log || { cat $(@D)/compile.log >&2; exit 1; }

# The log says PASS; an exit code alone would take a testbench that does not run for a good one.
$(ASKED_CONFIGS:%=icarus-%): icarus-%: $(ICARUS)/%/sim.vvp
	@vvp -n $< | tee $(ICARUS)/$*/log && grep -q '^PASS' $(ICARUS)/$*/log

icarus-selftest: $(ICARUS)/golden_queue/sim.vvp
	@tb/tools/icarus/selftest.sh $(ICARUS) $(IVERILOG) $(ICARUS_RTL)
