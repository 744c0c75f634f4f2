# SPDX-License-Identifier: Apache-2.0
# Power of units at work (docs/reference/area.md): make power [UNIT=name] [POWER_RUN='options of gmmu run'];
# without a unit, the units whose netlist is small.
# The netlist of make area runs in the simulator in the place of the RTL, and counts its transitions; the results of
# the run must be those of the C. A block has its size in the name: UNIT=gmmu, UNIT=gmmu_small.

POWER := $(BUILD)/area/power
POWER_CHIP := --design mask --app kernel:gups,size=64M,updates=4K --app kernel:stream,size=1M
POWER_SM := --chip tanasic --exceptions replay --app kernel:stream,size=256K
POWER_RUN_warp_gate := $(POWER_SM)
POWER_RUN_replay_queue := $(POWER_SM)
POWER_RUN_operand_log := $(subst replay,oplog:16K,$(POWER_SM))
POWER_GMMU := --design gmmu --set design.tlb_fill=tokens --epoch 8000
POWER_RUN_gmmu := $(POWER_GMMU) --app kernel:gups,size=16M,updates=512 --app kernel:stream,size=256K
# A TLB of four entries has hits where those of the SMs have two, and where pages are few.
POWER_RUN_gmmu_small := $(subst 8000,5000,$(POWER_GMMU)) --set sm.count=4 --set tlb.l1.entries=2 --set tlb.l1.ways=2 \
    --app kernel:gups,size=32K,updates=4K --then kernel:stream,size=256K --app kernel:stream,size=16K

$(POWER)/toggles.o: scripts/area/toggles.cpp
	@mkdir -p $(@D)
	$(CXX) -std=c++17 -O2 -Wall -Wextra -Werror -c $< -o $@

# The netlist of a block is a file of a million lines, which one run does not make worth compiling well.
# $1: configuration, $2: its unit or block, $3: its name in the simulator, $4: adapter to its RTL, $5: more objects
define POWER_RULES
$(POWER)/$1/netlist.sv: $(GEN)/$1.layout.json $$(wildcard rtl/*.sv scripts/area/*.py)
	@mkdir -p $$(@D)
	@$(PYTHON) scripts/area/power.py --build $(BUILD) instrument $1 $$@
$(POWER)/$1/verilated/V$3__ALL.cpp: $(POWER)/$1/netlist.sv
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,V$3,$2,$$(@D),$$<,--cc -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal $(SHORT_FUNCTIONS))
$(POWER)/$1/rtl.o: private UNIT_RTL_OPT := $(if $(filter $2,$(BLOCKS)),-O0,-O1)
$(POWER)/$1/rtl.o: $4 $(POWER)/$1/verilated/V$3__ALL.cpp
	$$(CXX) $$(UNIT_CXXFLAGS) $(C_SIZES_$1) -isystem $(POWER)/$1/verilated -c $$< -o $$@
# What is named before the library is taken in the place of what the library has.
$(POWER)/$1/gmmu: $(POWER)/$1/rtl.o $(POWER)/toggles.o $5 $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_rtl.a
	$$(CXX) -O3 $$(MARCH) $$(NO_LTO) -o $$@ $$^ $$(UNITS_RTL_LIBS) $$(MODEL_LIBS)
endef
$(foreach config,$(filter-out $(VARIANTS),$(CONFIGS)),$(eval $(call POWER_RULES,$(config),$(UNIT_OF_$(config)),$(config),$(GEN)/$(config)_rtl.cpp)))

# Blocks at any of their sizes: their C, and the files of the models that have sizes of the block, are compiled for it.
POWER_MODELS := models/mmu/gmmu_driver models/mmu/gmmu_reads models/mmu/gmmu_seat $(BLOCK_SIZED)
# $1: configuration, $2: block
define POWER_BLOCK
$(POWER)/$1/layout.json: hls/$2/$2.h rtl/$2.sv hls/$2/configs $$(call HEADERS_BELOW,$2) scripts/circuit/unit_layout.py
	@mkdir -p $$(@D)
	$$(PYTHON) scripts/circuit/unit_layout.py --clang $$(CLANG) $$(UNIT_INCLUDES) $(C_SIZES_$1) --config $2 --rtl rtl/$2.sv $2 $$< >$$@
$(POWER)/$1/c.c $(POWER)/$1/rtl.cpp: $(POWER)/$1/%: $(POWER)/$1/layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py $$(basename $$*) $$< >$$@
$(POWER_MODELS:%=$(POWER)/$1/%.o): $(POWER)/$1/%.o: %.c hls/$2/configs
	@mkdir -p $$(@D)
	$$(CC) $$(MODEL_CFLAGS) $(C_SIZES_$1) -MMD -MP -c $$< -o $$@
-include $(wildcard $(POWER_MODELS:%=$(POWER)/$1/%.d))
$(call MODEL_BLOCK,$(POWER)/$1,$2,$$(CC) $$(UNIT_CFLAGS) $$(NO_LTO),$(POWER)/$1/gmmu,$1,$(POWER)/$1/c.c)
$(call POWER_RULES,$1,$2,$2,$(POWER)/$1/rtl.cpp,$(POWER)/$1/$2_block.o $(POWER_MODELS:%=$(POWER)/$1/%.o))
endef
$(foreach block,$(MODEL_BLOCKS),$(foreach config,$(CONFIGS_OF_$(block)),$(eval $(call POWER_BLOCK,$(config),$(block)))))

POWERED := $(if $(filter all,$(UNIT)),dram_arbiter golden_queue l2_bypass warp_gate,$(SELECTED))
do-power: $(POWERED:%=$(POWER)/%/gmmu)
	@$(foreach unit,$(POWERED),$(PYTHON) scripts/area/power.py --build $(BUILD) run $(unit) \
	    $(or $(POWER_RUN),$(POWER_RUN_$(unit)),$(POWER_CHIP)) || exit 1;)
