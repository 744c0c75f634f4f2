# SPDX-License-Identifier: Apache-2.0
# make reproduce-fgpu: Fig. 8, 9 and Table III of Fractional GPUs; docs/real-gpus.md discusses them.
# REPRODUCE_FGPU_FLAGS=--small: one victim and one co-runner.

REPRODUCE_FGPU_FLAGS :=
REPRODUCE_FGPU := $(BUILD)/reproduce_fgpu

.PHONY: do-reproduce-fgpu
do-reproduce-fgpu: $(BUILD)/gmmu
	@$(PYTHON) scripts/reproduce_fgpu/reproduce.py --jobs $(JOBS) $(if $(SWEEP_PROFILE),--profile '$(SWEEP_PROFILE)') \
	    $(REPRODUCE_FGPU_FLAGS) $(BUILD)/gmmu $(REPRODUCE_FGPU)
