# SPDX-License-Identifier: Apache-2.0
# make run: the main job, two applications of MASK Table 2 in two address spaces, on the baseline, with each
# mechanism of MASK alone, and with all three, in a window of ten epochs after four of warm-up; and MASK once more
# with all units as RTL. docs/reports/mask-pairs.md says why these two, and why this chip.

MAIN_JOB := --chip mask-simulator --app kernel:gups,size=2M --app kernel:blk --epoch 5000 \
    --set measure.warmup_epochs=4 --set measure.epochs=10
SMALL_JOB := --app kernel:gups,size=16M,updates=2K --app kernel:stream,size=1M
MAIN_JOB_DIR := $(BUILD)/report
MAIN_JOB_FLAGS := $(MAIN_JOB)
MAIN_JOB_COMMAND = $(BUILD)/gmmu compare --design sharedtlb --design mask-tlb --design mask-cache --design mask-dram --design mask \
    --design mask+rtl $(MAIN_JOB_FLAGS)

.PHONY: main-job
main-job: $(BUILD)/gmmu $(BUILD)/gmmu-report
	@mkdir -p $(MAIN_JOB_DIR)
	@echo '$(MAIN_JOB_COMMAND)'
	@$(MAIN_JOB_COMMAND) --json $(MAIN_JOB_DIR)/compare.json
	@$(BUILD)/gmmu report $(MAIN_JOB_DIR)/compare.json --html $(MAIN_JOB_DIR)/index.html

# Little is printed for a long time otherwise.
.PHONY: first-time
first-time:
	@[ -x $(BUILD)/gmmu ] || echo 'make run: the simulator and the RTL of all units are compiled first, some ten minutes on two cores' >&2

do-run: first-time main-job

# What gmmu report runs.
$(BUILD)/gmmu-report: scripts/install/report_program.py $(wildcard scripts/plot/*.py scripts/output/*.py)
	@mkdir -p $(@D)
	@$(PYTHON) -m scripts.install.report_program $@

# Preloaded into the simulator by tb/cli/outputs_test.py.
INJECT := $(BUILD)/test/inject.so
$(INJECT): tb/cli/inject.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -D_GNU_SOURCE -O2 -g -fPIC -shared $(WARN) -o $@ $<
