# SPDX-License-Identifier: Apache-2.0
# The proofs (docs/design/verification.md). An unchanged unit is not proved again: the
# script keeps a digest of everything its verdict depends on.
#
#   make prove-<unit>         as prove-normal_queue-FRFCFS_DEPTH_16 at reduced sizes
#   make prove-equal-<unit>   C = RTL and what that rests on, no claims
#   make prove-token_limits   limits that add up to tokens, bounded
#   make prove-frame_totals   pages that add up to all, for small memories
#   make prove-selftest
#   make derive-<unit>        build/derived/<unit>.v

FORMAL := $(BUILD)/formal
FORMAL_SCRIPTS := $(wildcard scripts/circuit/*.py scripts/formal/*.py scripts/formal/*.c)
PROVE_TIMEOUT ?= 1800
PROVE_JOBS ?= 1
# Small enough for CaDiCaL alone
PROVE_UNSWEPT := golden_queue warp_gate

# -X_n... of X=n...: behind the name of a unit, the unit at these sizes.
SIZES_IN_NAME = $(subst $() $(),,$(patsubst %,-%,$(subst =,_,$1)))
# Sizes at which make test can afford a proof, and the claims are asked about mutants and vacuity; make prove takes
# the full ones, and make verify all of it.
PROVE_QUICK_address_hash := HASH_W=16
PROVE_QUICK_bypass_cache := BYPASS_ENTRIES=8
PROVE_QUICK_two_size_tlb := TLB_SETS=2 TLB_WAYS=4 TLB_LARGE=4
PROVE_QUICK_tlb_level := LEVEL_SETS=2 LEVEL_WAYS=2 LEVEL_PAGES=2 LEVEL_GROUP_W=35
PROVE_QUICK_tlb_mshr := MSHR_ENTRIES=4 MSHR_WAITERS=2
# Three walkers: of two, 1 << w is w + 1, and a number within its type is a walker.
PROVE_QUICK_page_walker := WALKERS=3 WALK_LEVELS=3 WALK_WAYS=2
PROVE_QUICK_page_walker_2 := WALKERS=4 WALK_LEVELS=3 WALK_WAYS=2
PROVE_QUICK_request_file := MMU_PORTS=2 PORT_REQUESTS=2
PROVE_QUICK_fault_queue := FAULT_PAGES=4 FAULT_RECORDS=2 FAULT_RING_W=3
PROVE_QUICK_normal_queue := FRFCFS_DEPTH=24
PROVE_QUICK_silver_queue := FRFCFS_DEPTH=24
PROVE_QUICK_operand_log := LOG_ENTRIES=32
PROVE_QUICK_replay_queue := REPLAY_DEPTH=16
PROVE_QUICK_frame_allocator := LARGE_FRAMES=16
PROVE_QUICK_sm_scheduler := NUM_SMS=3 NUM_KERNELS=4
PROVE_QUICK_ptb_queue := NUM_SMS=3 SM_BLOCKS=4 NUM_KERNELS=4
PROVE_QUICK_sm_driver := NUM_SMS=3 SM_BLOCKS=4 NUM_KERNELS=4

export CLANG CC

# $1: log, $2: command; prints the last line of a success, everything of a failure. The log of a proof that is not
# repeated stays: `make claims` reads from it what was proved.
define QUIETLY
mkdir -p $(dir $1) && if $2 >$1.new 2>&1; then tail -n 1 $1.new; \
    if [ -f $1 ] && grep -q '(unchanged since the last proof' $1.new; then rm $1.new; else mv $1.new $1; fi; \
    else mv $1.new $1; cat $1; exit 1; fi
endef

.PHONY: prove-selftest $(ASKED_CONFIGS:%=prove-%) $(ASKED_CONFIGS:%=prove-equal-%) $(ASKED_CONFIGS:%=derive-%)

# $1: unit, $2: what its log is called besides, $3: flags
PROVE_UNIT = $(call QUIETLY,$(FORMAL)/$1$2.log,$(PYTHON) scripts/formal/prove_unit.py $1 --build $(BUILD) \
	    --timeout $(PROVE_TIMEOUT) --jobs $(PROVE_JOBS) $3)

$(ASKED_CONFIGS:%=prove-%): prove-%:
	@$(call PROVE_UNIT,$*)

$(ASKED_CONFIGS:%=prove-equal-%): prove-equal-%:
	@$(call PROVE_UNIT,$*,-equal,--equal-only)

$(ASKED_CONFIGS:%=derive-%): derive-%:
	@$(PYTHON) scripts/formal/derive_rtl.py $* --build $(BUILD)

# Sums over an evaluation: claims of their own, at a size that the solvers can do.
TOKEN_LIMITS := GMMU_NUM_CORES=3 GMMU_NUM_APPS=2 GMMU_NUM_WARPS=64
.PHONY: prove-token_limits
prove-token_limits:
	@$(call QUIETLY,$(FORMAL)/token_limits.log,$(PYTHON) scripts/formal/prove_unit.py token_controller --build $(BUILD) \
	    --description tb/formal/token_controller_limits.c --timeout $(PROVE_TIMEOUT) $(TOKEN_LIMITS:%=--define %))

# Sums over all frames, and over the bits of a map: likewise.
FRAME_TOTALS := GMMU_LARGE_FRAMES=4 GMMU_LARGE_PAGES=16
.PHONY: prove-frame_totals
prove-frame_totals:
	@$(call QUIETLY,$(FORMAL)/frame_totals.log,$(PYTHON) scripts/formal/prove_unit.py frame_allocator --build $(BUILD) \
	    --description tb/formal/frame_totals.c --timeout $(PROVE_TIMEOUT) $(FRAME_TOTALS:%=--define %))

# Every sentence that the proofs claim, and how strong the last proof found it, as Markdown.
.PHONY: claims
claims:
	@$(PYTHON) scripts/formal/claims_list.py --build $(BUILD) $(filter-out all,$(UNIT)) >$(BUILD)/claims.md
	@echo "PASS claims: $$(grep -c '^| `' $(BUILD)/claims.md) sentences, in $(BUILD)/claims.md"

# A second opinion: without the sweep of ABC for PROVE_UNSWEPT, and with every verdict
# of CaDiCaL checked by another program (rup_check.c).
CHECKER := $(FORMAL)/rup_check
.PHONY: certificates-selftest $(ASKED_CONFIGS:%=prove-certified-%)
$(ASKED_CONFIGS:%=prove-certified-%): prove-certified-%: $(CHECKER)
	@$(call QUIETLY,$(FORMAL)/$*-certified.log,$(PYTHON) scripts/formal/prove_unit.py $* --build $(BUILD) --timeout $(PROVE_TIMEOUT) \
	    --jobs $(PROVE_JOBS) --certify $(CHECKER) $(if $(filter $*,$(PROVE_UNSWEPT)),--no-sweep))

$(CHECKER): scripts/formal/rup_check.c
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g $(WARN) $< -o $@

certificates-selftest: $(CHECKER)
	@$(PYTHON) tb/tools/formal/rup_test.py $(CHECKER)

# Of blocks there are bounded proofs, each with a name of its own (scripts/make/sva.mk).
.PHONY: $(ASKED_BLOCKS:%=prove-%)
$(ASKED_BLOCKS:%=prove-%): prove-%:
	@echo 'prove: UNIT=$*: a block, expected a unit; of blocks there are tb-$* and the steps sby-*' >&2; exit 2

prove-selftest: $(FORMAL)/selftest.passed
	@tail -n 1 $(FORMAL)/selftest.log

$(FORMAL)/selftest.passed: $(FORMAL_SCRIPTS) $(wildcard tb/tools/formal/*) hls/common/gmmu_types.h
	@$(call QUIETLY,$(FORMAL)/selftest.log,$(PYTHON) tb/tools/formal/selftest.py --build $(BUILD)) >/dev/null || \
	    { cat $(FORMAL)/selftest.log; exit 1; }
	@touch $@
