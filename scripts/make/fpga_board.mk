# SPDX-License-Identifier: Apache-2.0
# The gmmu on an FPGA board (tb/fpga, docs/reference/fpga.md).
#   fpga-board           the steps of the demo, over the pins of the UART, in Verilator
#   fpga-board-planted   bugs planted in UART, memory, top and block: the demo must fail for each
#   fpga-board-cells     LUTs, flip-flops and block RAMs of both boards, before placement

BOARD := $(BUILD)/fpga
BOARD_BIT := 8
BOARD_SOURCES := $(addprefix tb/fpga/,fpga_uart.sv fpga_memory.sv gmmu_fpga.sv)
BOARD_VERILATOR := -O3 --x-assign unique --x-initial unique -Wall -Irtl $(SHORT_FUNCTIONS) -GCLOCKS_OF_BIT=$(BOARD_BIT) \
    -CFLAGS '-O1 -DCLOCKS_OF_BIT=$(BOARD_BIT)'
$(BOARD)/cable: $(BOARD_SOURCES) tb/fpga/fpga_cable.cpp $(wildcard rtl/*.sv)
	@rm -rf $(BOARD)/verilated && mkdir -p $(BOARD)
	MAKEFLAGS= $(VERILATOR) --cc --exe --build $(BOARD_VERILATOR) --Mdir $(BOARD)/verilated --top-module gmmu_fpga -o ../cable \
	    rtl/gmmu_pkg.sv $(BOARD_SOURCES) $(CURDIR)/tb/fpga/fpga_cable.cpp >$(BOARD)/build.log || { cat $(BOARD)/build.log; exit 1; }

.PHONY: fpga-board fpga-board-planted fpga-board-cells
fpga-board: $(BOARD)/cable
	@$(PYTHON) tb/fpga/host.py --run $<
fpga-board-planted: $(BOARD)/cable
	@$(PYTHON) -m tb.fpga.planted $(BOARD) $(VERILATOR) $(BOARD_VERILATOR)
fpga-board-cells: $(GEN)/gmmu_small.layout.json
	@$(AREA)/fpga_boards.py --build $(BUILD)
