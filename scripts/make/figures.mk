# SPDX-License-Identifier: Apache-2.0
# make figures: figures 6.1 and 6.11 to 6.15 of the thesis; docs/reports/thesis-6.md
# discusses them. FIGURES_FLAGS="--only 6.11 --benchmarks lbm --seeds 5" for a part.
#   figures-faults  Fig. 6.2: faults in flight and active warps of bfs over time
#   figures-deep    Fig. 6.11 with a replay queue of 192 entries for 64 (C only): what its size costs

FIGURES_FLAGS :=
FIGURES := $(BUILD)/figures
DEEP := $(FIGURES)/deep-build
DEEP_SIZE := -DGMMU_REPLAY_DEPTH=192

.PHONY: do-figures figures-faults figures-deep
do-figures: $(BUILD)/gmmu
	@$(PYTHON) scripts/experiments/thesis/figures.py --jobs $(JOBS) $(FIGURES_FLAGS) $(BUILD)/gmmu $(FIGURES)

figures-faults: $(BUILD)/gmmu
	@mkdir -p $(FIGURES)
	@$< run --chip tanasic --faults migrate --app kernel:parboil-bfs --no-alone --quiet --perfetto $(FIGURES)/faults.json
	@$(PYTHON) scripts/experiments/thesis/fault_time.py $(FIGURES)/faults.json $(FIGURES)/fig_6_2.svg

# The simulator without RTL.
$(BUILD)/gmmu_c: $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_c.a
	echo '  LINK $@'
	$(CC) -O3 $(MARCH) $(LTO) -o $@ $^ $(MODEL_LIBS)

# In a folder of its own: the size is another one in every object.
figures-deep:
	@$(STEP) BUILD=$(DEEP) CC='$(CC) $(DEEP_SIZE)' C_SIZES_replay_queue=$(DEEP_SIZE) $(DEEP)/gmmu_c
	@$(PYTHON) scripts/experiments/thesis/figures.py --jobs $(JOBS) --only 6.11 $(FIGURES_FLAGS) $(DEEP)/gmmu_c $(FIGURES)/deep
