# SPDX-License-Identifier: Apache-2.0
# Power of units at work (docs/area.md): make power [UNIT=name] [POWER_RUN='options of gmmu run']; without a unit those
# whose netlist is small.
# The netlist of make area runs in the simulator in the place of the RTL, and counts its transitions; the results of
# the run must be those of the C.

POWER := $(BUILD)/area/power
POWER_CHIP := --design mask --app kernel:gups,size=64M,updates=4K --app kernel:stream,size=1M
POWER_SM := --chip tanasic --exceptions replay --app kernel:stream,size=256K
POWER_RUN_warp_gate := $(POWER_SM)
POWER_RUN_replay_queue := $(POWER_SM)
POWER_RUN_operand_log := $(subst replay,oplog:16K,$(POWER_SM))

$(POWER)/toggles.o: scripts/area/toggles.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -isystem $(VERILATOR_INCLUDE)/vltstd -c $< -o $@

# $1: configuration, $2: its unit
define POWER_RULES
$(POWER)/$1/netlist.sv: $(GEN)/$1.layout.json $$(wildcard rtl/*.sv scripts/area/*.py)
	@mkdir -p $$(@D)
	@$(PYTHON) scripts/area/power.py --build $(BUILD) instrument $1 $$@
$(POWER)/$1/verilated/V$1__ALL.o: $(POWER)/$1/netlist.sv
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,V$1,$2,$$(@D),$$<,--cc -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal $(SHORT_FUNCTIONS))
$(POWER)/$1/verilated/V$1__ALL.o: VERILATED_OPT := -O1
$(POWER)/$1/rtl.o: $(GEN)/$1_rtl.cpp $(POWER)/$1/verilated/V$1__ALL.o
	$$(CXX) $$(UNIT_CXXFLAGS) $(C_SIZES_$1) -isystem $(POWER)/$1/verilated -c $$< -o $$@
# What is named before the library is taken in the place of what the library has.
$(POWER)/$1/gmmu: $(POWER)/$1/rtl.o $(POWER)/$1/verilated/V$1__ALL.o $(POWER)/toggles.o $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_rtl.a
	$$(CXX) -O3 $$(MARCH) $$(LTO) -o $$@ $$^ $$(UNITS_RTL_LIBS) $$(MODEL_LIBS)
endef
$(foreach config,$(filter-out $(VARIANTS),$(CONFIGS)),$(eval $(call POWER_RULES,$(config),$(UNIT_OF_$(config)))))

POWERED := $(if $(filter all,$(UNIT)),dram_arbiter golden_queue l2_bypass warp_gate,$(SELECTED))
do-power: $(BUILD)/gmmu $(POWERED:%=$(POWER)/%/gmmu)
	@$(foreach unit,$(POWERED),$(PYTHON) scripts/area/power.py --build $(BUILD) run $(unit) \
	    $(or $(POWER_RUN),$(POWER_RUN_$(unit)),$(POWER_CHIP)) || exit 1;)
