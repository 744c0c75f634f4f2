# SPDX-License-Identifier: Apache-2.0
# make reproduce-mask: figures and tables of MASK's evaluation; docs/reproduction.md discusses them.
# REPRODUCE_MASK_FLAGS=--small: one pair in a short window.

REPRODUCE_MASK_FLAGS :=
REPRODUCE_MASK := $(BUILD)/reproduce_mask

.PHONY: do-reproduce-mask
do-reproduce-mask: $(BUILD)/gmmu
	@$(PYTHON) scripts/reproduce_mask/reproduce.py --jobs $(JOBS) $(if $(SWEEP_PROFILE),--profile '$(SWEEP_PROFILE)') \
	    $(REPRODUCE_MASK_FLAGS) $(BUILD)/gmmu $(REPRODUCE_MASK)
