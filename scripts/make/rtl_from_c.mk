# SPDX-License-Identifier: Apache-2.0
# RTL derived from the C of a unit, without an HLS tool (docs/reference/hls.md):
#   make rtl-from-c UNIT=name|all   build/derived/<unit>.v, checked, with its area beside the hand-written RTL's
#   rtl-from-c-<unit>               writes and checks it: lock-step bench against the C, proof that it is the C
# It is as wide as the C: one step is one clock cycle, and the ports are those of rtl/<unit>.sv.

DERIVED := $(BUILD)/derived
RTL_FROM_C_CYCLES ?= 20000
# Generated code: a wire may have bits that nobody reads, a register of a block the name of one outside, and the
# file the name of the configuration.
DERIVED_LINT := -Wno-UNUSEDSIGNAL -Wno-VARHIDDEN -Wno-DECLFILENAME
# The wires are too many to stay visible; the .vlt file names what the bench touches.
DERIVED_VERILATOR = $(DERIVED_LINT) --no-public-flat-rw $(SHORT_FUNCTIONS)

# $1: configuration, $2: its unit
define DERIVED_RULES
$(DERIVED)/$1.vlt: $(DERIVED)/$1.v
$(DERIVED)/$1.v: $$(wildcard hls/$2/* hls/common/*) $(FORMAL_SCRIPTS) scripts/gen/balance.py scripts/gen/rewrite.py
	@$$(PYTHON) scripts/formal/derive_rtl.py $1 --build $$(BUILD)

$(call LOCKSTEP_CONFIG,derived-$1,$1,$(DERIVED)/$1.vlt $(DERIVED)/$1.v,$(DERIVED_VERILATOR),$(C_SIZES_$1))

.PHONY: rtl-from-c-$1
rtl-from-c-$1: $(LOCKSTEP)/derived-$1/lockstep
	@$$(VERILATOR) --lint-only -Wall $(DERIVED_LINT) $(DERIVED)/$1.v
	@$$< --seeds 1 --cycles $$(RTL_FROM_C_CYCLES) --coverage 0
	@$$(call QUIETLY,$(DERIVED)/$1.log,$$(PYTHON) scripts/formal/prove_unit.py $1 --rtl $(DERIVED)/$1.v --build $(DERIVED) \
	    --timeout $$(PROVE_TIMEOUT) --jobs $$(PROVE_JOBS) --equal-only)
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call DERIVED_RULES,$(config),$(UNIT_OF_$(config)))))

do-rtl-from-c: $(SELECTED:%=rtl-from-c-%) $(SELECTED:%=$(GEN)/%.layout.json)
	@$(AREA)/area.py $(AREA_FLAGS) $(CLOCK_FLAG) --derived --report derived$(if $(filter all,$(UNIT)),,-$(firstword $(UNIT))) $(SELECTED)
