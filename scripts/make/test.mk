# SPDX-License-Identifier: Apache-2.0
# make test: builds everything, then runs the steps of a manifest in shuffled order, the
# longest before the others, two at a time, and counts (scripts/test/run_tests.py).

TEST_MANIFEST := $(BUILD)/test/manifest
VERIFY_MANIFEST := $(BUILD)/verify/manifest
# Seconds after which a step is ended: ten times what the longest takes on two idle cores; a proof of make verify
# takes hours.
TEST_LIMIT ?= 1500
VERIFY_LIMIT ?= 21600
# Of the steps that are marked as drawn make test runs one in ONE_IN, and as large a part of the tests of some others
# (IN_PARTS); make verify runs all of them. ONE_IN=1: so does make test. Drawn are steps whose faults others find as well,
# or that test a tool, and take long.
ONE_IN ?= 4
TEST_FLAGS := $(if $(SEED),--seed $(SEED)) --jobs $(JOBS) $(if $(MATCH),--match $(call quoted,$(MATCH)))
STEP := $(MAKE) --no-print-directory -s
# The longest steps of make test, by what its runner prints; they start first.
LONG_STEPS := reproduce-.*|prove-(selftest|token_limits|equal-.*)|lockstep-selftest|lint-tidy-.*|sby-.*|(san|plain)-(cuda_machine|compaction|covert)_test|plain-gpu_rtl_test|chips|probe|netlists|params|planted|schedulers|sweep.*|mask-regime

# At its default sizes gmmu takes Icarus a minute: make verify.
ICARUS_SLOW := gmmu
ICARUS_BLOCKS := $(filter-out $(ICARUS_SLOW),$(BLOCK_CONFIGS))

# Benches of other sizes of a unit or block: drawn, and built only then. No other step of make test uses one: two steps
# must not build the same file at once.
TB_DRAWN := $(filter-out $(TESTED_VARIANTS) $(ICARUS_BLOCKS),$(VARIANTS) gmmu)
TB_ALWAYS := $(filter-out $(TB_DRAWN),$(CONFIGS) $(BLOCK_CONFIGS))

TEST_PROGRAMS := $(UNIT_TEST_PROGRAMS) $(patsubst %,$(LOCKSTEP)/%/lockstep,$(TB_ALWAYS) $(patsubst %,planted-%,$(filter %_small,$(BLOCK_CONFIGS)))) $(AXI4)/selftest $(ICARUS)/golden_queue/sim.vvp \
    $(patsubst %,$(GEN)/%_top.c,$(filter-out $(VARIANTS),$(CONFIGS))) \
    $(SOC)/soc_rtl $(SOC)/soc_c $(WAVE_TESTED) $(SYSTEMC_PROGRAMS) $(SYSTEMC)/gmmu_platform $(BOARD)/cable $(BUILD)/gmmu $(BUILD)/gmmu-report $(UNITS_SO) $(GMMU_SO) $(INJECT) $(FUZZ)/trace_fuzz $(FUZZ)/ptx_fuzz $(MUTATE)/selected.o

# At these sizes silver_queue is normal_queue.
PROVE_ELSEWHERE := silver_queue
# Smaller still, in make test alone: what is asked of the unit is the same at every size.
PROVE_TEST_token_controller := NUM_CORES=8 NUM_APPS=8 NUM_WARPS=64
PROVE_TEST_golden_bank_queue := FRFCFS_DEPTH=8
PROVE_TEST_replay_queue := REPLAY_DEPTH=8
PROVE_TEST_two_size_tlb := TLB_SETS=2 TLB_WAYS=2 TLB_LARGE=2
PROVE_TEST_sram_tlb := TLB_SETS=2 TLB_WAYS=4 TLB_LARGE=4 TLB_TAG_W=35
TOKEN_LIMITS_TEST := GMMU_NUM_CORES=2 GMMU_NUM_APPS=2 GMMU_NUM_WARPS=64
# Before a step: a fourth of its tests runs, drawn by the seed; of the longest steps an eighth.
PART := GMMU_ONE_IN=$(ONE_IN) $()
SMALL_PART := GMMU_ONE_IN=$(if $(filter 1,$(ONE_IN)),1,8) $()
# Programs that a sanitizer makes slow: make test runs an eighth of the tests of each, drawn by the seed, make verify all.
# Their plain builds run whole in make test.
SANITIZED_SLOW := $(addprefix san-,$(addsuffix _test,compaction covert cuda_machine move mosaic large_room parboil thesis_save \
    colour token_share time_slice delay_gpu fault_gpu gpu probe split_memory lsu_soak follow window gmmu_seat)) $(addprefix msan-,$(addsuffix _test,gmmu_block sm_driver operand_log))
