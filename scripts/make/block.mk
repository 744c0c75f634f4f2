# SPDX-License-Identifier: Apache-2.0
# Blocks: units and the wires between them (docs/guide/adding-a-unit.md). hls/<block>/units has a line a unit:
# instance, configuration, then sizes that the block has under another name, GMMU_UNIT_SIZE=GMMU_BLOCK_SIZE.
#   tb-<block>           lock-step bench, with assertions bound to the RTL: rules of AXI4 and AXI4-Lite, promises
#   planted-claims-<block>_small   bugs planted in C and RTL alike: the assertions find each
#   icarus-<block>       its RTL in Icarus Verilog, on vectors of the C
#   axi4-selftest        the checker finds each planted violation
#   planted-gmmu         bugs planted in the C of gmmu: its test finds each
#   sby-<block>          bounded check of the composition; scripts/make/sva.mk has those of single units

# A block whose queues are small is through them in less time.
TB_FLAGS_BLOCK = --jumps 0 $(if $(filter %_small,$(call BASE_OF,$1)),--seeds 4 --cycles 200000,--seeds 2 --cycles 40000)

# What is bound to the RTL of a block by its tb/formal/<block>_bind.sv
BLOCK_CHECKERS_dram_scheduler := axi4_checker dram_scheduler_claims
BLOCK_CHECKERS_gmmu := axi4_checker axi4_lite_checker gmmu_claims
BLOCK_ASSERTIONS = $(patsubst %,tb/formal/%.sv,$(BLOCK_CHECKERS_$1) $1_bind)

# A unit as a block has it: at the sizes of the block, then at those that its line gives it.
# $1: folder of the object, $2: block, $3: compiler and flags, the sizes of the block too, $4: what needs the object,
# $5: configuration of the unit, $6: its source, $7: sizes of the line
define UNIT_IN_BLOCK
$1/$5.o: $6 hls/$2/units hls/$2/configs
	@mkdir -p $$(@D)
	$3 $(7:%=-D%) $(filter-out $(C_SIZES_$5),$(RENAMED_$5)) -MMD -MP -c $$< -o $$@
$4: $1/$5.o
-include $(wildcard $1/$5.d)
endef
# All of them; $1 to $4 as above, $5: folder of their C, by default their own.
UNIT_SOURCE = $(or $(2:%=%/$(UNIT_OF_$1).c),hls/$(UNIT_OF_$1)/$(UNIT_OF_$1).c)
define UNITS_IN_BLOCK
$(foreach line,$(filter $2:%,$(BLOCK_LINES)),$(call UNIT_IN_BLOCK,$1,$2,$3,$4,$(word 3,$(subst :, ,$(line))),$(call \
    UNIT_SOURCE,$(word 3,$(subst :, ,$(line))),$5),$(wordlist 4,99,$(subst :, ,$(line))))
)
endef

# $1: configuration, $2: its block
define BLOCK_RULES
$(call LOCKSTEP_RULES,$1,$2,hls/$2,rtl/$2.sv $(call BLOCK_ASSERTIONS,$2),tb/lockstep/$2.c,$(SHORT_FUNCTIONS) $(RTL_SIZES_$1),$(C_SIZES_$1) $(UNIT_INCLUDES),,$1)
$(call UNITS_IN_BLOCK,$(LOCKSTEP)/$1,$2,$$(CC) $$(LOCKSTEP_CFLAGS) $(C_SIZES_$1),$(patsubst %,$(LOCKSTEP)/$1/%,lockstep wave))
.PHONY: tb-build-$1 tb-$1 icarus-$1
tb-build-$1: $(LOCKSTEP)/$1/lockstep
tb-$1: $(call BENCH_OF,$1)
$(call RUN_BENCH,$1,$(call TB_FLAGS_BLOCK,$1))
icarus-$1: $(ICARUS)/$1/sim.vvp
	@vvp -n $$< | tee $(ICARUS)/$1/log && grep -q '^PASS' $(ICARUS)/$1/log
endef
$(foreach config,$(ASKED_BLOCKS),$(eval $(call BLOCK_RULES,$(config),$(UNIT_OF_$(config)))))

