# SPDX-License-Identifier: Apache-2.0
# make soak: each random test with one seed after the other (scripts/test/soak.py). What a test expects must hold for
# every seed, and a coverage that some seeds miss fails one run of make test in a hundred.
SOAK_SEEDS ?= 300
SOAK_SECONDS ?= 10
SOAK_FIRST ?= $(SEED)
# Programs of unit tests, whose tests may draw; benches as make tb runs them; tests of the command line that draw.
SOAK_UNITS := $(filter $(TEST)/plain/%,$(UNIT_TEST_PROGRAMS))
SOAK_BENCHES := $(TB_ALWAYS)
SOAK_BENCH = $(LOCKSTEP)/$1/lockstep $(if $(filter $1,$(BLOCK_CONFIGS)),$(call TB_FLAGS_BLOCK,$1),$(call TB_FLAGS,$1))
SOAKED = $(foreach program,$(SOAK_UNITS),$(call quoted,$(program))) $(foreach bench,$(SOAK_BENCHES),$(call quoted,$(strip $(call SOAK_BENCH,$(bench))))) \
    $(foreach test,description probe,'$(PYTHON) tb/cli/$(test)_test.py $(BUILD)/gmmu')

do-soak: $(SOAK_UNITS) $(SOAK_BENCHES:%=$(LOCKSTEP)/%/lockstep) $(BUILD)/gmmu
	@$(PYTHON) -m scripts.test.soak --seeds $(SOAK_SEEDS) --seconds $(SOAK_SECONDS) $(if $(SOAK_FIRST),--first $(SOAK_FIRST)) \
	    $(if $(MATCH),--match $(call quoted,$(MATCH))) $(SOAKED)