# Other programs of which make test runs an eighth of the tests, or a fourth, and make verify all: they run whole chips.
PLAIN_SLOW := plain-gpu_rtl_test plain-compaction_test
PLAIN_LONG := $(patsubst %,plain-%_test,covert mosaic gpu large_room parboil move colour)
# The sanitized tests of the models: drawn.
SAN_DRAWN := $(MODEL_TESTS:%=$(TEST)/san/%)
# $1: program; what stands before it
PART_OF = $(if $(filter $(SANITIZED_SLOW) $(PLAIN_SLOW),$(call UNIT_STEP,$1)),$(SMALL_PART),$(if $(filter $(PLAIN_LONG),$(call UNIT_STEP,$1)),$(PART)))
# $1: program; its step
UNIT_STEP = $(subst /,-,$(1:$(BUILD)/unit/%=%))
$(if $(wildcard tb/chip),$(foreach step,$(filter-out $(foreach test,$(UNIT_TEST_PROGRAMS),$(call UNIT_STEP,$(test))),$(SANITIZED_SLOW) $(PLAIN_SLOW) $(PLAIN_LONG)),$(error $(step): no such test)))
# States of a function that clang's analyzer looks at; its time is in proportion.
TIDY_STATES_TEST := 1000
# Vectors in the testbenches of exported units; make verify has those that a user gets, and units that take long.
EXPORT_CYCLES_TEST := 500
EXPORT_SLOW := operand_log normal_queue replay_queue sm_driver gmmu_small
# C = RTL in make test, the claims in make verify alone.
PROVE_EQUAL_TEST := operand_log replay_queue
EQUAL_TEST = $(if $(filter $1,$(PROVE_EQUAL_TEST)),equal-)$1
# Units whose assertions make test can afford; make verify runs all.
CLAIMS_QUICK := golden_queue warp_gate
# Other sizes of a unit that are proved, in make test and in make verify alone.
PROVED_VARIANTS := golden_queue_b16 page_walker_2
PROVED_VARIANTS_SLOW := silver_queue_b16 golden_bank_queue_b16 dram_arbiter_64 normal_queue_b16 block_queue_256 ptb_queue_16 ptb_queue_30
# Of these C = RTL alone: the claims take long.
PROVED_VARIANTS_EQUAL := sm_driver_16 sm_driver_30
# Units of which a lock-step run takes long; one run alone has hit all their bins.
TWO_RUNS := operand_log normal_queue replay_queue frame_allocator
# Units small enough to be mutated in make test, some mutants of each; make verify mutates all, and more.
MUTATE_QUICK := golden_queue warp_gate
MUTATE_QUICK_N := 4
# Units whose RTL from the C is simulated and proved in make test; make verify does all.
RTL_FROM_C_QUICK := golden_queue warp_gate
# Units whose tops for HLS tools are compiled in every style in make test: arrays read by index, a nested struct.
HLS_STYLES_QUICK := golden_queue dram_arbiter

# Examples that compile the runtime of Verilator.
EXAMPLES_DRAWN := walk-port

define newline


endef

# $1: PART, $2: SMALL_PART; neither in make verify
define IN_PARTS
params: $1$(STEP) params-test
probe: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/probe_test.py $(BUILD)/gmmu
mask-regime: $2$(PYTHON) tb/tools/test/one_in.py tb/cli/mask_regime_test.py $(BUILD)/gmmu
mosaic: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/mosaic_test.py $(BUILD)/gmmu
outputs: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/outputs_test.py $(BUILD)/gmmu $(INJECT)
chips: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/chips_test.py $(BUILD)/gmmu
schedulers: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/schedulers_test.py $(BUILD)/gmmu
classify: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/classify_test.py $(BUILD)/gmmu
share: $1$(PYTHON) tb/tools/test/one_in.py tb/cli/share_test.py $(BUILD)/gmmu
endef