# tb/unit/<block>_block_test.c, and what tests software at it, at the default sizes. $1: build of scripts/make/unit.mk, $2: block
SOFTWARE_OF_gmmu := gmmu_device
define BLOCK_TEST
$(TEST)/$1/$2.o: hls/$2/$2.c
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -MMD -MP -c $$< -o $$@
$(patsubst %,$(TEST)/$1/%_test,$2_block $(SOFTWARE_OF_$2)): $(TEST)/$1/$2.o
$(call UNITS_IN_BLOCK,$(TEST)/$1/$2,$2,$$(TEST_CC_$1) $$(TEST_CFLAGS_$1),$(patsubst %,$(TEST)/$1/%_test,$2_block $(SOFTWARE_OF_$2)))
endef
$(foreach build,plain exact san msan,$(foreach block,$(BLOCKS),$(eval $(call BLOCK_TEST,$(build),$(block)))))

# Blocks in the simulator, behind models/units/unit.h as a unit is (their adapters: scripts/make/gen.mk). Their units
# have sizes of their own, so one object holds them all, and shows the functions of the block alone.
# $1: directory, $2: block, $3: compiler and flags, $4: what has the object; for a size that has not the block's name
# $5: configuration, $6: its adapter
define MODEL_BLOCK
$1/model_$2/block.o: hls/$2/$2.c hls/$2/configs
$1/model_$2/adapter.o: $(or $6,$(GEN)/$2_c.c)
$1/model_$2/block.o $1/model_$2/adapter.o:
	@mkdir -p $$(@D)
	$3 $(C_SIZES_$(or $5,$2)) -MMD -MP -c $$< -o $$@
-include $(wildcard $(patsubst %,$1/model_$2/%.d,block adapter))
$1/$2_block.o: $1/model_$2/block.o $1/model_$2/adapter.o
	ld -r -o $$@.tmp $$(filter %.o,$$^)
	objcopy --keep-global-symbol=$2_c_ops $$@.tmp $$@
	@rm $$@.tmp
$(call UNITS_IN_BLOCK,$1/model_$2,$2,$3 $(C_SIZES_$(or $5,$2)),$1/$2_block.o)
$4: $1/$2_block.o
endef
$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK,$(UNIT_OBJ),$(block),$$(CC) $$(UNIT_CFLAGS) $$(NO_LTO),$(UNIT_OBJ)/libunits_c.a $(UNIT_OBJ)/libunits_rtl.a)))
$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK,$(TEST)/san,$(block),$$(CLANG) $$(TEST_CFLAGS_san),$(UNITS_C_SAN))))
$(UNIT_OBJ)/libunits_rtl.a: $(foreach block,$(MODEL_BLOCKS),$(UNIT_OBJ)/$(block)_rtl.o)

.PHONY: planted-gmmu
planted-gmmu:
	@$(PYTHON) tb/tools/gmmu/planted.py $(CC) $(BUILD)/planted-gmmu

# The AXI4 checker, without a block.
AXI4 := $(BUILD)/axi4
$(AXI4)/verilated/Vaxi4_checker__ALL.cpp: tb/formal/axi4_checker.sv
	@rm -rf $(@D) && mkdir -p $(@D)
	$(call VERILATE,Vaxi4_checker,axi4_checker,$(@D),$<,--cc -O3 --x-assign unique --x-initial unique -Wall --assert)
$(AXI4)/selftest: tb/tools/axi4/selftest.cpp $(AXI4)/verilated/Vaxi4_checker__ALL.cpp $(LOCKSTEP)/runtime/verilated.o $(LOCKSTEP)/runtime/verilated_threads.o
	$(CXX) -std=c++17 -O1 -g -faligned-new -Wall -Wextra -Werror -isystem $(AXI4)/verilated $(VERILATOR_HEADERS) \
	    -DVM_TRACE=0 -o $@ $(filter-out %__ALL.cpp,$^) -pthread -latomic
.PHONY: axi4-selftest
axi4-selftest: $(AXI4)/selftest
	@tb/tools/axi4/selftest.sh $<
