# SPDX-License-Identifier: Apache-2.0
# OpenGMMU: the only entry point. `make help` lists the targets.
#
# Every target a user calls bootstraps first, then runs itself again as `do-...`
# in a second make, so that a fresh machine needs nothing but make and Debian.

# All rules are our own; to look for others took make a second, in each of the some 300 calls of make test.
MAKEFLAGS += --no-builtin-rules

# Without optimization, for debuggers and quick builds.
DEBUG :=
BUILD := build$(if $(DEBUG),/debug)
JOBS ?= $(shell nproc)
SEED ?=
UNIT ?= all

CC := gcc
CXX := g++
CLANG := clang-19
CLANG_FORMAT := clang-format-19
CLANG_TIDY := clang-tidy-19
VERILATOR := verilator
PYTHON := /usr/bin/python3
# Modules have their names from the root of the tree on (scripts.area.flow, tb.tools.area.checks). It stands first: the
# make of a copy of the tree runs the copy's.
ifneq ($(firstword $(subst :, ,$(PYTHONPATH))),$(CURDIR))
export PYTHONPATH := $(CURDIR)$(if $(PYTHONPATH),:$(PYTHONPATH))
endif
# What we build is for this machine; what we install is not (scripts/make/install.mk).
MARCH := $(if $(DEBUG),,-march=native)
OPT := $(if $(DEBUG),-O0,-O3)

# A text as one word of the shell, whatever is in it.
quoted = '$(subst ','\'',$1)'