# Of these make test runs one in ONE_IN, drawn by the seed: the same C or RTL is asked otherwise by other steps as well,
# or it is a tool that is asked. $1: drawn, $2: SMALL_PART, $3: PART; none of them in make verify
# Not drawn: no other step compares RTL with the units' C as the simulator has it, with -O3 for this machine.
SYSTEMC_ALWAYS := $(BUILD)/systemc/units_test
MSAN_TEST_PROGRAMS := $(filter $(TEST)/msan/%,$(UNIT_TEST_PROGRAMS))
define DRAWN_STEPS
$(foreach test,$(MSAN_TEST_PROGRAMS) $(SAN_DRAWN),$1$(call UNIT_STEP,$(test)): $(if $(filter $(SANITIZED_SLOW),$(call UNIT_STEP,$(test))),$2)$(test)$(newline))
$(foreach config,$(filter-out $(VARIANTS),$(CONFIGS)) $(ICARUS_BLOCKS),$1icarus-$(config): $(STEP) icarus-$(config)$(newline))
$(foreach example,$(EXAMPLES_DRAWN),$1example-$(example): $(STEP) example-$(example)$(newline))
$(foreach paper,mask mosaic fgpu dss karnagel,$1reproduce-$(paper): $(PYTHON) tb/tools/experiments/$(paper)_test.py $(BUILD)/gmmu$(newline))
$1lockstep-selftest: $(STEP) lockstep-selftest
$1export-selftest: $(STEP) export-selftest EXPORT_CYCLES=$(EXPORT_CYCLES_TEST)
export-together: $(STEP) export-together
$1hls-selftest: $(STEP) hls-selftest
$1hls-bambu: $(STEP) hls-bambu
$(foreach program,$(SYSTEMC_PROGRAMS),$(if $(filter $(program),$(SYSTEMC_ALWAYS)),,$1)systemc-$(notdir $(program)): $(program)$(newline))
$1mutate-selftest: $(STEP) mutate-selftest
$1area-selftest: $(STEP) area-selftest
$1area-libraries: $(STEP) area-libraries
$1area-tables: $(STEP) area-tables
$1area-physical: $(STEP) area-physical
$1netlists: $(STEP) netlist-warp_gate netlist-golden_queue netlist-selftest
$1sva-selftest: $(STEP) sva-selftest
$(foreach guide,$(GUIDES),$1guide-$(guide): $(STEP) guide-$(guide)$(newline))
$1make-selftest: $(STEP) make-selftest
$1new-unit: $(PYTHON) tb/tools/unit/new_unit_test.py $(BUILD)
$1added-statistic: $(STEP) added-statistic
$1sweep: $(STEP) sweep-test
$1sweep-slurm: $(STEP) sweep-slurm
$1check figures: $(PYTHON) scripts/experiments/thesis/figures.py --sizes small $(BUILD)/gmmu $(BUILD)/test/figures
$1install: $(STEP) install-test
$1deb: $(STEP) deb-test
$1python: $(STEP) python-test
$1report-test: $(PYTHON) tb/tools/plot/report_test.py $(BUILD)/gmmu && $(PYTHON) tb/tools/experiments/thesis_test.py $(BUILD)/gmmu && $(PYTHON) tb/tools/experiments/fault_time_test.py $(BUILD)/gmmu && $(PYTHON) tb/tools/plot/tlb_curves_test.py && $(PYTHON) tb/tools/plot/colours_test.py $(BUILD)/gmmu
$(foreach block,$(filter %_small,$(BLOCK_CONFIGS)),$1planted-claims-$(block): $(STEP) planted-claims-$(block)$(newline))
$1planted: $3$(STEP) planted
$1planted-gmmu: $3$(STEP) planted-gmmu
$1soc-planted: $3$(STEP) soc-planted
$1crossing-planted: $3$(STEP) crossing-planted
$1fpga-board: $(STEP) fpga-board
$1fpga-board-planted: $3$(STEP) fpga-board-planted
$1systemc-platform: $(STEP) systemc-platform
$1systemc-platform-planted: $3$(STEP) systemc-platform-planted
$1prove-selftest: $3$(PYTHON) tb/tools/formal/selftest.py --build $(BUILD)
endef

