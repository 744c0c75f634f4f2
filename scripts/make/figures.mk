# SPDX-License-Identifier: Apache-2.0
# make figures: figures 6.1 and 6.11 to 6.15 of the thesis; docs/reproduction.md
# discusses them. FIGURES_FLAGS="--only 6.11 --benchmarks lbm --seeds 5" for a part.
#   figures-deep    Fig. 6.11 with a replay queue of 192 entries for 64 (C only): what its size costs

FIGURES_FLAGS :=
FIGURES := $(BUILD)/figures
GMMU_DEEP := $(FIGURES)/gmmu_deep
GMMU_DEEP_SRC := $(MODEL_SOURCES) $(sort $(wildcard models/cli/*.c)) $(foreach unit,$(UNITS),hls/$(unit)/$(unit).c) \
    $(UNITS:%=$(GEN)/%_c.c) $(GEN)/units_table.c

.PHONY: do-figures figures-deep
do-figures: $(BUILD)/gmmu
	@$(PYTHON) scripts/figures/figures.py --jobs $(JOBS) $(FIGURES_FLAGS) $(BUILD)/gmmu $(FIGURES)

$(GMMU_DEEP): $(GMMU_DEEP_SRC)
	@mkdir -p $(@D)
	$(CC) $(MODEL_CFLAGS) -DGMMU_NO_RTL -DGMMU_REPLAY_DEPTH=192 -o $@ $^ $(MODEL_LIBS)

figures-deep: $(GMMU_DEEP)
	@$(PYTHON) scripts/figures/figures.py --jobs $(JOBS) --only 6.11 $(FIGURES_FLAGS) $(GMMU_DEEP) $(FIGURES)/deep
