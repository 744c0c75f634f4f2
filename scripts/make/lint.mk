# SPDX-License-Identifier: Apache-2.0
# Formats, static analysis, RTL lint. Warnings as errors are part of every compile.

C_FILES := $(sort $(shell git ls-files '*.c' '*.h' '*.cpp' '*.hpp' '*.inc' 2>/dev/null))
# tb/lint/bad breaks the rules on purpose.
TIDY_FILES := $(filter hls/%.c models/%.c tb/%.c,$(filter-out tb/fuzz/% tb/formal/selftest/% tb/lint/%,$(C_FILES)))
RTL_TOPS := $(sort $(patsubst rtl/%.sv,%,$(filter-out rtl/gmmu_pkg.sv,$(wildcard rtl/*.sv))))

.PHONY: lint-format lint-tidy lint-python lint-hls lint-selftest copyout-test params-test $(addprefix lint-rtl-,$(RTL_TOPS))
do-lint: lint-format lint-tidy lint-rtl lint-python lint-hls
lint-rtl: $(addprefix lint-rtl-,$(RTL_TOPS))

lint-format:
	$(CLANG_FORMAT) --dry-run -Werror $(C_FILES)

do-format:
	$(CLANG_FORMAT) -i $(C_FILES)

lint-python:
	$(PYTHON) -m compileall -q scripts

TIDY_STAMPS := $(TIDY_FILES:%=$(BUILD)/tidy/%.ok)
lint-tidy: $(TIDY_STAMPS)
$(BUILD)/tidy/%.ok: % .clang-tidy
	@mkdir -p $(@D)
	$(CLANG_TIDY) --quiet $< -- -std=c11 -D_GNU_SOURCE $(MODEL_INCLUDES) -Itb/lockstep $(TEST_INCLUDES) 2>/dev/null
	@touch $@

# Two readers, so that nobody depends on one: Verilator's lint and Yosys' elaboration.
lint-rtl-%:
	$(VERILATOR) --lint-only -Wall -Irtl rtl/gmmu_pkg.sv rtl/$*.sv --top-module $*
	yosys -q -p 'read_verilog -sv rtl/gmmu_pkg.sv $(addprefix rtl/,$(addsuffix .sv,$(RTL_TOPS))); hierarchy -top $*; proc; check -assert'

# The synthesizable subset of C, unit by unit, by clang's syntax tree; and the check itself.
lint-hls:
	@for unit in $(UNITS); do \
	    $(PYTHON) scripts/lint/hls_subset.py --clang $(CLANG) -Ihls/common hls/$$unit/*.c || exit 1; \
	done

lint-selftest:
	@$(PYTHON) tb/lint/selftest.py $(CLANG)

# A unit copied out of the tree with hls/common compiles alone, in C and in C++.
copyout-test:
	@CC=$(CC) CXX=$(CXX) CLANG=$(CLANG) $(PYTHON) scripts/lint/copyout_test.py $(UNITS)

# C and RTL hold the same sizes.
params-test:
	@CLANG=$(CLANG) $(PYTHON) scripts/lint/params_test.py
