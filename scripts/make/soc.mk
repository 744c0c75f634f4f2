# SPDX-License-Identifier: Apache-2.0
# A system around the gmmu (tb/soc): cores, L1 TLBs, gmmu at its small sizes, dram_scheduler, DRAM, a host that runs the
# driver of models/mmu.
#   make soc       its scenarios, with the block at the bus, behind bridges, and some on a wide bus and with registers at a
#                  clock of their own, with the RTL of gmmu, vortex_port, bridges and axi4_master and with their C: equal in
#                  every cycle
#   soc-planted    bugs planted in core, L1 TLB, port, bridges, block, driver and host: a scenario must fail for each
#   soc-random     a long run at random of each; SEED, SOC_CYCLES

SOC := $(BUILD)/soc
SOC_CONFIG := gmmu_small
SOC_CYCLES ?= 2000000
# Units that are RTL in soc_rtl and C in soc_c.
SOC_UNITS := gmmu vortex_port dcr_bridge mem_bus_bridge axi4_master
# Of the block, and of the lines of the memory bus.
SOC_SIZES := $(C_SIZES_$(SOC_CONFIG)) -DGMMU_MEM_WORDS=4
SOC_CFLAGS := -std=c11 -O1 -g $(WARN) $(MODEL_INCLUDES) -Itb/soc $(SOC_SIZES)
SOC_CXXFLAGS = -std=c++17 -O1 -faligned-new -Wall -Wextra -Wshadow -Werror -I$(dir $(LOCKSTEP_PCH)) -Itb/lockstep -Itb/soc \
    $(VERILATOR_HEADERS) -DVERILATOR=1 -DVM_SC=0 -DVM_TRACE=1 -DVM_TRACE_FST=1
SOC_VERILATOR_FLAGS := --cc -O3 --x-assign unique --x-initial unique -Wall -Wno-PINCONNECTEMPTY --assert -Itb/soc \
    $(SHORT_FUNCTIONS) $(RTL_SIZES_$(SOC_CONFIG))
SOC_MODELS := mmu/gmmu_driver mmu/address_space mmu/phys_mem mmu/frame_pool mmu/page_walk config/page_table base/number_text base/outside base/visible
SOC_HOST := $(patsubst %,$(SOC)/%.o,soc_dcr soc_dram soc_host soc_scenarios $(notdir $(SOC_MODELS)))
SOC_LIBS := -pthread -latomic -lz

