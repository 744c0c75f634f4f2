# SPDX-License-Identifier: Apache-2.0
# Area, timing and storage (docs/reference/area.md); results in build/area/.
#   area           standard cells, timing, FPGA cells; with all units also storage beside MASK 7.4
#   area-derived   RTL derived from the C beside the hand-written RTL
#   area-sweep     over the sizes of the units, SWEEP=log one of them; at most AREA_SWEEP_LIMIT seconds, then
#                  the points under way
#   layout         placed and routed by qflow; units small enough (LAYOUT_UNITS) without UNIT=name
#   fpga           placed and routed by nextpnr
#   area-mechanisms   a table for each mechanism of the papers, MECHANISM=name one of them;
#                  LIBRARIES='name:nm=file,file ...' further libraries, for the tables next to OSU's
#   area-fpga      LUTs, flip-flops and block RAMs on three FPGAs, before placement; both with AREA_SWEEP_LIMIT
#   area-selftest  the flow on two units, and on a broken one
#   area-tables    mechanisms and FPGA cells, on small units
#   area-libraries   libraries in every form of the language, and lacking cells
#   area-physical  layout, FPGA and power on a small unit, and with faults
# With UNIT=name the report is area-name, so that it does not replace that of all units.
# LIBERTY='file ...': one library in one or several files instead of the OSU 0.18 um library; CLOCK=ns: the period wanted.

LIBERTY ?=
LIBRARIES ?=
MECHANISM ?=
CLOCK ?=
AREA_JOBS := 2
AREA_SWEEP_LIMIT ?= 3600
AREA := $(PYTHON) scripts/area
AREA_FLAGS = --build $(BUILD) --jobs $(AREA_JOBS) $(if $(LIBERTY),--liberty $(call quoted,$(LIBERTY)))
CLOCK_FLAG = $(if $(CLOCK),--clock $(call quoted,$(CLOCK)))

.PHONY: area-derived area-sweep area-mechanisms area-fpga area-tables area-selftest area-libraries area-physical
do-area: $(SELECTED:%=$(GEN)/%.layout.json)
	@$(AREA)/area.py $(AREA_FLAGS) $(CLOCK_FLAG) $(if $(filter all,$(UNIT)),,--report area-$(firstword $(UNIT))) $(SELECTED)
ifneq ($(filter all,$(UNIT)),)
	@echo; $(AREA)/storage.py --build $(BUILD) $(SELECTED)
endif

# make area-derived [UNIT=name|all]; the translation of the large units takes minutes
area-derived: $(SELECTED:%=$(GEN)/%.layout.json)
	@for unit in $(SELECTED); do \
	    $(PYTHON) scripts/formal/derive_rtl.py $$unit --build $(BUILD) || exit 1; done
	@$(AREA)/area.py $(AREA_FLAGS) $(CLOCK_FLAG) --derived --report derived$(if $(filter all,$(UNIT)),,-$(firstword $(UNIT))) $(SELECTED)

area-sweep:
	@$(AREA)/sweep.py $(AREA_FLAGS) --clang $(CLANG) --limit $(AREA_SWEEP_LIMIT) $(SWEEP:%=--only %)

area-selftest: $(GEN)/golden_queue.layout.json $(GEN)/bypass_cache.layout.json
	@$(PYTHON) tb/tools/area/selftest.py --build $(BUILD)

area-mechanisms:
	@$(AREA)/mechanisms.py --build $(BUILD) --clang $(CLANG) --limit $(AREA_SWEEP_LIMIT) $(MECHANISM:%=--only %) \
	    $(if $(LIBRARIES),-- $(foreach library,$(LIBRARIES),$(call quoted,$(library))))

# Of all units, and of both blocks
FPGA_CELLS := $(SELECTED) $(if $(filter all,$(UNIT)),$(BLOCK_CONFIGS))
area-fpga: $(FPGA_CELLS:%=$(GEN)/%.layout.json)
	@$(AREA)/fpga_cells.py --build $(BUILD) --limit $(AREA_SWEEP_LIMIT) $(FPGA_CELLS)

area-tables: $(GEN)/warp_gate.layout.json
	@$(PYTHON) tb/tools/area/tables_test.py --build $(BUILD)

area-libraries: $(GEN)/warp_gate.layout.json
	@$(PYTHON) tb/tools/area/liberty_test.py --build $(BUILD)

area-physical: $(GEN)/page_coalescer.layout.json
	@$(PYTHON) tb/tools/area/physical_test.py --build $(BUILD) --verilator $(VERILATOR)

LAYOUT_UNITS := axi4_lite_port block_queue page_coalescer ptb_queue record_writer vortex_port warp_gate
LAID_OUT := $(if $(filter all,$(UNIT)),$(LAYOUT_UNITS),$(SELECTED))
do-layout: $(LAID_OUT:%=$(GEN)/%.layout.json)
	@$(AREA)/layout.py --build $(BUILD) $(LAID_OUT)

do-fpga: $(SELECTED:%=$(GEN)/%.layout.json)
	@$(AREA)/fpga.py --build $(BUILD) $(SELECTED)
