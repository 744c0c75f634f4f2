# SPDX-License-Identifier: Apache-2.0
# Blocks: units and the wires between them (docs/adding-a-unit.md). hls/<block>/units gives the units, a line each:
# instance, configuration, then sizes that the block has under another name, GMMU_UNIT_SIZE=GMMU_BLOCK_SIZE.
#   tb-<block>           lock-step bench, with the AXI4 checker bound to the RTL
#   icarus-<block>       its RTL in Icarus Verilog, on vectors of the C
#   axi4-selftest        the checker finds each planted violation
#   planted-gmmu         bugs planted in the C of gmmu: its test finds each
#   sby-<block>          bounded check of the composition; scripts/make/sva.mk has those of single units

# A block whose queues are small is through them in less time.
TB_FLAGS_BLOCK = --jumps 0 $(if $(filter %_small,$1),--seeds 4 --cycles 200000,--seeds 2 --cycles 40000)

# $1: bench, $2: sizes of the block, $3: block, $4: configuration of a unit, $5: its sizes
define BLOCK_UNIT
$(LOCKSTEP)/$1/$4.o: hls/$(UNIT_OF_$4)/$(UNIT_OF_$4).c hls/$3/units hls/$3/configs
	@mkdir -p $$(@D)
	$$(CC) $$(LOCKSTEP_CFLAGS) $(2:%=-D%) $(5:%=-D%) $(filter-out $(C_SIZES_$4),$(RENAMED_$4)) -MMD -MP -c $$< -o $$@
$(LOCKSTEP)/$1/lockstep: $(LOCKSTEP)/$1/$4.o
-include $(LOCKSTEP)/$1/$4.d
endef

# $1: configuration, $2: its block, $3: sizes
define BLOCK_RULES
$(call LOCKSTEP_RULES,$1,$2,hls/$2,rtl/$2.sv tb/formal/axi4_checker.sv tb/formal/$2_bind.sv,tb/lockstep/$2.c,$(SHORT_FUNCTIONS) $(3:GMMU_%=-G%),$(3:%=-D%) $(UNIT_INCLUDES))
$(LOCKSTEP)/$1/verilated/Vunit__ALL.o: VERILATED_OPT := -O1
$(foreach line,$(filter $2:%,$(BLOCK_LINES)),$(call BLOCK_UNIT,$1,$3,$2,$(word 3,$(subst :, ,$(line))),$(wordlist 4,99,$(subst :, ,$(line))))
)
.PHONY: tb-build-$1 tb-$1 icarus-$1
tb-build-$1: $(LOCKSTEP)/$1/lockstep
tb-$1: $(LOCKSTEP)/$1/lockstep
	$$< $(call TB_FLAGS_BLOCK,$1) $$(if $$(SEED),--seed $$(SEED)) $$(if $$(SEEDS),--seeds $$(SEEDS)) $$(if $$(CYCLES),--cycles $$(CYCLES))
icarus-$1: $(ICARUS)/$1/sim.vvp
	@vvp -n $$< | tee $(ICARUS)/$1/log && grep -q '^PASS' $(ICARUS)/$1/log
endef
$(foreach line,$(BLOCK_CONFIG_LINES),$(eval $(call BLOCK_RULES,$(word 2,$(subst :, ,$(line))),$(word 1,$(subst :, ,$(line))),\
    $(wordlist 3,99,$(subst :, ,$(line))))))

# Blocks in the simulator, behind models/units/unit.h as a unit is. Their units have sizes of their own, so one
# object holds them all, and shows the functions of the block alone.
# $1: directory, $2: block, $3: configuration of a unit, $4: its sizes, $5: compiler and flags
define MODEL_BLOCK_UNIT
$1/model_$2/$3.o: hls/$(UNIT_OF_$3)/$(UNIT_OF_$3).c hls/$2/units hls/$2/configs
	@mkdir -p $$(@D)
	$5 $(SIZES_OF_$2:%=-D%) $(4:%=-D%) $(filter-out $(C_SIZES_$3),$(RENAMED_$3)) -MMD -MP -c $$< -o $$@
$1/$2_block.o: $1/model_$2/$3.o
endef

# $1: directory, $2: block, $3: compiler and flags
define MODEL_BLOCK
$1/model_$2/block.o: hls/$2/$2.c hls/$2/configs
$1/model_$2/adapter.o: $(GEN)/$2_c.c
$1/model_$2/block.o $1/model_$2/adapter.o:
	@mkdir -p $$(@D)
	$3 $(SIZES_OF_$2:%=-D%) -MMD -MP -c $$< -o $$@
