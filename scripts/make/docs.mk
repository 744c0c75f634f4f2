# SPDX-License-Identifier: Apache-2.0
# What pages hold that flows know (docs/reference/status.md), and the pages that a newcomer follows (docs/guide/).
#   make status      the tables of units in README.md and docs/reference/status.md; chips.txt from the simulator
#   make statistics  docs/reference/statistics.md from the simulator's table of statistics
#   make options     docs/reference/options.md from its tables of options and of values
#   make waves       runs the waves of the datasheets by the C; WAVES=--write draws their outputs anew
#   make guide-name  runs docs/guide/name.md command by command in a copy of the tree (scripts/docs/guide.py);
#                    GUIDE_WHOLE=1 with nothing built and, where it is installed or packed, with Bambu;
#                    GUIDE_TIMES=1 keeps how long that took in scripts/docs/times.txt, for the README
#   make example-name  copies docs/examples/name elsewhere and runs the commands of its README (scripts/docs/example.py);
#                    EXAMPLE_WHOLE=1 also those that build something here

do-status: $(BUILD)/gmmu
	@$(PYTHON) scripts/docs/status.py --chips $<
	@$(PYTHON) scripts/docs/status.py

do-statistics: $(BUILD)/gmmu
	@$(PYTHON) -m scripts.docs.statistics $<

do-options: $(BUILD)/gmmu
	@$(PYTHON) -m scripts.docs.options $<

WAVES ?=
.PHONY: waves
waves:
	@CC='$(CC)' CLANG='$(CLANG)' $(PYTHON) -m scripts.docs.waves $(WAVES)

# The other two pages of the folder have tests of their own: added, new-unit.
GUIDES := hls rtl area architect own-kernel python integrator
GUIDE_TIMES ?=
GUIDE_WHOLE ?= $(GUIDE_TIMES)
# What a guide would build first, in build/: taken from here, unless it is run as a whole.
GUIDE_BENCH := lockstep/warp_gate/layout.json lockstep/warp_gate/lockstep
GUIDE_BENCH_TAKEN := lockstep/warp_gate lockstep/pch lockstep/runtime $(foreach o,lockstep lockstep_replay lockstep_rtl,lockstep/$o.o lockstep/$o.d)
GUIDE_NEEDS_hls := $(GUIDE_BENCH) vectors/warp_gate.txt gen/warp_gate_top.c gen/warp_gate.layout.json
GUIDE_TAKES_hls := $(GUIDE_BENCH_TAKEN) vectors/warp_gate.txt gen/warp_gate_top.c gen/warp_gate.layout.json
GUIDE_NEEDS_rtl := $(GUIDE_BENCH) lockstep/warp_gate/wave
GUIDE_TAKES_rtl := $(GUIDE_BENCH_TAKEN)
GUIDE_NEEDS_integrator := soc/soc_rtl soc/soc_c
GUIDE_TAKES_integrator := soc lockstep/pch lockstep/runtime
GUIDE_NEEDS_area := gen/warp_gate.layout.json
GUIDE_TAKES_area := gen/warp_gate.layout.json
GUIDE_NEEDS_architect := gmmu gmmu-report
GUIDE_TAKES_architect := gmmu gmmu-report
GUIDE_DONE_architect := --done 'make gmmu'
GUIDE_NEEDS_python := gmmu gmmu-report libopengmmu-units.so.1
GUIDE_TAKES_python := $(GUIDE_NEEDS_python)
GUIDE_DONE_python := --done 'make python'
GUIDE_NEEDS_own-kernel := $(GUIDE_NEEDS_python)
GUIDE_TAKES_own-kernel := $(GUIDE_NEEDS_python)
GUIDE_DONE_own-kernel := --done 'make gmmu' --done 'make python'

.PHONY: $(GUIDES:%=guide-%)
define GUIDE_RULE
guide-$1: $(if $(GUIDE_WHOLE),,$(GUIDE_NEEDS_$1:%=$(BUILD)/%))
	@$(if $(GUIDE_WHOLE),$$(HLS_UNPACKED); )$(PYTHON) scripts/docs/guide.py --build $(BUILD) $(if $(GUIDE_WHOLE),$$$$($$(HLS_SCRIPT) check bambu >/dev/null 2>&1 && echo --have bambu) --have slow $(if $(GUIDE_TIMES),--times scripts/docs/times.txt),$(GUIDE_TAKES_$1:%=--take %) $(GUIDE_DONE_$1)) docs/guide/$1.md
endef
$(foreach guide,$(GUIDES),$(eval $(call GUIDE_RULE,$(guide))))

# Projects that use what make export, make install and make gmmu give.
EXAMPLES := $(patsubst docs/examples/%/README.md,%,$(wildcard docs/examples/*/README.md))
EXAMPLE_WHOLE ?=
EXAMPLE_EXPORTS = lockstep/$1/layout.json vectors/$1.txt gen/$1_top.c
EXAMPLE_NEEDS_walk-port = $(addprefix $(BUILD)/,$(call EXAMPLE_EXPORTS,golden_queue))
EXAMPLE_NEEDS_mshr-area = $(addprefix $(BUILD)/,$(call EXAMPLE_EXPORTS,tlb_mshr))
EXAMPLE_NEEDS_drive-memory = $(INSTALLED)
EXAMPLE_NEEDS_own-trace = $(BUILD)/gmmu
EXAMPLE_NEEDS_python = $(BUILD)/gmmu $(BUILD)/gmmu-report $(UNITS_SO)

.PHONY: $(EXAMPLES:%=example-%)
define EXAMPLE_RULE
example-$1: $(if $(EXAMPLE_WHOLE),,$(EXAMPLE_NEEDS_$1))
	@$(PYTHON) -m scripts.docs.example --build $(BUILD) $(if $(EXAMPLE_WHOLE),--whole) $1
endef
$(foreach example,$(EXAMPLES),$(eval $(call EXAMPLE_RULE,$(example))))
