# SPDX-License-Identifier: Apache-2.0
# The crossing of two clocks, rtl/axi4_lite_cdc.sv (docs/design/verification.md).
#   crossing-paths        every path from a clock to the other is a synchroniser, or data of a handshake
#   sby-axi4_lite_cdc     its promises for all time, with clocks of any ratio and phase; CROSSING_SECONDS
#   crossing              the bench of two clocks, of two and of three stages; SEED, CROSSING_RUNS
#   crossing-latency      cycles of a read at some ratios
#   crossing-planted      bugs planted in it: path, proof and bench must find what each of them is for

CROSSING := $(BUILD)/crossing
CROSSING_RUNS ?= 300
CROSSING_SECONDS ?= 1500
# Those of build/crossing/planted/$(CROSSING_PLANTED) in place of those of rtl: tb/crossing/planted.py
CROSSING_PLANTED ?=
CROSSING_RTL := $(foreach module,gmmu_pkg gmmu_reset_link gmmu_handshake axi4_lite_cdc,$(firstword \
    $(if $(CROSSING_PLANTED),$(wildcard $(CROSSING)/planted/$(CROSSING_PLANTED)/$(module).sv)) rtl/$(module).sv))
CROSSING_CHECKERS := $(patsubst %,tb/formal/%.sv,axi4_checker axi4_lite_checker)
CROSSING_STAGES := 2 3

.PHONY: crossing-paths sby-axi4_lite_cdc crossing crossing-latency crossing-planted
crossing-paths:
	@$(PYTHON) -m scripts.circuit.crossings tb/crossing/axi4_lite_cdc.txt axi4_lite_cdc rtl/gmmu_sync.sv $(CROSSING_RTL)

# $1: folder; signals inside the crossing that the assertions look at: see_<name>
CROSSING_SEEN := down=cdc.down $(foreach kind,write read,$(kind)_take=cdc.$(kind).b_take $(kind)_done=cdc.$(kind).a_done \
    $(kind)_ask=cdc.$(kind).a_ask $(kind)_answer=cdc.$(kind).answer)
CROSSING_AIGER = mkdir -p $1 && yosys -q -p 'read_verilog -sv tb/formal/gmmu_sync_either.sv $(CROSSING_RTL); \
    read_verilog -sv -formal $(CROSSING_CHECKERS) tb/formal/axi4_lite_cdc.sv; hierarchy -top axi4_lite_cdc_rules; proc; flatten; \
    $(foreach pair,$(CROSSING_SEEN),connect -set see_$(subst =, ,$(pair));) check -assert; opt -full; clk2fflogic; opt -full; \
    setundef -undriven -anyseq; techmap; opt_clean; dffunmap; aigmap; write_aiger -zinit $1/rules.aig' >$1/yosys.log 2>&1
CROSSING_PDR = berkeley-abc -q 'read_aiger $1/rules.aig; fold; orpos; strash; pdr -T $(CROSSING_SECONDS)' >$1/pdr.log
CROSSING_PROOF := $(CROSSING)/$(if $(CROSSING_PLANTED),planted/$(CROSSING_PLANTED)/)proof
sby-axi4_lite_cdc:
	@$(call CROSSING_AIGER,$(CROSSING_PROOF))
	@$(call CROSSING_PDR,$(CROSSING_PROOF))
	@grep -q '^Property proved' $(CROSSING_PROOF)/pdr.log || { tail -n 1 $(CROSSING_PROOF)/pdr.log; echo 'FAIL sby axi4_lite_cdc'; exit 1; }
	@echo 'PASS sby axi4_lite_cdc: for all time, clocks of any ratio and phase, resets of either side at any time'

# $1: folder, $2: stages, $3: RTL of the crossing
define CROSSING_BENCH
$1/verilated/Vcrossing__ALL.cpp: $3 tb/formal/gmmu_sync_metastable.sv $(CROSSING_CHECKERS) tb/crossing/crossing.sv
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,Vcrossing,crossing,$$(@D),$3 tb/formal/gmmu_sync_metastable.sv $(CROSSING_CHECKERS) tb/crossing/crossing.sv,--cc -O3 --x-assign unique --x-initial unique -Wall -Wno-DECLFILENAME --assert --no-timing -GSTAGES=$2 $(if $(CROSSING_PLANTED),-Wno-UNUSED -Wno-PINCONNECTEMPTY))
$1/bench: tb/crossing/crossing_bench.cpp $1/verilated/Vcrossing__ALL.cpp $(LOCKSTEP)/runtime/verilated.o $(LOCKSTEP)/runtime/verilated_threads.o
	$$(CXX) -std=c++17 -O1 -g -faligned-new -Wall -Wextra -Wshadow -Werror -DSTAGES=$2 -DVM_TRACE=0 -isystem $1/verilated $$(VERILATOR_HEADERS) \
	    -o $$@ $$(filter-out %__ALL.cpp,$$^) -pthread -latomic
endef
$(if $(CROSSING_PLANTED),$(eval $(call CROSSING_BENCH,$(CROSSING)/planted/$(CROSSING_PLANTED),2,$(CROSSING_RTL))),$(foreach \
    stages,$(CROSSING_STAGES),$(eval $(call CROSSING_BENCH,$(CROSSING)/$(stages),$(stages),$(CROSSING_RTL)))))
crossing: crossing-paths $(CROSSING_STAGES:%=$(CROSSING)/%/bench)
	@for stages in $(CROSSING_STAGES); do $(CROSSING)/$$stages/bench --seed $(or $(SEED),1) --runs $(CROSSING_RUNS) || exit 1; done
	@$(PYTHON) -m tb.crossing.wave_test $(CROSSING)/2/bench
crossing-latency: $(CROSSING_STAGES:%=$(CROSSING)/%/bench)
	@for stages in $(CROSSING_STAGES); do echo "$$stages stages"; $(CROSSING)/$$stages/bench --latency; done
crossing-planted: $(LOCKSTEP)/runtime/verilated.o $(LOCKSTEP)/runtime/verilated_threads.o
	@$(PYTHON) -m tb.crossing.planted $(BUILD)
