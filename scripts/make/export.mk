# SPDX-License-Identifier: Apache-2.0
# Units as folders that stand alone (docs/reference/export.md): build/export/<configuration>
#   export-<unit>        writes one; EXPORT_CYCLES vectors in its testbenches
#   export-test-<unit>   simulates, lints, synthesizes and compiles it from a place outside the tree
#   export-selftest      a planted bug must be noticed by the exported testbenches, and by those who look for names

EXPORT := $(BUILD)/export
EXPORT_CYCLES ?= 2000

EXPORTED := $(ASKED_CONFIGS) $(ASKED_BLOCKS)
.PHONY: export-selftest $(EXPORTED:%=export-%) $(EXPORTED:%=export-test-%)
do-export: $(SELECTED:%=export-%)

$(EXPORTED:%=export-%): export-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@CC=$(CC) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) scripts/export/export.py --build $(BUILD) --cycles $(EXPORT_CYCLES) $*

$(EXPORTED:%=export-test-%): export-test-%: export-%
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(PYTHON) tb/tools/export/export_test.py $(EXPORT_FLAGS) $(EXPORT)/$* $(LOCKSTEP)/$*/layout.json

export-selftest: export-golden_queue
	@$(PYTHON) tb/tools/names/names_test.py
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(PYTHON) tb/tools/export/selftest.py $(EXPORT)/golden_queue $(LOCKSTEP)/golden_queue/layout.json
