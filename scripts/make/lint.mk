# SPDX-License-Identifier: Apache-2.0
# Formats, static analysis, RTL lint. Warnings as errors are part of every compile.

# Found on disk, not asked of git: an exported copy of the tree is linted all the same, and one without tests is built.
SOURCE_FOLDERS := $(wildcard hls rtl tb models scripts docs/examples)
# $(call find_sources,SUFFIX...)
find_sources = $(sort $(shell find $(SOURCE_FOLDERS) -type f \( -false $(1:%=-o -name '*.%') \)))
# $(call some,VARIABLE): its value; an error when it is empty.
some = $(or $($1),$(error lint: $1 is empty: no source found))
C_FILES := $(call find_sources,c h cpp hpp inc)
PY_FILES := $(call find_sources,py)
# Assertions for a formal reader are no RTL: they assume, and have blocks of another kind. Nor are testbenches.
SV_FILES := $(filter-out tb/formal/% tb/export/% tb/tools/export/%,$(call find_sources,sv svh))
# tb/tools/lint/bad breaks the rules on purpose.
# The program for a GPU is looked at as it is compiled for the host (tb/study/cuda/fake_kernel.c).
TIDY_FILES := $(filter-out $(GPU_SOURCES),$(filter hls/%.c models/%.c tb/%.c,$(filter-out tb/fuzz/% tb/tools/%,$(C_FILES))))
RTL_TOPS := $(sort $(patsubst rtl/%.sv,%,$(filter-out rtl/gmmu_pkg.sv,$(wildcard rtl/*.sv))))

.PHONY: lint-registers lint-docs lint-format lint-tidy lint-sources lint-tree lint-names lint-floors lint-python lint-rtl-format lint-hls lint-selftest params-test $(addprefix lint-rtl-,$(RTL_TOPS))
do-lint: lint-format lint-tidy lint-sources lint-tree lint-names lint-floors lint-rtl lint-rtl-format lint-python lint-hls lint-registers lint-docs
lint-rtl: $(addprefix lint-rtl-,$(RTL_TOPS))

lint-format:
	$(CLANG_FORMAT) --dry-run -Werror $(call some,C_FILES)

do-format:
	$(CLANG_FORMAT) -i $(call some,C_FILES)

# Licence line, length; Python that needs neither a path of its own nor a waiver.
lint-sources:
	$(PYTHON) scripts/lint/sources.py $(SOURCE_FOLDERS) .ci .clang-format .clang-tidy .editorconfig CITATION.cff Makefile pyproject.toml

# The top level is what it says, and nothing that a build has left; its files name the version of VERSION.
lint-tree:
	$(PYTHON) scripts/lint/tree.py
	$(PYTHON) scripts/lint/version.py
	$(PYTHON) scripts/circuit/configs.py check

# Static functions that grep finds.
lint-names:
	$(PYTHON) scripts/lint/static_names.py models

# Links of the pages, and the files that they name; but those of the example unit and of an exported folder. And the
# tables of units are what `make status` writes. And habits of wording, whose counts may only fall;
# and whether the texts of pictures can be drawn.
lint-docs:
	$(PYTHON) scripts/lint/words.py scripts/lint/words.txt
	$(PYTHON) scripts/lint/figures.py README.md docs/guide docs/reference
	$(PYTHON) scripts/lint/pictures.py README.md docs
	$(PYTHON) scripts/lint/doc_links.py --but event_counter --but tb/testbench README.md CHANGELOG.md SECURITY.md .github docs
	$(PYTHON) scripts/lint/datasheets.py docs/reference/units rtl
	$(PYTHON) scripts/docs/status.py --check
	$(PYTHON) scripts/docs/papers.py --check

# Which folder of models/ may include from which; no circles between the folders of scripts/.
lint-floors:
	$(PYTHON) scripts/lint/floors.py .
	$(PYTHON) scripts/lint/imports.py .

lint-python:
	$(PYTHON) -m flake8 --config scripts/lint/flake8.ini $(call some,PY_FILES)
	$(PYTHON) -m mypy --config-file scripts/lint/mypy.ini --cache-dir $(BUILD)/mypy --no-error-summary $(call some,PY_FILES)

# How many states of a function clang's analyzer looks at. Its own limit, 225000, takes five times as long;
# make verify has it.
TIDY_STATES ?= 20000
TIDY := $(BUILD)/tidy/$(TIDY_STATES)
TIDY_FLAGS = -std=c11 -D_GNU_SOURCE $(MODEL_INCLUDES) -Itb/lockstep $(TEST_INCLUDES) -isystem /usr/include/iverilog
TIDY_FOLDERS := $(sort $(foreach file,$(TIDY_FILES),$(firstword $(subst /, ,$(file)))))
# The files of a folder, or all of hls/, are read in one go: to start takes as long as to read one.
TIDY_BATCH_OF = $(patsubst hls/%,hls,$(patsubst %/,%,$(dir $1)))
TIDY_BATCHES := $(sort $(foreach file,$(TIDY_FILES),$(call TIDY_BATCH_OF,$(file))))
TIDY_STAMPS := $(TIDY_BATCHES:%=$(TIDY)/%/ok)
.PHONY: $(TIDY_FOLDERS:%=lint-tidy-%)
lint-tidy: $(TIDY_FOLDERS:%=lint-tidy-%)
	@: $(call some,TIDY_FILES)
$(foreach folder,$(TIDY_FOLDERS),$(eval lint-tidy-$(folder): $(filter $(TIDY)/$(folder)/%,$(TIDY_STAMPS))))
$(foreach file,$(TIDY_FILES),$(eval TIDY_FILES_$(call TIDY_BATCH_OF,$(file)) += $(file)))
$(TIDY_STAMPS): | $(MODEL_HEADERS)
define TIDY_RULE
$(TIDY)/$1/ok: $(TIDY_FILES_$1) .clang-tidy
	@mkdir -p $$(@D)
	$$(CLANG_TIDY) --quiet $(TIDY_FILES_$1) -- $$(TIDY_FLAGS) -Xclang -analyzer-config -Xclang max-nodes=$$(TIDY_STATES) 2>/dev/null
	@$$(CC) -MM -MP -MT $$@ $$(TIDY_FLAGS) $(TIDY_FILES_$1) >$$@.d
	@touch $$@
endef
$(foreach batch,$(TIDY_BATCHES),$(eval $(call TIDY_RULE,$(batch))))
-include $(wildcard $(TIDY_STAMPS:=.d))

lint-rtl-format:
	$(PYTHON) scripts/lint/rtl_format.py $(call some,SV_FILES)

# Two readers, so that nobody depends on one: Verilator's lint and Yosys' elaboration.
lint-rtl-%:
	$(VERILATOR) --lint-only -Wall -Irtl rtl/gmmu_pkg.sv rtl/$*.sv --top-module $*
	yosys -q -p 'read_verilog -sv rtl/gmmu_pkg.sv $(addprefix rtl/,$(addsuffix .sv,$(RTL_TOPS))); hierarchy -top $*; proc; check -assert'

# The synthesizable subset of C, unit by unit, by clang's syntax tree; and the check itself.
lint-hls: $(patsubst %,$(GEN)/%_top.c,$(filter-out $(VARIANTS),$(CONFIGS)))
	@$(foreach config,$(filter-out $(VARIANTS),$(CONFIGS)),$(PYTHON) scripts/lint/hls_subset.py --clang $(CLANG) $(C_SIZES_$(config)) -Ihls/common \
	    -Ihls/$(UNIT_OF_$(config)) hls/$(UNIT_OF_$(config))/*.c $(GEN)/$(config)_top.c &&) true

lint-selftest:
	@$(PYTHON) tb/tools/lint/subset_test.py $(CLANG)
	@$(PYTHON) tb/tools/lint/exported_test.py
	@$(PYTHON) tb/tools/lint/rtl_format_test.py
	@$(PYTHON) tb/tools/lint/floors_test.py
	@$(PYTHON) tb/tools/lint/imports_test.py
	@$(PYTHON) tb/tools/lint/static_names_test.py
	@$(PYTHON) tb/tools/lint/doc_links_test.py
	@$(PYTHON) tb/tools/lint/datasheets_test.py
	@$(PYTHON) tb/tools/lint/words_test.py
	@$(PYTHON) tb/tools/lint/figures_test.py
	@$(PYTHON) tb/tools/lint/pictures_test.py
	@$(PYTHON) tb/tools/lint/tree_test.py
	@$(PYTHON) tb/tools/lint/version_test.py
	@$(PYTHON) tb/tools/docs/status_test.py
	@$(PYTHON) tb/tools/docs/guide_test.py
	@$(PYTHON) tb/tools/docs/waves_test.py
	@$(PYTHON) tb/tools/docs/example_test.py
	@$(PYTHON) tb/tools/docs/by_hand_test.py
	@$(PYTHON) tb/tools/docs/tokens_test.py
	@$(PYTHON) tb/tools/docs/papers_test.py

# Registers: C, RTL, map and datasheet are what the description makes (scripts/gen/registers.py).
lint-registers:
	@CLANG_FORMAT=$(CLANG_FORMAT) $(PYTHON) scripts/gen/registers.py hls/mmu_registers/registers.csv check

# C and RTL have the same default sizes.
params-test:
	@CLANG=$(CLANG) $(PYTHON) tb/tools/lint/params_test.py
	@$(PYTHON) tb/tools/lint/sizes_test.py $(CC) $(VERILATOR)
