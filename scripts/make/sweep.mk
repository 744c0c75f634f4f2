# SPDX-License-Identifier: Apache-2.0
# make sweep FILE=name.toml: the runs that the file describes (docs/reference/sweeps.md).
#   SWEEP_PROFILE=FOLDER   a Snakemake profile, such as scripts/sweep/slurm: points run on a cluster

FILE ?=
SWEEP_PROFILE ?=
SWEEP := $(BUILD)/sweep

.PHONY: do-sweep sweep-test sweep-slurm
do-sweep: $(BUILD)/gmmu
	@$(if $(FILE),,echo 'sweep: which file? make sweep FILE=name.toml' >&2; exit 2;) \
	$(PYTHON) scripts/sweep/sweep.py --jobs $(JOBS) --store $(SWEEP) $(if $(SWEEP_PROFILE),--profile $(call quoted,$(SWEEP_PROFILE))) \
	    $(BUILD)/gmmu $(call quoted,$(FILE))

sweep-test: $(BUILD)/gmmu
	@$(PYTHON) tb/tools/sweep/page_test.py && $(PYTHON) tb/tools/sweep/sweep_test.py $(BUILD)/gmmu

sweep-slurm: $(BUILD)/gmmu
	@$(PYTHON) tb/tools/sweep/slurm_test.py $(BUILD)/gmmu