# name: command, one line per step; check name: command, where the exit code alone is the verdict; drawn name: command
# (scripts/test/run_tests.py)
define TEST_STEPS
check lint-format: $(STEP) lint-format
$(foreach folder,$(TIDY_FOLDERS),check lint-tidy-$(folder): $(STEP) lint-tidy-$(folder) TIDY_STATES=$(TIDY_STATES_TEST)$(newline))
check lint-sources: $(STEP) lint-sources
check lint-tree: $(STEP) lint-tree
check lint-names: $(STEP) lint-names
check lint-floors: $(STEP) lint-floors
check lint-python: $(STEP) lint-python
check lint-rtl-format: $(STEP) lint-rtl-format
lint-hls: $(STEP) lint-hls
lint-registers: $(STEP) lint-registers
check lint-docs: $(STEP) lint-docs
site: $(STEP) site-test
lint-selftest: $(STEP) lint-selftest
waves: $(STEP) waves
$(foreach top,$(RTL_TOPS),check lint-rtl-$(top): $(STEP) lint-rtl-$(top)$(newline))
$(foreach test,$(filter-out $(MSAN_TEST_PROGRAMS) $(SAN_DRAWN),$(UNIT_TEST_PROGRAMS)),$(call UNIT_STEP,$(test)): $(call PART_OF,$(test))$(test)$(newline))
gen-test: $(STEP) gen-test
$(foreach unit,$(TB_ALWAYS),lockstep-$(unit): $(STEP) tb-$(unit) $(if $(filter $(unit),$(TWO_RUNS)),SEEDS=2)$(newline))
$(foreach size,$(TB_DRAWN),drawn lockstep-$(size): $(STEP) tb-$(size)$(newline))
axi4-selftest: $(STEP) axi4-selftest
icarus-selftest: $(STEP) icarus-selftest
$(foreach unit,$(filter-out $(VARIANTS) $(EXPORT_SLOW),$(CONFIGS)),drawn export-$(unit): $(STEP) export-test-$(unit) EXPORT_CYCLES=$(EXPORT_CYCLES_TEST)$(newline))
$(foreach block,$(filter-out $(EXPORT_SLOW),$(filter %_small,$(BLOCK_CONFIGS))),drawn export-$(block): $(STEP) export-test-$(block) EXPORT_CYCLES=$(EXPORT_CYCLES_TEST)$(newline))
drawn export-soc: $(PART)$(STEP) export-test-soc
drawn export-benches: $(PART)$(STEP) export-benches
$(foreach unit,$(HLS_STYLES_QUICK),hls-styles-$(unit): $(STEP) hls-styles-$(unit)$(newline))
$(foreach unit,$(filter-out $(VARIANTS) $(PROVE_ELSEWHERE),$(CONFIGS)) $(PROVED_VARIANTS),$(if $(filter $(unit),$(PROVED_VARIANTS)),drawn )prove-$(call EQUAL_TEST,$(unit)): $(STEP) prove-$(call EQUAL_TEST,$(unit))$(call SIZES_IN_NAME,$(or $(PROVE_TEST_$(unit)),$(PROVE_QUICK_$(unit))))$(newline))
drawn prove-token_limits: $(STEP) prove-token_limits TOKEN_LIMITS='$(TOKEN_LIMITS_TEST)'
prove-frame_totals: $(STEP) prove-frame_totals
$(foreach unit,$(RTL_FROM_C_QUICK),rtl-from-c-$(unit): $(STEP) rtl-from-c-$(unit)$(newline))
$(foreach unit,$(MUTATE_QUICK),mutate-$(unit): $(STEP) mutate-$(unit) N=$(MUTATE_QUICK_N) SEED=1$(newline))
$(foreach unit,$(MUTATE_QUICK),promises-$(unit): $(STEP) promises-$(unit) N=$(MUTATE_QUICK_N) SEED=1$(newline))
$(foreach unit,$(CLAIMS_QUICK),vacuity-$(unit): $(STEP) vacuity-$(unit)$(newline))
drawn coverage: $(STEP) coverage-check
prove-parts: $(PYTHON) tb/tools/formal/parts_test.py
certificates-selftest: $(STEP) certificates-selftest
claims: $(STEP) claims
$(foreach unit,$(PROVE_UNSWEPT),drawn certified-$(unit): $(STEP) prove-certified-$(unit)$(newline))
$(foreach unit,$(CLAIMS_QUICK),claims-$(unit): $(STEP) tb-claims-$(unit) && $(STEP) sby-$(unit)$(newline))
sby-dram_scheduler: $(STEP) sby-dram_scheduler
sby-fence: $(STEP) sby-fence
sby-gmmu_whole: $(STEP) sby-gmmu_whole
sby-axi_rules: $(STEP) sby-axi_rules AXI_MASTER_WORDS=1
sby-vortex_flush: $(STEP) sby-vortex_flush
sby-gmmu_ram: $(STEP) sby-gmmu_ram
sby-axi4_lite_cdc: $(STEP) sby-axi4_lite_cdc
export-axi4_lite_cdc: $(STEP) export-test-axi4_lite_cdc
crossing: $(STEP) crossing
soc: $(STEP) do-soc
sby-ptb_ram: $(STEP) sby-ptb_ram
sby-asid_table_ram: $(STEP) sby-asid_table_ram
sby-sram_tlb_ram: $(STEP) sby-sram_tlb_ram
same-selftest: $(STEP) same-selftest
pinned: $(PYTHON) scripts/same/pinned.py $(BUILD)/gmmu
status: $(PYTHON) scripts/docs/status.py --check --chips $(BUILD)/gmmu
$(foreach example,$(filter-out $(EXAMPLES_DRAWN),$(EXAMPLES)),example-$(example): $(STEP) example-$(example)$(newline))
bench-selftest: $(STEP) bench-selftest
test-selftest: $(PYTHON) tb/tools/test/run_until_test.py && $(PYTHON) tb/tools/test/soak_test.py && $(PYTHON) -m tb.tools.test.times_test && $(PYTHON) tb/tools/test/run_tests_test.py && $(PYTHON) -m tb.tools.test.unit_files_test && $(PYTHON) -m tb.tools.test.plants_test && $(PYTHON) tb/tools/test/one_in_test.py $(BUILD)/unit/plain/golden_queue_test
fuzz: $(STEP) fuzz
$(call IN_PARTS,$(PART),$(SMALL_PART))
$(call DRAWN_STEPS,drawn ,$(SMALL_PART),$(PART))
added: $(STEP) added
statistics: $(PYTHON) tb/cli/statistics_test.py $(BUILD)/gmmu
memory: $(PYTHON) tb/cli/memory_test.py $(BUILD)/gmmu
check statistics-page: $(PYTHON) -m scripts.docs.statistics --check $(BUILD)/gmmu
check options-page: $(PYTHON) -m scripts.docs.options --check $(BUILD)/gmmu
cli: $(PYTHON) tb/cli/cli_test.py $(BUILD)/gmmu
cli-names: $(PYTHON) tb/cli/names_test.py $(BUILD)/gmmu
cli-help: $(PYTHON) tb/cli/help_test.py $(BUILD)/gmmu
cli-ptx: $(PYTHON) -m tb.cli.ptx_test $(BUILD)/gmmu $(CLANG) $(CC)
rerun: $(PYTHON) tb/cli/rerun_test.py $(BUILD)/gmmu
every: $(PYTHON) tb/cli/every_test.py $(BUILD)/gmmu
description: $(PYTHON) tb/cli/description_test.py $(BUILD)/gmmu
check report: $(STEP) main-job MAIN_JOB_DIR=$(BUILD)/test/report MAIN_JOB_FLAGS='--epoch 5000 $(SMALL_JOB)'
endef