$(SOC)/%.layout.json: hls/%/ $(wildcard hls/*/*.h) rtl/%.sv scripts/circuit/unit_layout.py
	@mkdir -p $(@D)
	$(PYTHON) scripts/circuit/unit_layout.py --clang $(CLANG) $(UNIT_INCLUDES) $(SOC_SIZES) --rtl rtl/$*.sv $* hls/$*/$*.h >$@
$(SOC)/%.sv: $(SOC)/%.layout.json scripts/gen/unit_dpi.py
	$(PYTHON) scripts/gen/unit_dpi.py sv $< >$@
$(SOC)/%_dpi.c: $(SOC)/%.layout.json scripts/gen/unit_dpi.py
	$(PYTHON) scripts/gen/unit_dpi.py c $< >$@

# $1: rtl or c, $2: folder that Verilator looks for the units in first
define SOC_RULES
$(SOC)/$1/Vsoc__ALL.cpp: scripts/make/soc.mk $(wildcard tb/soc/*.sv) $(wildcard rtl/*.sv) $(if $(filter c,$1),$(SOC_UNITS:%=$(SOC)/%.sv))
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,Vsoc,soc,$$(@D),rtl/gmmu_pkg.sv $(if $(filter c,$1),$(SOC_UNITS:%=$(SOC)/%.sv)) tb/soc/soc.sv,$(if $(filter rtl,$1),--trace-fst) $$(SOC_VERILATOR_FLAGS))
$(SOC)/soc_top_$1.o: tb/soc/soc_top.cpp tb/soc/soc_pins.h $(SOC)/$1/Vsoc__ALL.cpp $(LOCKSTEP_PCH)
	$$(CXX) $$(SOC_CXXFLAGS) $(if $(filter rtl,$1),-DSOC_WAVES) -isystem $(SOC)/$1 -include lockstep_verilated.h -include Vsoc__ALL.cpp -c $$< -o $$@
$(SOC)/soc_$1: $(SOC)/soc_top_$1.o $(SOC_HOST) $(if $(filter c,$1),$(patsubst %,$(SOC)/%.o,$(SOC_UNITS) $(SOC_UNITS:%=%_dpi))) $(LOCKSTEP_RUNTIME)
	$$(CXX) -o $$@ $$^ $$(SOC_LIBS)
endef
$(foreach kind,rtl c,$(eval $(call SOC_RULES,$(kind))))
$(eval $(call UNITS_IN_BLOCK,$(SOC),gmmu,$$(CC) $$(SOC_CFLAGS),$(SOC)/soc_c))

$(SOC)/soc_%.o: tb/soc/soc_%.c
	@mkdir -p $(@D)
	$(CC) $(SOC_CFLAGS) -MMD -MP -c $< -o $@
$(foreach model,$(SOC_MODELS),$(eval $(SOC)/$(notdir $(model)).o: models/$(model).c))
$(SOC_UNITS:%=$(SOC)/%_dpi.o): $(SOC)/%.o: $(SOC)/%.c
$(foreach unit,$(SOC_UNITS),$(eval $(SOC)/$(unit).o: hls/$(unit)/$(unit).c))
$(patsubst %,$(SOC)/%.o,$(notdir $(SOC_MODELS)) $(SOC_UNITS) $(SOC_UNITS:%=%_dpi)):
	@mkdir -p $(@D)
	$(CC) $(SOC_CFLAGS) -MMD -MP -c $< -o $@
-include $(wildcard $(SOC)/*.d)

# The same scenarios, each with the same cycles and memory. $1: flags, $2: name
define SOC_BOTH
	$(SOC)/soc_rtl $1 >$(SOC)/$2-rtl.log || { cat $(SOC)/$2-rtl.log; exit 1; }
	cat $(SOC)/$2-rtl.log
	$(SOC)/soc_c $1 >$(SOC)/$2-c.log || { cat $(SOC)/$2-c.log; exit 1; }
	cmp $(SOC)/$2-rtl.log $(SOC)/$2-c.log
	echo "PASS C = RTL in $$(grep -c ^PASS $(SOC)/$2-c.log) scenarios"
endef
.PHONY: do-soc soc-random soc-planted
do-soc: $(SOC)/soc_rtl $(SOC)/soc_c
	@$(PYTHON) tb/soc/options_test.py $(SOC)/soc_c >$(SOC)/options.log 2>&1 || { cat $(SOC)/options.log; exit 1; }
	$(call SOC_BOTH,--seed $(or $(SEED),1),soc)
	$(call SOC_BOTH,--bridges --seed $(or $(SEED),1),bridges)
	$(call SOC_BOTH,--wide --seed $(or $(SEED),1) two_spaces demand_paging reset_midway,wide)
	$(call SOC_BOTH,--bus-clock --seed $(or $(SEED),1) demand_paging copy_on_write reset_midway,bus-clock)
soc-random: $(SOC)/soc_rtl $(SOC)/soc_c
	$(call SOC_BOTH,random --seed $(or $(SEED),1) --cycles $(SOC_CYCLES),random)
	$(call SOC_BOTH,random --bridges --seed $(or $(SEED),1) --cycles $(SOC_CYCLES),random-bridges)
	$(call SOC_BOTH,random --wide --seed $(or $(SEED),1) --cycles $(SOC_CYCLES),random-wide)
	$(call SOC_BOTH,random --bus-clock --seed $(or $(SEED),1) --cycles $(SOC_CYCLES),random-bus-clock)
soc-planted: $(SOC)/soc_c
	@$(PYTHON) -m tb.soc.planted $(SOC) '$(CC) $(SOC_CFLAGS)'
