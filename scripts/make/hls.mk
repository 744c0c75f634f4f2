# SPDX-License-Identifier: Apache-2.0
# HLS tools of the user (docs/reference/hls.md); the table is build/hls/hls.md.
#   make hls UNIT=name TOOL=bambu|vitis|catapult [HLS_CLOCK=ns] [HLS_DEVICE=...]
#                            [HLS_STYLE=best|struct|arrays|scalar]
#   make hls-check UNIT=name without any tool: does the C keep the subset's rules, and agree with its vectors
#   make hls-csim-<unit>     the testbench of the tools, compiled: the generated <unit>_top.c
#                            against the C model, in every spelling of the types
#   make hls-styles-<unit>   the same for the tops of the other styles
#   make hls-selftest        the drivers against small stand-ins of the tools
#   make hls-price UNIT=name one table of the RTL by hand, the RTL from the C, and what tools made: build/hls/price.md;
#                            HLS_PRICE_LIMIT seconds of processor time for each synthesis
#   make hls-bambu           warp_gate and golden_queue through Bambu, also with exact pins, where it is installed
#   make hls-bambu-lost      a value that Bambu loses, and the option with which it does not (tb/tools/hls/lost_value.c)
#   make hls-bambu-<unit>    a unit through Bambu in its best style, where it is installed; hls-bambu-all: all units
# Tools are looked for in PATH and below HLS_TOOLS_DIR; HLS_TIMEOUT is the limit for one unit. hls-bambu and
# hls-bambu-<unit> also look for a packed Bambu beside the project, and unpack it into build/tools.

TOOL ?=
HLS_CLOCK ?= 5
HLS_DEVICE ?=
HLS_STYLE ?= best
HLS_CYCLES ?= 300
HLS_TIMEOUT ?= 7200
HLS_PRICE_LIMIT ?= 2400
HLS := $(BUILD)/hls
HLS_SCRIPT = $(PYTHON) scripts/hls/hls.py --build $(BUILD) --cycles $(call quoted,$(HLS_CYCLES)) \
    --style $(call quoted,$(HLS_STYLE)) --clock $(call quoted,$(HLS_CLOCK)) --timeout $(call quoted,$(HLS_TIMEOUT)) \
    $(if $(HLS_DEVICE),--device $(call quoted,$(HLS_DEVICE)))

.PHONY: hls-check-tool hls-csim hls-selftest hls-bambu $(ASKED_CONFIGS:%=hls-run-%) $(ASKED_CONFIGS:%=hls-csim-%) \
    $(ASKED_CONFIGS:%=hls-styles-%)

hls-check-tool:
	@$(foreach block,$(filter $(BLOCK_CONFIGS) $(ASKED_BLOCKS),$(SELECTED)),$(error UNIT=$(block): expected units, not a block: a tool gets its units one by one, $(sort $(foreach line,$(filter $(UNIT_OF_$(block)):%,$(BLOCK_LINES)),$(word 3,$(subst :, ,$(line)))))))
	@$(HLS_SCRIPT) check '$(TOOL)' 'UNIT=$(UNIT)'

$(ASKED_CONFIGS:%=hls-run-%): hls-run-%: hls-check-tool $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@$(HLS_SCRIPT) run $(TOOL) $*

# One after the other: a tool takes up to a gigabyte. A unit that fails does not hide the next.
do-hls: hls-check-tool
	@code=0; for unit in $(SELECTED); do $(MAKE) --no-print-directory -s hls-run-$$unit || code=2; done; exit $$code

.PHONY: hls-price
hls-price: $(SELECTED:%=$(BUILD)/derived/%.v)
	@$(PYTHON) scripts/hls/price.py --build $(BUILD) --limit $(HLS_PRICE_LIMIT) $(SELECTED)

hls-csim: $(ASKED_CONFIGS:%=hls-csim-%)
$(ASKED_CONFIGS:%=hls-csim-%): hls-csim-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(HLS_SCRIPT) --cycles $(ICARUS_CYCLES) csim $*

.PHONY: hls-check $(ASKED_CONFIGS:%=hls-check-%)
hls-check: $(SELECTED:%=hls-check-%)
$(ASKED_CONFIGS:%=hls-check-%): hls-check-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@$(PYTHON) scripts/lint/hls_subset.py --clang $(CLANG) $(C_SIZES_$*) -Ihls/common -Ihls/$(UNIT_OF_$*) \
	    hls/$(UNIT_OF_$*)/*.c $(GEN)/$*_top.c
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(HLS_SCRIPT) --cycles $(HLS_CYCLES) --style struct csim $*

$(ASKED_CONFIGS:%=hls-styles-%): hls-styles-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@for style in arrays scalar; do CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(HLS_SCRIPT) --cycles $(ICARUS_CYCLES) \
	    --style $$style csim $* || exit 1; done

hls-selftest: $(BUILD)/vectors/golden_queue.txt $(GEN)/golden_queue_top.c
	@PYTHONDONTWRITEBYTECODE=1 CLANG=$(CLANG) CC=$(CC) CXX=$(CXX) BUILD=$(BUILD) $(PYTHON) tb/tools/hls/hls_test.py
	@PYTHONDONTWRITEBYTECODE=1 CC=$(CC) $(PYTHON) tb/tools/circuit/c_text_test.py
	@PYTHONDONTWRITEBYTECODE=1 BUILD=$(BUILD) $(PYTHON) tb/tools/hls/rewrite_test.py

HLS_ARCHIVE := $(lastword $(sort $(wildcard ../shared/tools/panda-bambu-*.tar.xz)))
# Before a command: looks also into what is unpacked.
HLS_UNPACKED = unpacked=$(if $(HLS_ARCHIVE),$$(scripts/hls/unpacked.sh '$(HLS_ARCHIVE)' '$(BUILD)/tools' scripts/hls/archives.sha256)) || exit; \
    export HLS_TOOLS_DIR="$$HLS_TOOLS_DIR:$$unpacked"

HLS_QUICK := warp_gate golden_queue
hls-bambu: $(HLS_QUICK:%=$(BUILD)/vectors/%.txt) $(HLS_QUICK:%=$(GEN)/%_top.c)
	@$(HLS_UNPACKED); PYTHONDONTWRITEBYTECODE=1 BUILD=$(BUILD) $(PYTHON) tb/tools/hls/bambu_test.py WarpGate GoldenQueue ExactPins

.PHONY: hls-bambu-lost
hls-bambu-lost:
	@$(HLS_UNPACKED); PYTHONDONTWRITEBYTECODE=1 BUILD=$(BUILD) $(PYTHON) tb/tools/hls/bambu_test.py LostValue

HLS_ALL := $(filter-out $(VARIANTS),$(CONFIGS))
.PHONY: hls-bambu-all $(HLS_ALL:%=hls-bambu-%)
hls-bambu-all: $(HLS_ALL:%=hls-bambu-%)
$(HLS_ALL:%=hls-bambu-%): hls-bambu-%: $(BUILD)/vectors/%.txt $(GEN)/%_top.c
	@$(HLS_UNPACKED); if $(HLS_SCRIPT) check bambu 2>/dev/null; then $(HLS_SCRIPT) run bambu $* && echo 'PASS $@'; \
	    else echo 'SKIP $@: bambu is neither in PATH nor below HLS_TOOLS_DIR, nor packed in ../shared/tools'; fi