.PHONY: make-selftest
make-selftest:
	@$(PYTHON) tb/tools/make/stale_test.py && $(PYTHON) tb/tools/make/unit_test.py && $(PYTHON) tb/tools/make/words_test.py && \
	    $(PYTHON) tb/tools/make/bootstrap_test.py && $(PYTHON) -m tb.tools.make.sizes_test $(BUILD)

.PHONY: test-build
test-build: $(TEST_PROGRAMS)

# Written anew each time: it depends on variables, not on files.
.PHONY: $(TEST_MANIFEST) $(VERIFY_MANIFEST)
export TEST_STEPS VERIFY_STEPS
$(TEST_MANIFEST):
	@mkdir -p $(@D)
	@echo "$$TEST_STEPS" >$@
$(VERIFY_MANIFEST):
	@mkdir -p $(@D)
	@echo "$$VERIFY_STEPS" >$@

# With MATCH only the programs that its steps name are built first, where the steps are programs, benches, scripts, or
# what needs no program. Any other step makes what it needs itself, as others do at the same time, so that all of it
# must be there before.
NEEDS_NO_PROGRAM := $(STEP) GMMU_ONE_IN=% $(PYTHON) %.py lint-% TIDY_STATES=% SEEDS=% prove-% sby-% vacuity-%
MATCH_PROGRAMS = $(filter $(TEST_PROGRAMS),$(WORDS) $(patsubst tb-%,$(LOCKSTEP)/%/lockstep,$(filter tb-%,$(WORDS))))
test-build-match: $(TEST_MANIFEST)
	@$(eval WORDS := $(shell $(PYTHON) scripts/test/run_tests.py --match $(call quoted,$(MATCH)) --words $<))
	+$(if $(filter-out $(NEEDS_NO_PROGRAM) tb-% $(TEST_PROGRAMS),$(WORDS)),$(MAKE) --no-print-directory test-build,\
	    $(if $(MATCH_PROGRAMS),$(MAKE) --no-print-directory $(MATCH_PROGRAMS)))
