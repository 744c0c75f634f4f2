# SPDX-License-Identifier: Apache-2.0
# HLS tools of the user (docs/hls.md); the table is build/hls/hls.md.
#   make hls UNIT=name TOOL=bambu|vitis|catapult [HLS_CLOCK=ns] [HLS_DEVICE=...]
#   make hls-csim-<unit>     the testbench of the tools, compiled: the generated <unit>_top.c
#                            against the C model, in every spelling of the types
#   make hls-selftest        the drivers against small stand-ins of the tools
#   make hls-bambu           warp_gate through Bambu, where it is installed
# Tools are looked for in PATH and below HLS_TOOLS_DIR; HLS_TIMEOUT is the limit for one unit.

TOOL ?=
HLS_CLOCK ?= 5
HLS_DEVICE ?=
HLS_CYCLES ?= 300
HLS_TIMEOUT ?= 7200
HLS := $(BUILD)/hls
HLS_SCRIPT = $(PYTHON) scripts/hls/hls.py --build $(BUILD) --cycles $(HLS_CYCLES) \
    --clock $(HLS_CLOCK) --timeout $(HLS_TIMEOUT) $(if $(HLS_DEVICE),--device $(HLS_DEVICE))

.PHONY: hls-check-tool hls-csim hls-selftest hls-bambu $(CONFIGS:%=hls-run-%) $(CONFIGS:%=hls-csim-%)

hls-check-tool:
	@$(if $(TOOL),,echo 'hls: which tool? make hls UNIT=name TOOL=bambu|vitis|catapult' >&2; exit 2;) \
	$(HLS_SCRIPT) check $(TOOL)

$(CONFIGS:%=hls-run-%): hls-run-%: hls-check-tool $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@$(HLS_SCRIPT) run $(TOOL) $*

# One after the other: they share the table.
do-hls: hls-check-tool
	@for unit in $(SELECTED); do $(MAKE) --no-print-directory -s hls-run-$$unit || exit 2; done

hls-csim: $(CONFIGS:%=hls-csim-%)
$(CONFIGS:%=hls-csim-%): hls-csim-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(HLS_SCRIPT) --cycles $(ICARUS_CYCLES) csim $*

hls-selftest: $(BUILD)/vectors/golden_queue.txt $(GEN)/golden_queue_top.c
	@PYTHONDONTWRITEBYTECODE=1 CLANG=$(CLANG) CC=$(CC) CXX=$(CXX) BUILD=$(BUILD) $(PYTHON) tb/tools/hls/hls_test.py

hls-bambu: $(BUILD)/vectors/warp_gate.txt $(GEN)/warp_gate_top.c
	@PYTHONDONTWRITEBYTECODE=1 BUILD=$(BUILD) $(PYTHON) tb/tools/hls/bambu_test.py
