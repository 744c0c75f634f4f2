# SPDX-License-Identifier: Apache-2.0
# make check: what a change breaks most often, within two minutes once everything is built.
#   make check           formats, the tests of all units and of most models, and of three small units bench and
#                        proof; a dozen runs against the event hashes that are written down (scripts/same/pinned.txt)
#   make check UNIT=x    formats, and all of one unit: its tests in four builds, RTL lint, bench, proof
#   make pinned          writes the event hashes down anew
# DEBUG=1 builds without optimization, in build/debug.

CHECK_MANIFEST := $(BUILD)/check/manifest
CHECK_LIMIT ?= 600
CHECK_UNITS := golden_queue warp_gate page_coalescer
CHECKED := $(if $(filter all,$(UNIT)),$(CHECK_UNITS),$(SELECTED))
# Tests of models that take more than three seconds each.
CHECK_SLOW := compaction covert cuda_machine move mosaic large_room parboil thesis_save colour token_share time_slice \
    delay_gpu fault_gpu gpu probe split_memory lsu_soak follow window gmmu_seat thesis_switch
CHECK_PROGRAMS := $(if $(filter all,$(UNIT)),$(UNIT_TESTS:%=$(TEST)/plain/%) \
    $(patsubst %,$(TEST)/plain/%,$(filter-out $(CHECK_SLOW:%=%_test),$(MODEL_TESTS))), \
    $(foreach build,plain exact san msan,$(patsubst %,$(TEST)/$(build)/%,$(filter $(CHECKED:%=%_test),$(UNIT_TESTS)))))

# The simulator without RTL, and not optimized across files: quickly linked.
CHECK_GMMU := $(BUILD)/check/gmmu
$(CHECK_GMMU): $(CLI_OBJECTS) $(MODEL_LIB) $(UNIT_OBJ)/libunits_c.a
	@mkdir -p $(@D)
	echo '  LINK $@'
	$(CC) $(NO_LTO) -o $@ $^ $(MODEL_LIBS)

define CHECK_STEPS
check lint-format: $(STEP) lint-format
check lint-sources: $(STEP) lint-sources
check lint-tree: $(STEP) lint-tree
check lint-names: $(STEP) lint-names
check lint-floors: $(STEP) lint-floors
check lint-rtl-format: $(STEP) lint-rtl-format
check lint-docs: $(STEP) lint-docs
lint-registers: $(STEP) lint-registers
$(foreach unit,$(sort $(foreach config,$(CHECKED),$(UNIT_OF_$(config)))),check lint-rtl-$(unit): $(STEP) lint-rtl-$(unit)$(newline))
$(foreach test,$(CHECK_PROGRAMS),$(call UNIT_STEP,$(test)): $(test)$(newline))
$(foreach unit,$(CHECKED),lockstep-$(unit): $(STEP) tb-$(unit) SEEDS=1$(newline))
$(foreach unit,$(filter $(CONFIGS),$(filter-out $(VARIANTS),$(CHECKED))),prove-$(call EQUAL_TEST,$(unit)): $(STEP) prove-$(call EQUAL_TEST,$(unit))$(call SIZES_IN_NAME,$(or $(PROVE_TEST_$(unit)),$(PROVE_QUICK_$(unit))))$(newline))
$(if $(filter all,$(UNIT)),pinned: $(PYTHON) scripts/same/pinned.py $(CHECK_GMMU))
endef

.PHONY: $(CHECK_MANIFEST) check-build pinned
export CHECK_STEPS
$(CHECK_MANIFEST):
	@mkdir -p $(@D)
	@echo "$$CHECK_STEPS" >$@

check-build: $(CHECK_PROGRAMS) $(CHECKED:%=$(LOCKSTEP)/%/lockstep) $(if $(filter all,$(UNIT)),$(CHECK_GMMU))

do-check: check-build $(CHECK_MANIFEST)
	@$(PYTHON) scripts/test/run_tests.py $(TEST_FLAGS) --limit $(CHECK_LIMIT) --target check --logs $(BUILD)/check/logs $(CHECK_MANIFEST)

pinned: $(CHECK_GMMU)
	@$(PYTHON) scripts/same/pinned.py --renew --jobs $(JOBS) $<
