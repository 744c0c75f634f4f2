# make figures: figures 6.1 and 6.11 to 6.15 of the thesis, docs/reproduction.md
# discusses them. FIGURES_FLAGS="--only 6.11 --small" for a part.

FIGURES_FLAGS :=

.PHONY: do-figures
do-figures: $(BUILD)/gmmu
	@$(PYTHON) scripts/figures/figures.py --jobs $(JOBS) $(FIGURES_FLAGS) $(BUILD)/gmmu $(BUILD)/figures