# Without it all but the programs that no step of this draw names.
test-build-drawn: $(TEST_MANIFEST)
	@$(eval WORDS := $(shell $(PYTHON) scripts/test/run_tests.py --words $<))
	@$(eval DRAWN_WORDS := $(shell $(PYTHON) scripts/test/run_tests.py --words --seed $(DRAW) --one-in $(ONE_IN) $<))
	+$(MAKE) --no-print-directory $(filter-out $(filter-out $(DRAWN_WORDS),$(WORDS)),$(TEST_PROGRAMS))
.PHONY: test-build-match test-build-drawn

# The seed of the run, before anything is built.
ifneq ($(filter do-test,$(MAKECMDGOALS)),)
DRAW := $(or $(SEED),$(shell od -An -N3 -tu4 /dev/urandom))
endif
do-test: $(if $(MATCH),test-build-match,test-build-drawn) $(TEST_MANIFEST)
	@$(PYTHON) scripts/test/run_tests.py $(TEST_FLAGS) $(if $(SEED),,--seed $(DRAW)) --limit $(TEST_LIMIT) --one-in $(ONE_IN) --first '$(LONG_STEPS)' --logs $(BUILD)/test/logs $(TEST_MANIFEST)

# The slow rest. Times on two cores: docs/design/verification.md. Steps that have passed, by the content of the sources.
VERIFY_KEPT ?= $(BUILD)/verify/passed.jsonl
# And those that have passed elsewhere with the same content; VERIFY_KNOWN= runs them again. make verify-report writes it.
VERIFY_KNOWN ?= docs/reports/verified.jsonl
VERIFY_SETTINGS = $(filter-out MATCH=% SEED=% JOBS=%,$(MAKEOVERRIDES))
VERIFY_FUZZ_SECONDS ?= 300
VERIFY_SOAK_SECONDS ?= 4
VERIFY_CROSSINGS ?= 8000
VERIFY_CYCLES ?= 2000000
VERIFY_VARIANT_CYCLES ?= 400000
# A fourth of them: a cycle takes ten times as long as of other variants.
VERIFY_CYCLES_OF = $(if $(filter tlb_level_128 tlb_level_256,$1),100000,$(VERIFY_VARIANT_CYCLES))
VERIFY_DESCRIPTIONS ?= 2000
VERIFY_CLAIMS_CYCLES ?= 200000
VERIFY_HLS_SECONDS ?= 3600
VERIFIED := $(filter-out $(VARIANTS),$(CONFIGS))
# Netlists that take milliseconds for a cycle: few cycles, whatever they cover. The proof before them has every state.
NETLIST_SLOW := frame_allocator normal_queue operand_log page_walker replay_queue silver_queue token_controller
# Mutants of the C that the claims are asked about, one proof each; of the units whose proofs are longest fewer.
PROMISES_N = $(if $(filter normal_queue silver_queue token_controller,$1),4,12)
# Bambu takes five to fifteen minutes for each of these; make hls-bambu-all has them, docs/reports/hls.md their results.
BAMBU_SLOW := frame_allocator normal_queue operand_log replay_queue request_file
# Units of which some claim has no answer at full size, or was not asked there: C = RTL alone is proved, and the
# claims at the size of make test, which the step's name says.
PROVE_IN_PARTS := operand_log page_walker page_walker_2 replay_queue request_file
# Units whose obligations take a solver that writes certificates ten times as long: proved at full size, certified at
# the size of make test.
CERTIFIED_SMALL := address_hash bypass_cache normal_queue sm_driver tlb_mshr two_size_tlb
PROVED_WHOLE := $(filter-out $(PROVE_IN_PARTS) $(CERTIFIED_SMALL),$(VERIFIED))
QUICK_SIZE = $(call SIZES_IN_NAME,$(PROVE_QUICK_$1))
# Sizes without a configuration at which stimulus or coverage differ.
TB_SIZES := l2_bypass-NUM_DEPTHS_4 request_file-MMU_PORTS_2
# The same runner and the same kind of list, so that one failure does not hide the next,
# and MATCH='prove-.*' repeats a part. certified-<unit> asks all that prove-<unit> asks, and has the answers checked.
define VERIFY_STEPS
$(foreach unit,$(VERIFIED),tb-$(unit): $(STEP) tb-$(unit) CYCLES=$(VERIFY_CYCLES)$(newline))
$(foreach unit,$(VARIANTS),tb-$(unit): $(STEP) tb-$(unit) CYCLES=$(call VERIFY_CYCLES_OF,$(unit))$(newline))
$(foreach block,$(BLOCK_CONFIGS),tb-$(block): $(STEP) tb-$(block) CYCLES=$(VERIFY_VARIANT_CYCLES)$(newline))
$(foreach size,$(TB_SIZES),tb-$(size): $(STEP) tb-$(size)$(newline))
$(foreach block,$(ICARUS_SLOW),icarus-$(block): $(STEP) icarus-$(block)$(newline))
$(foreach unit,$(ICARUS_SHORT),icarus-whole-$(unit): $(STEP) icarus-$(unit) ICARUS=$(BUILD)/icarus-whole ICARUS_WHOLE=1$(newline))
$(foreach unit,$(filter-out $(PROVE_IN_PARTS),$(PROVED_VARIANTS)) $(PROVED_VARIANTS_SLOW),prove-$(unit): $(STEP) prove-$(unit)$(newline))
$(foreach unit,$(PROVED_VARIANTS_EQUAL),prove-equal-$(unit): $(STEP) prove-equal-$(unit)$(newline))
$(foreach unit,$(PROVE_IN_PARTS),prove-equal-$(unit): $(STEP) prove-equal-$(unit)$(newline))
$(foreach unit,$(PROVED_WHOLE),certified-$(unit): $(STEP) prove-certified-$(unit)$(newline))
$(foreach unit,$(CERTIFIED_SMALL),prove-$(unit): $(STEP) prove-$(unit)$(newline))
$(foreach unit,$(PROVE_IN_PARTS) $(CERTIFIED_SMALL),certified-$(unit)$(call QUICK_SIZE,$(unit)): \
    $(STEP) prove-certified-$(unit)$(call QUICK_SIZE,$(unit))$(newline))
