# Formats, static analysis, RTL lint. Warnings as errors are part of every compile.

C_FILES := $(sort $(shell git ls-files '*.c' '*.h' '*.cpp' '*.inc' 2>/dev/null))
TIDY_FILES := $(filter hls/%.c models/%.c tb/%.c,$(filter-out tb/fuzz/% tb/formal/selftest/%,$(C_FILES)))
RTL_TOPS := $(sort $(patsubst rtl/%.sv,%,$(filter-out rtl/gmmu_pkg.sv,$(wildcard rtl/*.sv))))

.PHONY: lint-format lint-tidy lint-python $(addprefix lint-rtl-,$(RTL_TOPS))
do-lint: lint-format lint-tidy lint-rtl lint-python
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
	$(CLANG_TIDY) --quiet $< -- -std=c11 -D_GNU_SOURCE $(MODEL_INCLUDES) -Itb/unit -Itb/lockstep -Itb/pipeline 2>/dev/null
	@touch $@

# Two readers, so that nobody depends on one: Verilator's lint and Yosys' elaboration.
lint-rtl-%:
	$(VERILATOR) --lint-only -Wall -Irtl rtl/gmmu_pkg.sv rtl/$*.sv --top-module $*
	yosys -q -p 'read_verilog -sv rtl/gmmu_pkg.sv $(addprefix rtl/,$(addsuffix .sv,$(RTL_TOPS))); hierarchy -top $*; proc; check -assert'
