# SPDX-License-Identifier: Apache-2.0
# Lock-step benches (tb/lockstep): build/lockstep/<unit>/lockstep
#   tb-build-<unit>      builds a bench
#   tb-<unit>            runs it; SEED, SEEDS, CYCLES and BINS (percent of the bins) override its defaults
#                        FST=file: a waveform, of one seed and 2000 or CYCLES cycles, whatever is covered, with
#                        the C next to the RTL (build/lockstep/<unit>/wave), and a save file for GTKWave next to it
#   tb-units             the same benches on the units as the models link them (libunits_rtl.a)
#   lockstep-selftest    the harness must pass sound RTL and catch broken RTL

LOCKSTEP := $(BUILD)/lockstep
LOCKSTEP_FLAGS := --cc -O3 --x-assign unique --x-initial unique -Wall --assert --public-flat-rw --trace-fst
# Compiled with little effort: at -O3 most benches take longer to compile and run as long.
LOCKSTEP_OPT := -O1
# Verilator's headers, compiled once. They serve where optimization and macros are these, and are read as text elsewhere.
LOCKSTEP_PCH := $(LOCKSTEP)/pch/lockstep_verilated.h.gch
LOCKSTEP_CXXFLAGS = -std=c++17 $(LOCKSTEP_OPT) -faligned-new -Wall -Wextra -Wshadow -Werror -I$(dir $(LOCKSTEP_PCH)) \
    -Itb/lockstep $(VERILATOR_HEADERS) -DVERILATOR=1 -DVM_SC=0 -DVM_TRACE=1 -DVM_TRACE_FST=1
# The descriptions define what the generated tables declare, so they carry no prototypes.
LOCKSTEP_CFLAGS := -std=c11 -O2 -g $(filter-out -Wmissing-prototypes,$(WARN)) -Itb/lockstep -Ihls/common -Imodels
LOCKSTEP_LIBS := -pthread -latomic -lz
LOCKSTEP_HARNESS := $(patsubst %,$(LOCKSTEP)/%.o,lockstep lockstep_replay lockstep_rtl)
# The variables of C and harness in a waveform have no logic, and no driver but the bench.
VIEW_FLAGS := $(LOCKSTEP_FLAGS) --trace-max-array 4096 --trace-max-width 4096 -Wno-UNDRIVEN -Wno-UNUSED -Wno-DECLFILENAME
LOCKSTEP_RUNTIME := $(patsubst %,$(LOCKSTEP)/runtime/%.o,verilated verilated_threads verilated_fst_c)

# $1: bench, $2: unit, $3: directory of its C, $4: its RTL, $5: its stimulus and coverage,
# $6: more flags for Verilator, $7: for the C compiler, $8: for the harness around the RTL,
# $9: configuration, by default $2
define LOCKSTEP_RULES
$(LOCKSTEP)/$1/layout.json: $3/$2.h $$(wildcard $3/configs) $$(call HEADERS_BELOW,$2) scripts/circuit/unit_layout.py
	@mkdir -p $$(@D)
	$$(PYTHON) scripts/circuit/unit_layout.py --clang $$(CLANG) -Ihls/common $(filter -D% -I%,$7) $(if $9,--config $9) $2 $$< >$$@

$(LOCKSTEP)/$1/tables.c: $(LOCKSTEP)/$1/layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py lockstep $$< >$$@

$(LOCKSTEP)/$1/verilated/Vunit__ALL.cpp: rtl/gmmu_pkg.sv $4
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,Vunit,$2,$$(@D),rtl/gmmu_pkg.sv $4,$$(LOCKSTEP_FLAGS) $6)
	@sed 's|^[^:]*Vunit.cpp.*: |$$@: |' $$(@D)/Vunit__ver.d >$$(@D)/deps.d

$(LOCKSTEP)/$1/top.o: tb/lockstep/lockstep_top.cpp $(LOCKSTEP)/$1/verilated/Vunit__ALL.cpp $(LOCKSTEP_PCH)
	$$(CXX) $$(LOCKSTEP_CXXFLAGS) -isystem $(LOCKSTEP)/$1/verilated $8 -MMD -MP -c $$< -o $$@

$(LOCKSTEP)/$1/unit.o: $3/$2.c
$(LOCKSTEP)/$1/bench.o: $5
$(LOCKSTEP)/$1/tables.o: $(LOCKSTEP)/$1/tables.c
$(LOCKSTEP)/$1/unit.o $(LOCKSTEP)/$1/bench.o $(LOCKSTEP)/$1/tables.o:
	@mkdir -p $$(@D)
	$$(CC) $$(LOCKSTEP_CFLAGS) -I$3 $7 -MMD -MP -c $$< -o $$@

$(LOCKSTEP)/$1/lockstep: $(LOCKSTEP_HARNESS) $(patsubst %,$(LOCKSTEP)/$1/%.o,top unit bench tables) $(LOCKSTEP_RUNTIME)
	$$(CXX) -o $$@ $$^ $$(LOCKSTEP_LIBS)