prove-token_limits: $(STEP) prove-token_limits
$(foreach unit,$(VERIFIED),slang-$(unit): $(STEP) prove-slang-$(unit)$(newline))
$(foreach unit,$(VERIFIED),sva-$(unit): $(STEP) do-sva UNIT=$(unit) CYCLES=$(VERIFY_CLAIMS_CYCLES)$(newline))
$(foreach unit,$(VERIFIED),netlist-$(unit): \
    $(STEP) netlist-$(unit)$(if $(filter $(unit),$(NETLIST_SLOW)), NETLIST_FLAGS='--seeds 1 --cycles 5000 --coverage 0')$(newline))
$(foreach block,$(filter %_small,$(BLOCK_CONFIGS)),netlist-$(block): $(STEP) netlist-equal-$(block)$(newline))
check power-gmmu_small: $(STEP) do-power UNIT=gmmu_small
$(foreach unit,$(VERIFIED),mutate-$(unit): $(STEP) mutate-$(unit) N=50 SEED=1$(newline))
$(foreach unit,$(VERIFIED),promises-$(unit): $(STEP) promises-$(unit) N=$(call PROMISES_N,$(unit)) SEED=1$(newline))
$(foreach unit,$(VERIFIED),vacuity-$(unit): $(STEP) vacuity-$(unit)$(newline))
$(foreach step,$(PLAIN_SLOW) $(PLAIN_LONG),$(step): $(BUILD)/unit/$(subst -,/,$(step))$(newline))
reproduce-fgpu-small: $(PYTHON) tb/tools/experiments/fgpu_test.py --small $(BUILD)/gmmu
sby-gmmu_whole-planted: $(STEP) sby-gmmu_whole-planted
sby-gmmu_drain: $(STEP) sby-gmmu_drain
sby-axi_rules-wide: $(STEP) sby-axi_rules
sby-fence-long: $(STEP) sby-fence-long
sby-dram_scheduler_axi: $(STEP) sby-dram_scheduler_axi
sby-sram_tlb_ram-all-time: $(STEP) sby-sram_tlb_ram-all-time
check coverage: $(STEP) do-coverage UNIT=all
check coverage-blocks: $(STEP) do-coverage UNIT='$(BLOCK_CONFIGS)'
$(foreach unit,$(VERIFIED),export-$(unit): $(STEP) export-test-$(unit) EXPORT_FLAGS=--full$(newline))
export-together-all: $(STEP) export-together-all
export-benches: $(STEP) export-benches
export-soc: $(STEP) export-test-soc
$(foreach block,$(filter %_small,$(BLOCK_CONFIGS)),export-$(block): $(STEP) export-test-$(block)$(newline))
$(foreach unit,$(VERIFIED),hls-styles-$(unit): $(STEP) hls-styles-$(unit)$(newline))
$(foreach unit,$(VERIFIED),rtl-from-c-$(unit): $(STEP) rtl-from-c-$(unit)$(newline))
hls-bambu-lost: $(STEP) hls-bambu-lost
$(foreach unit,$(filter-out $(BAMBU_SLOW),$(VERIFIED)),hls-bambu-$(unit): $(STEP) hls-bambu-$(unit) HLS_TIMEOUT=$(VERIFY_HLS_SECONDS)$(newline))
check lint-tidy: $(STEP) lint-tidy TIDY_STATES=225000
$(call IN_PARTS,)
$(call DRAWN_STEPS)
fuzz: $(STEP) fuzz FUZZ_SECONDS=$(VERIFY_FUZZ_SECONDS)
soak: $(STEP) do-soak SOAK_SECONDS=$(VERIFY_SOAK_SECONDS)
soc-random: $(STEP) soc-random
crossing-long: $(STEP) crossing CROSSING_RUNS=$(VERIFY_CROSSINGS)
description: $(PYTHON) tb/cli/description_test.py $(BUILD)/gmmu $(VERIFY_DESCRIPTIONS)
install-whole: $(STEP) install-whole
deb-whole: $(STEP) deb-whole
container-whole: $(STEP) container-whole
reads: $(PYTHON) -m tb.tools.test.reads_test
site-look: $(STEP) site-look
$(foreach guide,$(GUIDES),guide-$(guide): $(STEP) guide-$(guide) GUIDE_WHOLE=1$(newline))
$(foreach example,$(EXAMPLES),example-whole-$(example): $(STEP) example-$(example) EXAMPLE_WHOLE=1$(newline))
endef

do-verify: test-build $(TB_DRAWN:%=$(LOCKSTEP)/%/lockstep) $(VERIFY_MANIFEST)
	@$(PYTHON) scripts/test/run_tests.py $(TEST_FLAGS) --limit $(VERIFY_LIMIT) --target verify --kept $(VERIFY_KEPT) $(VERIFY_KNOWN:%=--known %) --settings $(call quoted,$(VERIFY_SETTINGS)) --logs $(BUILD)/verify/logs $(VERIFY_MANIFEST); \
	    code=$$?; $(PYTHON) -m scripts.test.times $(VERIFY_MANIFEST) $(VERIFY_KNOWN) $(VERIFY_KEPT) > $(BUILD)/verify/times.md && exit $$code

.PHONY: verify-report
verify-report: $(VERIFY_MANIFEST)
	@$(PYTHON) -m scripts.test.verified $(VERIFY_MANIFEST) $(VERIFY_KEPT) $(VERIFY_KNOWN) $(call quoted,$(VERIFY_SETTINGS))
