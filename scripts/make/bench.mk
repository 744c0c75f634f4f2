# SPDX-License-Identifier: Apache-2.0
# make bench: simulation speed of the 30-SM chip on one core; docs/performance.md
# says how to read it. BENCH_FLAGS="--match stream --repeat 5" for a closer look.

BENCH_FLAGS :=

.PHONY: do-bench
do-bench: $(BUILD)/gmmu
	@$(PYTHON) scripts/bench/bench.py $(BENCH_FLAGS) $(BUILD)/gmmu
