# SPDX-License-Identifier: Apache-2.0
# Bugs planted in the memory path of the simulator (tb/chip/planted.py): each must be found.

PLANTED_OBJECTS := $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_c.a
PLANTED_CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g $(WARN) $(MODEL_INCLUDES)

# Tests of one purpose, which the bugs that no oracle sees must fail.
PLANTED_TESTS := dram_channel_test fault_unit_test gddr5_test gto_scheduler_test l2_sectors_test owner_test spaces_test
PLANTED_TEST_OBJECTS := $(PLANTED_TESTS:%=$(TEST)/plain/%.o) $(TEST)/plain/unit_test.o $(TEST)/plain/libhelpers.a

.PHONY: planted
planted: $(PLANTED_OBJECTS) $(PLANTED_TEST_OBJECTS)
	@$(PYTHON) tb/chip/planted.py $(BUILD)/planted '$(CC) $(PLANTED_CFLAGS)' '$(CC) $(NO_LTO)' '$(PLANTED_OBJECTS) $(MODEL_LIBS)' \
	    '$(PLANTED_TEST_OBJECTS) $(filter-out $(CLI_OBJECTS),$(PLANTED_OBJECTS)) $(TEST_LIBS) $(patsubst %,-Wl$(comma)--wrap=%,$(OWNER_JUDGE))'

# Policies as docs/guide/extending.md says (tb/chip/added_test.py): what they declare is known, few objects are made.
# The same of a statistic (tb/chip/added_statistic_test.py).
ADDED = @$(PYTHON) tb/chip/$1 '$(CC) $(PLANTED_CFLAGS)' '$(CC) $(NO_LTO)' '$(PLANTED_OBJECTS) $(MODEL_LIBS)' '$(BUILD)/obj'
.PHONY: added added-statistic
added added-statistic: $(PLANTED_OBJECTS)
added:
	$(call ADDED,added_test.py)
added-statistic:
	$(call ADDED,added_statistic_test.py)

# Bugs planted in C and RTL alike, so that only an assertion can tell (tb/tools/block). Compiled for short runs.
# $1: configuration, $2: block, $3: folder of what is written
PLANTED_IN_BLOCK = $(sort $(foreach line,$(filter $1:%,$(BLOCK_LINES)),$(UNIT_OF_$(word 3,$(subst :, ,$(line))))) $1)
define BLOCK_PLANTED
$3/written: $(wildcard tb/tools/block/*.py) $(foreach unit,$(call PLANTED_IN_BLOCK,$2),hls/$(unit)/$(unit).c hls/$(unit)/$(unit).h rtl/$(unit).sv)
	@mkdir -p $$(@D)
	@$(PYTHON) tb/tools/block/planted.py write $2 $3
	@touch $$@
$(foreach unit,$(call PLANTED_IN_BLOCK,$2),$3/$(unit).c $3/$(unit).sv) $3/$2.h $3/mutant_pkg.sv: $3/written ;
$(call LOCKSTEP_RULES,planted-$1,$2,$3,$3/mutant_pkg.sv $(patsubst %,$3/%.sv,$(call PLANTED_IN_BLOCK,$2)) $(call BLOCK_ASSERTIONS,$2),tb/lockstep/$2.c,$(SHORT_FUNCTIONS) $(MUTATE_FLAGS) $(RTL_SIZES_$1),$(C_SIZES_$1) $(UNIT_INCLUDES) -DLOCKSTEP_JUDGES=0,,$1)
$(LOCKSTEP)/planted-$1/lockstep: $(MUTATE)/selected.o
$(call UNITS_IN_BLOCK,$(LOCKSTEP)/planted-$1,$2,$$(CC) $$(LOCKSTEP_CFLAGS) $(UNIT_INCLUDES) $(C_SIZES_$1),$(LOCKSTEP)/planted-$1/lockstep,$3)
.PHONY: planted-claims-$1
planted-claims-$1: $(LOCKSTEP)/planted-$1/lockstep
	@$(PYTHON) tb/tools/block/planted.py run $2 $$<
endef
$(foreach config,$(filter %_small,$(BLOCK_CONFIGS)),$(eval $(call BLOCK_PLANTED,$(config),$(UNIT_OF_$(config)),$(BUILD)/planted-claims/$(UNIT_OF_$(config)))))
