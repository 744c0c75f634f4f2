# SPDX-License-Identifier: Apache-2.0
# Units as folders that stand alone (docs/reference/export.md): build/export/<configuration>
#   export-<unit>        writes one; EXPORT_CYCLES vectors in its testbenches; EXPORT=dir: where the folder comes
#   export-test-<unit>   simulates, lints, synthesizes and compiles it from a place outside the tree
#   export-together      several of them are parts of one program, and of one design; export-together-all: all of them
#   export-soc, export-test-soc   the system of tb/soc as a folder; the commands of the guide work in it
#   export-axi4_lite_cdc, export-test-axi4_lite_cdc   the crossing of two clocks as a folder
#   export-benches       the testbench that gmmu_small brings with it, with planted bugs
#   export-selftest      a planted bug must be noticed by the exported testbenches, and by those who look for names

EXPORT := $(BUILD)/export
EXPORT_CYCLES ?= 2000

EXPORTED := $(ASKED_CONFIGS) $(ASKED_BLOCKS)
# Two configurations of one unit, and a block that has both; two units without sizes of their own.
TOGETHER := golden_bank_queue silver_queue dram_scheduler_small golden_queue token_controller
TOGETHER_ALL := $(filter-out $(VARIANTS),$(CONFIGS)) $(filter %_small,$(BLOCK_CONFIGS))
TOGETHER_CYCLES := 100
.PHONY: export-selftest export-benches export-together export-together-all $(EXPORTED:%=export-%) $(EXPORTED:%=export-test-%)
do-export: $(SELECTED:%=export-%) $(SYSTEM:%=export-%)
$(if $(and $(filter do-export,$(MAKECMDGOALS)),$(filter all,$(UNIT))),$(info export: all $(words $(SELECTED)) units; UNIT=name exports one))

$(EXPORTED:%=export-%): export-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@CC=$(CC) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) scripts/export/export.py --build $(BUILD) --to $(call quoted,$(EXPORT)) --cycles $(EXPORT_CYCLES) $*

$(EXPORTED:%=export-test-%): export-test-%: export-%
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(PYTHON) tb/tools/export/export_test.py $(EXPORT_FLAGS) $(EXPORT)/$* $(LOCKSTEP)/$*/layout.json

# $1: names. Into a folder of their own: another step may write the usual one.
define EXPORTED_TOGETHER
	@rm -rf $(EXPORT)-together
	@for name in $1; do PYTHONDONTWRITEBYTECODE=1 CC=$(CC) $(PYTHON) scripts/export/export.py --build $(BUILD) \
	    --to $(EXPORT)-together --cycles $(TOGETHER_CYCLES) $$name >/dev/null || exit 1; done
	@$(PYTHON) tb/tools/export/together.py $(1:%=$(EXPORT)-together/%)
endef
export-together: $(TOGETHER:%=$(BUILD)/vectors/%.txt) $(TOGETHER:%=$(GEN)/%_top.c)
	$(call EXPORTED_TOGETHER,$(TOGETHER))

export-together-all: $(TOGETHER_ALL:%=$(BUILD)/vectors/%.txt) $(TOGETHER_ALL:%=$(GEN)/%_top.c)
	$(call EXPORTED_TOGETHER,$(TOGETHER_ALL))

export-selftest: export-golden_queue
	@$(PYTHON) tb/tools/names/names_test.py
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(PYTHON) tb/tools/export/selftest.py $(EXPORT)/golden_queue $(LOCKSTEP)/golden_queue/layout.json

# In a folder of its own.
export-benches: $(BUILD)/vectors/gmmu_small.txt $(GEN)/gmmu_small_top.c
	@CC=$(CC) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) scripts/export/export.py --build $(BUILD) --to $(EXPORT)-benches --cycles $(TOGETHER_CYCLES) gmmu_small
	@$(PYTHON) -m tb.tools.export.bench_test $(EXPORT)-benches/gmmu_small

# The system (scripts/make/soc.mk).
.PHONY: export-soc export-test-soc
export-soc:
	@CC=$(CC) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m scripts.export.soc --to $(call quoted,$(EXPORT)/soc) --top soc \
	    --cflags=$(call quoted,$(SOC_CFLAGS)) --verilator=$(call quoted,$(SOC_VERILATOR_FLAGS)) \
	    $(wildcard tb/soc/*.c tb/soc/*.cpp) $(SOC_MODELS:%=models/%.c)

export-test-soc: export-soc $(SOC)/soc_rtl
	@$(PYTHON) tb/tools/export/soc_test.py $(EXPORT)/soc $(SOC)/soc_rtl docs/guide/integrator.md

.PHONY: export-axi4_lite_cdc export-test-axi4_lite_cdc
export-axi4_lite_cdc:
	@PYTHONDONTWRITEBYTECODE=1 $(PYTHON) -m scripts.export.crossing --to $(call quoted,$(EXPORT)/axi4_lite_cdc)

export-test-axi4_lite_cdc: export-axi4_lite_cdc
	@$(PYTHON) -m tb.tools.export.crossing_test $(EXPORT)/axi4_lite_cdc