$(LOCKSTEP)/$1/view.sv: $(LOCKSTEP)/$1/layout.json scripts/gen/wave.py
	$$(PYTHON) -m scripts.gen.wave view $$< >$$@

$(LOCKSTEP)/$1/view/Vview__ALL.cpp: $(LOCKSTEP)/$1/view.sv
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,Vview,bench,$$(@D),$$<,$$(VIEW_FLAGS))

$(LOCKSTEP)/$1/view.o: tb/lockstep/lockstep_view.cpp $(LOCKSTEP)/$1/view/Vview__ALL.cpp $(LOCKSTEP_PCH)
	$$(CXX) $$(LOCKSTEP_CXXFLAGS) -isystem $(LOCKSTEP)/$1/view -MMD -MP -c $$< -o $$@

$(LOCKSTEP)/$1/wave: $(LOCKSTEP_HARNESS) $(patsubst %,$(LOCKSTEP)/$1/%.o,top view unit bench tables) $(LOCKSTEP_RUNTIME)
	$$(CXX) -o $$@ $$^ $$(LOCKSTEP_LIBS)

-include $(LOCKSTEP)/$1/verilated/deps.d $(patsubst %,$(LOCKSTEP)/$1/%.d,top view unit bench tables)
endef

# Of another size of a unit: one run. Its stimulus is that of the unit. All bins
# must be hit, but for token_controller_256: its evaluation of 64 applications on 256 cores is too long for that.
TB_VARIANT_FLAGS := --seeds 1 --cycles 100000
TB_FLAGS_token_controller_256 := --seeds 1 --cycles 30000 --coverage 60
# A million register bits to compare in each cycle.
TB_FLAGS_tlb_level_128 := --seeds 1 --cycles 40000
TB_FLAGS_tlb_level_256 := --seeds 1 --cycles 20000
TB_FLAGS = $(if $(filter $(call BASE_OF,$1),$(VARIANTS)),$(or $(TB_FLAGS_$(call BASE_OF,$1)),$(TB_VARIANT_FLAGS)))
# Units whose RTL takes longer to compile than the bench to run, unless in short functions.
LOCKSTEP_SHORT := normal_queue silver_queue replay_queue operand_log

# What the command asks of a bench.
$(if $(and $(FST),$(filter tb do-tb,$(MAKECMDGOALS)),$(or $(filter all,$(UNIT)),$(word 2,$(SELECTED)))),$(error FST=$(FST): expected UNIT=name of one unit: a waveform is of one))
TB_ASKED = $(if $(FST),--seeds 1 --cycles 2000 --coverage 0 --fst $(call quoted,$(FST))) $(if $(SEED),--seed $(SEED)) \
    $(if $(SEEDS),--seeds $(SEEDS)) $(if $(CYCLES),--cycles $(CYCLES)) $(if $(BINS),--coverage $(BINS))
# Before a waveform is written. $1: folder of the bench, $2: file
WAVE_SAVE = mkdir -p "$$(dirname -- $(call quoted,$2))" && $(PYTHON) -m scripts.gen.wave save $(LOCKSTEP)/$1/layout.json $(call quoted,$2)
# $1: configuration, $2: flags; a run
define RUN_BENCH
	$$(if $$(FST),$$(call WAVE_SAVE,$1,$$(FST)))
	$$< $2 $$(TB_ASKED)
endef
BENCH_OF = $(LOCKSTEP)/$1/$(if $(FST),wave,lockstep)

# $1: configuration; $(call LOCKSTEP_CONFIG,bench,configuration,RTL,more flags for Verilator,for the C,for the harness)
LOCKSTEP_CONFIG = $(call LOCKSTEP_RULES,$1,$(UNIT_OF_$2),hls/$(UNIT_OF_$2),$3,tb/lockstep/$(UNIT_OF_$2).c,$4,$5,$6,$2)
define LOCKSTEP_UNIT
$(call LOCKSTEP_CONFIG,$1,$1,rtl/$(UNIT_OF_$1).sv,$(if $(filter $(call BASE_OF,$1),$(LOCKSTEP_SHORT)),$(SHORT_FUNCTIONS)) $(RTL_SIZES_$1),$(C_SIZES_$1))
.PHONY: tb-build-$1 tb-$1
tb-build-$1: $(LOCKSTEP)/$1/lockstep
tb-$1: $(call BENCH_OF,$1)
$(call RUN_BENCH,$1,$(call TB_FLAGS,$1))
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call LOCKSTEP_UNIT,$(config))))

