# SPDX-License-Identifier: Apache-2.0
# make reproduce-mask, -mosaic, -fgpu: figures and tables of a paper's evaluation; docs/reports/README.md and
# docs/reports/real-gpus.md discuss them. REPRODUCE_MASK_FLAGS=--small, and so on: few points.

REPRODUCE_MASK_FLAGS :=
REPRODUCE_MOSAIC_FLAGS :=
REPRODUCE_FGPU_FLAGS :=
REPRODUCE_DSS_FLAGS :=
REPRODUCE_KARNAGEL_FLAGS :=
REPRODUCTIONS := do-reproduce-mask do-reproduce-mosaic do-reproduce-fgpu do-reproduce-dss do-reproduce-karnagel

.PHONY: $(REPRODUCTIONS)
do-reproduce-mask: REPRODUCE_FLAGS = $(REPRODUCE_MASK_FLAGS)
do-reproduce-mosaic: REPRODUCE_FLAGS = $(REPRODUCE_MOSAIC_FLAGS)
do-reproduce-fgpu: REPRODUCE_FLAGS = $(REPRODUCE_FGPU_FLAGS)
do-reproduce-dss: REPRODUCE_FLAGS = $(REPRODUCE_DSS_FLAGS)
do-reproduce-karnagel: REPRODUCE_FLAGS = $(REPRODUCE_KARNAGEL_FLAGS)
$(REPRODUCTIONS): do-reproduce-%: $(BUILD)/gmmu
	@$(PYTHON) scripts/experiments/$*/reproduce.py --jobs $(JOBS) $(if $(SWEEP_PROFILE),--profile $(call quoted,$(SWEEP_PROFILE))) \
	    $(REPRODUCE_FLAGS) $(BUILD)/gmmu $(BUILD)/reproduce_$*
