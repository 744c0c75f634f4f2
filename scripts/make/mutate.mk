# SPDX-License-Identifier: Apache-2.0
# Mutants (docs/design/verification.md): make mutate UNIT=name N=50 [SEED=s]
#   mutate-<unit>      N mutants of the RTL and N of the C of a unit
#   mutate-selftest    planted mutants: equivalent, unreachable, undetected, killed
#   promises-<unit>    N mutants of the C against the claims of tb/formal only, at the size of
#                      make test; build/promises/<unit>/report.{txt,json}
# The result is build/mutate/<unit>/report.{txt,json}.

N ?= 50
MUTATE := $(BUILD)/mutate
MUTATE_SEED = $(if $(SEED),$(SEED),1)
MUTATE_TIMEOUT ?= 300
# Without the data-flow pass: that of Verilator 5.006 gets netlists wrong in which one assignment
# drives parts of two vectors.
# Nor with trees of bit operations merged: the same version loses a negation between two XORs
# (docs/design/verification.md).
# A mutated index may lie outside: the value is then any.
MUTATE_FLAGS := -fno-dfg -fno-const-bit-op-tree -Wno-lint -Wno-style -Wno-UNOPTFLAT -Wno-SELRANGE --unroll-stmts 1000000 --unroll-count 1000
# Sizes at which netlists of the large units are made, run and proved; the mutants of sources
# are run and proved at full size.
MUTATE_SIZE_two_size_tlb := GMMU_TLB_SETS=2 GMMU_TLB_WAYS=4 GMMU_TLB_LARGE=4
MUTATE_SIZE_normal_queue := GMMU_FRFCFS_DEPTH=16
MUTATE_SIZE_silver_queue := GMMU_FRFCFS_DEPTH=16
MUTATE_SIZE_operand_log := GMMU_LOG_ENTRIES=32
MUTATE_SIZE_replay_queue := GMMU_REPLAY_DEPTH=16
MUTATE_SIZE_bypass_cache := GMMU_BYPASS_ENTRIES=8
MUTATE_SIZE_address_hash := GMMU_HASH_W=16
MUTATE_SIZE_frame_allocator := GMMU_LARGE_FRAMES=8
MUTATE_RUN = $(PYTHON) scripts/mutate/mutate.py --build $(BUILD) --clang $(CLANG) \
    --timeout $(MUTATE_TIMEOUT) $(MUTATE_OPTIONS)

$(MUTATE)/selected.o: tb/lockstep/mutant_selected.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 $(WARN) -c $< -o $@

# $1: configuration; compiled once for few runs, so without much effort. A netlist has too
# many wires to make all of them visible: its registers and ports say so themselves.
# The benches with all mutants of the RTL, of the source and of the netlist
define MUTATE_BENCHES
$(call LOCKSTEP_CONFIG,mutate-$1-rtl,$1,$(MUTATE)/$1/rtl.sv,$(MUTATE_FLAGS) $(RTL_SIZES_$1),$(C_SIZES_$1))
$(call LOCKSTEP_CONFIG,mutate-$1-netlist,$1,$(MUTATE)/$1/netlist.sv,$(MUTATE_FLAGS) --no-public-flat-rw,$(or $(MUTATE_SIZE_$1:%=-D%),$(C_SIZES_$1)))
$(LOCKSTEP)/mutate-$1-rtl/lockstep $(LOCKSTEP)/mutate-$1-netlist/lockstep: $(MUTATE)/selected.o
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call MUTATE_BENCHES,$(config))))

# The benches depend on what `plan` writes, so it comes first.
.PHONY: do-mutate mutate-selftest $(ASKED_CONFIGS:%=mutate-%) $(ASKED_CONFIGS:%=promises-%)
$(ASKED_CONFIGS:%=mutate-%): mutate-%:
	@$(MUTATE_RUN) $(MUTATE_SIZE_$*:%=--define %) --count $(N) --seed $(MUTATE_SEED) plan $*
	@$(STEP) $(LOCKSTEP)/$*/lockstep $(LOCKSTEP)/mutate-$*-rtl/lockstep $(LOCKSTEP)/mutate-$*-netlist/lockstep
	@$(MUTATE_RUN) $(MUTATE_SIZE_$*:%=--define %) run $*

$(ASKED_CONFIGS:%=promises-%): promises-%:
	@$(MUTATE_RUN) $(PROVE_QUICK_$*:%=--define GMMU_%) --count $(N) --seed $(MUTATE_SEED) promises $*

mutate-selftest: $(LOCKSTEP)/golden_queue/lockstep
	@$(PYTHON) tb/tools/mutate/selftest.py $(BUILD)

# All units are tried, also after one with survivors.
do-mutate:
	@failed=; for unit in $(SELECTED); do $(STEP) mutate-$$unit || failed="$$failed $$unit"; done; \
	$(MUTATE_RUN) table $(SELECTED); if [ -n "$$failed" ]; then echo "survivors:$$failed" >&2; exit 1; fi
