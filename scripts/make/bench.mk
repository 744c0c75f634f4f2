# SPDX-License-Identifier: Apache-2.0
# make bench: simulation speed of the 30-SM chip on one core; docs/reports/performance.md
# says how to read it. BENCH_FLAGS="--match stream --repeat 5" for a closer look.
# make same: the results of this tree against those of an earlier commit.
# make bench PROFILE=1: the CPU time of each workload by kind of component.
# AGAINST=COMMIT: the commit whose simulator both compare with; built once, below build/same.

BENCH_FLAGS :=
PROFILE :=
SAME_FLAGS :=
AGAINST :=

.PHONY: do-bench do-same same-selftest bench-selftest
REFERENCE = $$(JOBS=$(JOBS) scripts/same/reference.sh $(call quoted,$(AGAINST)) $(BUILD)/same)

do-bench: $(BUILD)/gmmu
	@[ -z $(call quoted,$(AGAINST)) ] || [ -z $(call quoted,$(PROFILE)) ] || \
	    { echo 'make bench: AGAINST and PROFILE: expected one of them' >&2; exit 2; }
	@if [ -n $(call quoted,$(AGAINST)) ]; then folder=$(REFERENCE) || exit; fi; \
	    $(PYTHON) scripts/bench/bench.py $(if $(PROFILE),--profile) $(BENCH_FLAGS) $${folder:+--against $$folder/gmmu} $(BUILD)/gmmu

do-same: $(BUILD)/gmmu
	@[ -n $(call quoted,$(AGAINST)) ] || { echo 'make same: expected AGAINST=COMMIT' >&2; exit 2; }
	@folder=$(REFERENCE) && \
	    $(PYTHON) scripts/same/same.py --reference $$folder/gmmu --cache $$folder/results \
	        --gmmu $(BUILD)/gmmu --jobs $(JOBS) $(SAME_FLAGS)

bench-selftest:
	@$(PYTHON) tb/tools/bench/selftest.py

same-selftest:
	@$(PYTHON) tb/tools/same/selftest.py
