# SPDX-License-Identifier: Apache-2.0
# Coverage of the lock-step benches (docs/design/verification.md): make coverage [UNIT=name]
#   coverage-<unit>     runs its bench with counters: build/coverage/<unit>.{json,info}; also of a block
#   coverage-page       build/coverage/index.html, of all units that have been run
#   coverage-check      two units against what the tests ask for
# Verilator counts lines and toggles of the RTL, gcc lines and branches of the C, the
# harness its functional bins. COVERAGE_FLAGS="--cycles N" for another length.

COVERAGE := $(BUILD)/coverage
COVERAGE_FLAGS ?=
COVERAGE_RUN = $(PYTHON) scripts/coverage/coverage.py --build $(BUILD)
# With counters in them, loops are larger than Verilator would unroll by itself.
COVERAGE_VERILATOR := --coverage-line --coverage-toggle --unroll-stmts 1000000 --unroll-count 1000
COVERAGE_CHECKED := golden_queue warp_gate

# $1: configuration
define COVERAGE_RULES
$(call LOCKSTEP_CONFIG,coverage-$1,$1,rtl/$(UNIT_OF_$1).sv,$(COVERAGE_VERILATOR) $(RTL_SIZES_$1),-O0 --coverage $(C_SIZES_$1),-DVM_COVERAGE=1)
$(LOCKSTEP)/coverage-$1/lockstep: $(LOCKSTEP)/coverage/verilated_cov.o
$(LOCKSTEP)/coverage-$1/lockstep: LOCKSTEP_LIBS += -lgcov
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call COVERAGE_RULES,$(config))))

# The same of a block, without its assertions; its bench does not jump. $1: configuration, $2: its block
define COVERAGE_BLOCK
$(call LOCKSTEP_RULES,coverage-$1,$2,hls/$2,rtl/$2.sv,tb/lockstep/$2.c,$(COVERAGE_VERILATOR) $(SHORT_FUNCTIONS) $(RTL_SIZES_$1),-O0 --coverage $(C_SIZES_$1) $(UNIT_INCLUDES),-DVM_COVERAGE=1,$1)
$(call UNITS_IN_BLOCK,$(LOCKSTEP)/coverage-$1,$2,$$(CC) $$(LOCKSTEP_CFLAGS) $(UNIT_INCLUDES) -O0 --coverage $(C_SIZES_$1),$(LOCKSTEP)/coverage-$1/lockstep)
$(LOCKSTEP)/coverage-$1/lockstep: $(LOCKSTEP)/coverage/verilated_cov.o
$(LOCKSTEP)/coverage-$1/lockstep: LOCKSTEP_LIBS += -lgcov
endef
$(foreach config,$(ASKED_BLOCKS),$(eval $(call COVERAGE_BLOCK,$(config),$(UNIT_OF_$(config)))))

$(LOCKSTEP)/coverage/%.o:
	@mkdir -p $(@D)
	$(CXX) $(VERILATED_CXXFLAGS) -c $(VERILATOR_INCLUDE)/$*.cpp -o $@

.PHONY: do-coverage coverage-page coverage-check $(ASKED_CONFIGS:%=coverage-%) $(ASKED_BLOCKS:%=coverage-%)
$(ASKED_CONFIGS:%=coverage-%): coverage-%: $(LOCKSTEP)/coverage-%/lockstep
	@$(COVERAGE_RUN) $(COVERAGE_FLAGS) run $*

$(ASKED_BLOCKS:%=coverage-%): coverage-%: $(LOCKSTEP)/coverage-%/lockstep
	@$(COVERAGE_RUN) --no-jumps $(or $(COVERAGE_FLAGS),$(if $(filter-out %_small,$*),--cycles 40000)) run $*

coverage-page:
	@$(COVERAGE_RUN) page $(ASKED_CONFIGS) $(ASKED_BLOCKS)

do-coverage: $(SELECTED:%=coverage-%)
	@$(STEP) coverage-page

coverage-check: $(COVERAGE_CHECKED:%=coverage-%)
	@$(COVERAGE_RUN) check $(COVERAGE_CHECKED)
	@$(PYTHON) tb/tools/coverage/info_test.py && $(PYTHON) tb/tools/coverage/page_test.py