# $1: configuration; its bench around libunits_rtl.a. The tables name the functions of the unit, which the library has at
# the sizes of a configuration of that name, if at all: one of another name brings them.
define LOCKSTEP_OPS
$(LOCKSTEP)/$1/units: $(patsubst %,$(LOCKSTEP)/%.o,lockstep lockstep_replay lockstep_ops $1/bench $1/tables $(if $(filter-out $(UNIT_OF_$1),$1),$1/unit)) $(UNIT_OBJ)/libunits_rtl.a
	$$(CXX) $(NO_LTO) -o $$@ $$^ $$(UNITS_RTL_LIBS)

.PHONY: tb-units-$1
tb-units-$1: $(LOCKSTEP)/$1/units
	$$< --seeds 1 $$(if $$(SEED),--seed $$(SEED)) $$(if $$(CYCLES),--cycles $$(CYCLES))
endef
$(foreach config,$(CONFIGS),$(eval $(call LOCKSTEP_OPS,$(config))))
.PHONY: tb-units
tb-units: $(CONFIGS:%=tb-units-%)

$(LOCKSTEP)/lockstep_ops.o: tb/lockstep/lockstep_ops.c
	@mkdir -p $(@D)
	$(CC) $(LOCKSTEP_CFLAGS) -MMD -MP -c $< -o $@

$(LOCKSTEP)/lockstep.o $(LOCKSTEP)/lockstep_replay.o: $(LOCKSTEP)/%.o: tb/lockstep/%.c
	@mkdir -p $(@D)
	$(CC) $(LOCKSTEP_CFLAGS) -MMD -MP -c $< -o $@

$(LOCKSTEP_PCH): tb/lockstep/lockstep_verilated.h
	@mkdir -p $(@D)
	$(CXX) $(LOCKSTEP_CXXFLAGS) -x c++-header $< -o $@

$(LOCKSTEP)/lockstep_rtl.o: tb/lockstep/lockstep_rtl.cpp $(LOCKSTEP_PCH)
	$(CXX) $(LOCKSTEP_CXXFLAGS) -MMD -MP -c $< -o $@

$(LOCKSTEP)/runtime/%.o:
	@mkdir -p $(@D)
	$(CXX) $(VERILATED_CXXFLAGS) -DVM_TRACE=1 -DVM_TRACE_FST=1 -c $(VERILATOR_INCLUDE)/$*.cpp -o $@

-include $(patsubst %,$(LOCKSTEP)/%.d,lockstep lockstep_replay lockstep_rtl lockstep_ops)

# Self test: a probe unit with every shape of port and register, whole and with
# planted bugs, and golden_queue with one operator of its RTL changed.
SELFTEST := tb/tools/lockstep
SELFTEST_BUGS := BUG_OUTPUT BUG_MEALY BUG_NESTED BUG_RESET_VALUE BUG_NO_RESET BUG_RARE BUG_TIE
SELFTEST_BENCH_BUGS := PROBE_UNREACHABLE PROBE_TOO_WIDE
SELFTEST_BENCHES := $(patsubst %,selftest-%,good mutant $(SELFTEST_BUGS) $(SELFTEST_BENCH_BUGS))
# $1: bench, $2: Verilator flags, $3: C flags
SELFTEST_RULES = $(call LOCKSTEP_RULES,$1,probe,$(SELFTEST),$(SELFTEST)/probe.sv,$(SELFTEST)/probe_bench.c,-I$(SELFTEST) $2,$3)

$(eval $(call SELFTEST_RULES,selftest-good))
$(foreach bug,$(SELFTEST_BUGS),$(eval $(call SELFTEST_RULES,selftest-$(bug),-D$(bug))))
$(foreach bug,$(SELFTEST_BENCH_BUGS),$(eval $(call SELFTEST_RULES,selftest-$(bug),,-D$(bug))))

$(LOCKSTEP)/mutant/golden_queue.sv: rtl/golden_queue.sv
	@mkdir -p $(@D)
	sed '0,/&&/s//||/' $< >$@
	@if cmp -s $< $@; then echo "$@: nothing to mutate in $<" >&2; exit 1; fi
$(eval $(call LOCKSTEP_RULES,selftest-mutant,golden_queue,hls/golden_queue,$(LOCKSTEP)/mutant/golden_queue.sv,tb/lockstep/golden_queue.c))

# Reads a waveform, with the library that Verilator writes it by.
$(LOCKSTEP)/fst_text: $(SELFTEST)/fst_text.cpp $(LOCKSTEP_RUNTIME)
	$(CXX) -std=c++17 -Wall -Wextra -Werror $(VERILATOR_HEADERS) -o $@ $^ $(LOCKSTEP_LIBS)

WAVE_TESTED := $(patsubst %,$(LOCKSTEP)/%/wave,golden_queue warp_gate)
.PHONY: lockstep-selftest
lockstep-selftest: $(SELFTEST_BENCHES:%=$(LOCKSTEP)/%/lockstep) $(WAVE_TESTED) $(LOCKSTEP)/fst_text
	$(SELFTEST)/selftest.sh $(LOCKSTEP)
	$(PYTHON) -m tb.tools.lockstep.wave_test $(BUILD)