# Names of files in rules are words to make, and words in recipes.
ifneq ($(words x$(BUILD)x)$(strip $(foreach c,' " : % ; &,$(findstring $c,$(BUILD)))),1)
$(error BUILD=$(BUILD): expected a folder without spaces and marks: make cannot name files in this one)
endif
# A program would say it in its own words, after what was built for it. $1: text, $2: what to take out of it
without = $(if $2,$(call without,$(subst $(firstword $2),,$1),$(wordlist 2,99,$2)),$1)
NUMBERS := N SEED SEEDS CYCLES BINS JOBS HLS_CYCLES EXPORT_CYCLES RTL_FROM_C_CYCLES SOC_CYCLES AREA_SWEEP_LIMIT SOAK_SEEDS \
    SOAK_SECONDS FUZZ_SECONDS
$(foreach name,$(NUMBERS),$(if $(call without,$($(name)),0 1 2 3 4 5 6 7 8 9),$(error \
    $(name)=$($(name)): expected a whole number)))
# Yosys, OpenSTA and the dependencies that compilers list have files as words; the simulator and the benches do without.
ifneq ($(word 2,$(CURDIR)),)
$(foreach goal,$(filter prove% area% export% hls rtl-from-c% sva% mutate% netlist% layout power fpga check test verify, \
    $(MAKECMDGOALS)),$(error make $(goal): expected a clone in a folder without spaces, which Yosys and OpenSTA cannot \
    name: $(CURDIR)))
endif
# Once, not in each make below. Programs would fail one by one, or take another folder without a word.
ifeq ($(MAKELEVEL)$(if $(TMPDIR),given),0given)
TMPDIR_PROBLEM := $(shell file=$$(TMPDIR=$(call quoted,$(TMPDIR)) mktemp 2>&1) && rm -f "$$file" || echo "$${file##*: }")
ifneq ($(TMPDIR_PROBLEM),)
$(error TMPDIR=$(TMPDIR): $(TMPDIR_PROBLEM): expected a folder for temporary files)
endif
endif

include scripts/make/configs.mk

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:
# make V=1 shows the commands.
ifndef V
.SILENT:
endif

# name: what it does (the text of `make help`)
define HELP
  make run                main job: two applications on SharedTLB and with each mechanism of MASK; report in build/report/
  make check [UNIT=name]  what a change breaks most often, in two minutes once built; DEBUG=1 builds without optimization
  make new-unit UNIT=name the files of a new unit, as a skeleton that passes: docs/guide/adding-a-unit.md
  make test               everything that must hold, in half an hour on two cores
  make tb    [UNIT=name]  lock-step benches: Verilated RTL against the C model; FST=file a waveform, and file.gtkw
                          here and in prove, area, export ...: UNIT=name SIZE=n at another size: docs/reference/commands.md
  make prove [UNIT=name]  C = RTL proofs and the properties of the units, full size
                          (no answer for some claims of operand_log and replay_queue: docs/design/verification.md)
  make prove-equal-name, prove-certified-name, prove-slang-name   without claims; with verdicts checked; as slang reads the RTL
  make slang-tools        installs slang for prove-slang-name
  make claims, vacuity-name, promises-name   all claims as a list; are they about states that are reached; mutants of the C against them
  make sva   [UNIT=name]  the promises as SystemVerilog assertions: in Verilator, and by .sby files in Yosys
  make replay UNIT=name TRACE=file   a counterexample in the bench
  make icarus [UNIT=name] the RTL in Icarus Verilog, on vectors of the C
  make planted            bugs planted in the memory path of the simulator: each must be found
  make mutate UNIT=name   mutants of RTL and C: killed by the benches or proved equivalent; N=50 SEED=1
  make coverage           of the benches: RTL lines and toggles, C lines and branches; build/coverage/index.html
  make lint               formats, warnings, static analysis, RTL lint
  make area  [UNIT=name]  area, timing and storage; LIBERTY='file ...' for another library, CLOCK=ns
  make area-mechanisms, area-fpga   a table for each mechanism of the papers; LUT, FF and block RAMs of three FPGAs
  make area-derived, area-sweep   the same of RTL from the C; over the sizes of the units
  make layout [UNIT=name] placed and routed: period with wires, rules checked, layout against netlist
  make fpga  [UNIT=name]  placed and routed on an iCE40: the clock it reaches
  make power [UNIT=name]  energies of the netlist at work in the simulated chip; POWER_RUN='options of gmmu run'
  make netlist-name, netlist-equal-name   the netlist of make area is the RTL: proved and in the bench; only proved
  make hls   UNIT=name TOOL=bambu|vitis|catapult   synthesis with an installed HLS tool
  make hls-check UNIT=name   without a tool: does the C keep the rules for HLS tools, and agree with its vectors
  make hls-price [UNIT=name]   RTL by hand, RTL from the C and what HLS tools made, in one table
  make rtl-from-c UNIT=name   RTL derived from the C, one step a cycle: build/derived/name.v; bench, proof, area
  make export [UNIT=name] each unit as a folder that stands alone, in build/export/: C, RTL, testbenches, .core, constraints;
                          UNIT=soc the system of make soc
  make systemc            units and the memory pipeline as SystemC modules: example platform and tests
  make soc                a system in Verilator: cores, L1 TLBs, gmmu, DRAM, a host with the driver; docs/guide/integrator.md
  make soc-random         the same, a long run at random: SEED=n SOC_CYCLES=n
  make bench              simulation speed; AGAINST=commit: as a ratio to the speed of that commit;
                          PROFILE=1: CPU time by kind of component
  make same AGAINST=commit   results equal to those of that commit: cycles, events, statistics
  make sweep FILE=name.toml   points of an experiment through Snakemake; docs/reference/sweeps.md
  make reproduce-mask     figures and tables of MASK's evaluation beside the paper's, into build/reproduce_mask/
  make reproduce-mosaic   figures of Mosaic's evaluation beside the paper's, into build/reproduce_mosaic/
  make reproduce-fgpu     figures and tables of Fractional GPUs beside the paper's, into build/reproduce_fgpu/
  make reproduce-dss      figures of thesis chapter 5 beside the thesis's, into build/reproduce_dss/
  make reproduce-karnagel  TLBs of K80 and P100 and TLB-conscious access beside the paper's, into build/reproduce_karnagel/
  make figures            figures 6.1 and 6.11-6.15 of the thesis, into build/figures/
  make figures-deep       figure 6.11 with a replay queue of 192 entries
  make soak [MATCH=regex] random tests with many seeds each: SOAK_SEEDS=300 at most, SOAK_SECONDS=10 of processor time
  make verify             the slow rest: full-size proofs, long lock-step runs, long fuzzing
  make gmmu               only the simulator, build/gmmu
  make python             the Python package with simulator and units: build/python/*.whl; docs/guide/python.md
  make install            simulator, headers, libraries, pkg-config files; PREFIX=/usr/local DESTDIR=
  make deb                the Debian packages, in build/deb/
  make docs               one site of all pages, with the API of the public headers: build/docs/index.html
  make status             writes the tables of units in README.md and docs/reference/status.md from what the flows know
  make options            writes docs/reference/options.md from the simulator's tables of options and values
  make statistics         writes docs/reference/statistics.md from the simulator's table of statistics
  make format             rewrites all C and C++ in the project's format
  make clean              removes build/
endef

TARGETS := run check test tb prove sva mutate coverage lint area layout fpga power hls rtl-from-c export soc bench same sweep figures reproduce-mask reproduce-mosaic reproduce-fgpu reproduce-dss reproduce-karnagel verify soak gmmu python format status statistics options docs systemc install deb
# A goal of one word that no makefile has is none; others have patterns.
$(foreach goal,$(MAKECMDGOALS),$(if $(findstring -,$(goal))$(findstring /,$(goal))$(filter $(goal) $(goal):,$(TEXTS_OF_MAKE))$(wildcard \
    $(goal)),,$(error $(goal): expected a target of `make help`$(call NEAR_NAME,$(goal),$(TARGETS) help clean))))
.PHONY: help clean bootstrap $(TARGETS) $(addprefix do-,$(TARGETS))

export HELP
help:
	@echo "OpenGMMU targets:"
	@echo "$$HELP"

clean:
	rm -rf $(BUILD)

bootstrap:
	@scripts/bootstrap.sh $(BOOTSTRAP_GROUPS)
# What the goals need: the simulator little, benches and exports even less, most of the others everything.
SMALL_GOALS := gmmu python run status statistics options docs systemc install deb
BENCH_GOALS := tb export
BOOTSTRAP_GROUPS := $(if $(filter-out $(SMALL_GOALS) $(BENCH_GOALS),$(MAKECMDGOALS)),all) \
    $(if $(filter $(SMALL_GOALS),$(MAKECMDGOALS)),gmmu) $(if $(filter $(BENCH_GOALS),$(MAKECMDGOALS)),bench) \
    $(if $(filter systemc install deb,$(MAKECMDGOALS)),systemc) $(if $(filter deb verify,$(MAKECMDGOALS)),debian) $(if $(filter verify,$(MAKECMDGOALS)),container) $(if $(filter python,$(MAKECMDGOALS)),python) $(if $(filter test verify sweep figures reproduce-mask reproduce-mosaic reproduce-fgpu reproduce-dss reproduce-karnagel,$(MAKECMDGOALS)),sweep) \
    $(if $(filter docs test verify,$(MAKECMDGOALS)),pages) $(if $(filter docs,$(MAKECMDGOALS)),npm)

$(TARGETS): bootstrap
	@+$(MAKE) --no-print-directory $(if $(findstring j,$(filter-out --%,$(firstword $(MAKEFLAGS)))),,-j$(JOBS)) do-$@

include scripts/make/models.mk
include scripts/make/gen.mk
include scripts/make/lockstep.mk
include scripts/make/unit.mk
include scripts/make/systemc.mk
include scripts/make/formal.mk
include scripts/make/sva.mk
include scripts/make/slang.mk
include scripts/make/fuzz.mk
include scripts/make/icarus.mk
include scripts/make/block.mk
include scripts/make/mutate.mk
include scripts/make/crossing.mk
include scripts/make/soc.mk
include scripts/make/platform.mk
include scripts/make/planted.mk
include scripts/make/coverage.mk
include scripts/make/hls.mk
include scripts/make/export.mk
include scripts/make/area.mk
include scripts/make/fpga_board.mk
include scripts/make/netlist.mk
include scripts/make/power.mk
include scripts/make/rtl_from_c.mk
include scripts/make/lint.mk
include scripts/make/run.mk
include scripts/make/bench.mk
include scripts/make/python.mk
include scripts/make/library.mk
include scripts/make/install.mk
include scripts/make/docs.mk
include scripts/make/site.mk
include scripts/make/sweep.mk
include scripts/make/figures.mk
include scripts/make/reproduce.mk
include scripts/make/test.mk
include scripts/make/soak.mk
include scripts/make/check.mk

do-gmmu: $(BUILD)/gmmu $(BUILD)/gmmu-report
do-tb: $(addprefix tb-,$(SELECTED))
do-prove: $(addprefix prove-,$(SELECTED))
do-sva: $(foreach check,sva tb-claims,$(addprefix $(check)-,$(SELECTED))) $(patsubst %,sby-%,$(filter $(SBY_FULL),$(SELECTED)))

# A source that has moved: dependencies from an earlier build still name it, and what was made from it is made
# anew. Headers need no such rule: the compilers write one for each (-MP).
$(foreach source,hls/%.c models/%.c models/%.cpp tb/%.c tb/%.cpp rtl/%.sv,$(eval $(source): ;))