$1/$2_block.o: $1/model_$2/block.o $1/model_$2/adapter.o
	ld -r -o $$@.tmp $$(filter %.o,$$^)
	objcopy --keep-global-symbol=$2_c_ops $$@.tmp $$@
	@rm $$@.tmp
$(foreach line,$(filter $2:%,$(BLOCK_LINES)),$(call MODEL_BLOCK_UNIT,$1,$2,$(word 3,$(subst :, ,$(line))),$(wordlist 4,99,$(subst :, ,$(line))),$3)
)
-include $$(wildcard $1/model_$2/*.d)
endef

# $1: configuration of a block, $2: block, $3: its sizes
define BLOCK_LAYOUT
SIZES_OF_$1 := $3
$(GEN)/$1.layout.json: hls/$2/$2.h rtl/$2.sv hls/$2/configs $$(wildcard hls/common/*.h) scripts/gen/unit_layout.py
	@mkdir -p $$(@D)
	$$(PYTHON) scripts/gen/unit_layout.py --clang $$(CLANG) $$(UNIT_INCLUDES) $(3:%=-D%) --config $1 --role $1 --rtl rtl/$2.sv $2 $$< >$$@
endef
$(foreach line,$(BLOCK_CONFIG_LINES),$(eval $(call BLOCK_LAYOUT,$(word 2,$(subst :, ,$(line))),$(word 1,$(subst :, ,$(line))),    $(wordlist 3,99,$(subst :, ,$(line))))))

# $1: block
define MODEL_BLOCK_GEN
$(GEN)/$1_c.c: $(GEN)/$1.layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py c $$< >$$@
$(GEN)/$1_rtl.cpp: $(GEN)/$1.layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py rtl $$< >$$@
$(VERILATED)/$1/V$1__ALL.o: rtl/gmmu_pkg.sv rtl/$1.sv hls/$1/configs
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,V$1,$1,$$(@D),rtl/gmmu_pkg.sv rtl/$1.sv,$$(VERILATOR_FLAGS) $$(SIZES_OF_$1:GMMU_%=-G%))
	@sed 's|^[^:]*V$1.cpp.*: |$$@: |' $$(@D)/V$1__ver.d >$$(@D)/deps.d
-include $(VERILATED)/$1/deps.d
$(UNIT_OBJ)/$1_rtl.o: $(GEN)/$1_rtl.cpp $(VERILATED)/$1/V$1__ALL.o
	$$(CXX) $$(UNIT_CXXFLAGS) $$(SIZES_OF_$1:%=-D%) -isystem $(VERILATED)/$1 -MMD -MP -c $$< -o $$@
$(UNIT_OBJ)/libunits_rtl.a: $(UNIT_OBJ)/$1_rtl.o $(VERILATED)/$1/V$1__ALL.o
$(UNIT_OBJ)/libunits_c.a $(UNIT_OBJ)/libunits_rtl.a: $(UNIT_OBJ)/$1_block.o
$(UNITS_C_SAN): $(TEST)/san/$1_block.o
endef
$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK_GEN,$(block))))
$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK,$(UNIT_OBJ),$(block),$$(CC) $$(UNIT_CFLAGS) $$(NO_LTO))))
$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK,$(TEST)/san,$(block),$$(CLANG) $$(TEST_CFLAGS_san))))

.PHONY: planted-gmmu
planted-gmmu:
	@$(PYTHON) tb/tools/gmmu/planted.py $(CC) $(BUILD)/planted-gmmu

# The AXI4 checker, without a block.
AXI4 := $(BUILD)/axi4
$(AXI4)/verilated/Vaxi4_checker__ALL.o: tb/formal/axi4_checker.sv
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call VERILATE,Vaxi4_checker,axi4_checker,$(@D),$<,--cc -O3 --x-assign unique --x-initial unique -Wall --assert)
$(AXI4)/selftest: tb/tools/axi4/selftest.cpp $(AXI4)/verilated/Vaxi4_checker__ALL.o $(LOCKSTEP)/runtime/verilated.o $(LOCKSTEP)/runtime/verilated_threads.o
	$(CXX) -std=c++17 -O1 -g -faligned-new -Wall -Wextra -Werror -isystem $(AXI4)/verilated -isystem $(VERILATOR_INCLUDE) \
	    -isystem $(VERILATOR_INCLUDE)/vltstd -DVM_TRACE=0 -o $@ $^ -pthread -latomic
.PHONY: axi4-selftest
axi4-selftest: $(AXI4)/selftest
	@tb/tools/axi4/selftest.sh $<
