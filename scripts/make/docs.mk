# SPDX-License-Identifier: Apache-2.0
# What pages hold that flows know (docs/status.md).
#   make status   the tables of units in README.md and docs/status.md; chips.txt from the simulator

do-status: $(BUILD)/gmmu
	@$(PYTHON) scripts/docs/status.py --chips $<
	@$(PYTHON) scripts/docs/status.py
