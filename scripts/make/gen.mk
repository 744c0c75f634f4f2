# SPDX-License-Identifier: Apache-2.0
# The generated code around the units, and the two unit libraries:
#   build/units/libunits_c.a    C units behind models/units/unit.h; no RTL
#   build/units/libunits_rtl.a  C and Verilated RTL; link with $(CXX) and $(UNITS_RTL_LIBS)
#   build/gen/client/           hls/common/ for programs that link with them: with other sizes they do not

GEN := $(BUILD)/gen
UNIT_OBJ := $(BUILD)/units
VERILATED := $(BUILD)/verilated
# Asked when it is first needed, and once in each call of make.
VERILATOR_INCLUDE = $(eval VERILATOR_INCLUDE := $(shell $(VERILATOR) --getenv VERILATOR_ROOT)/include)$(VERILATOR_INCLUDE)
VERILATOR_HEADERS = -isystem $(VERILATOR_INCLUDE) -isystem $(VERILATOR_INCLUDE)/vltstd
UNITS_RTL_LIBS := -pthread -latomic

UNIT_CFLAGS := -std=c11 $(OPT) $(MARCH) -g $(LTO) $(WARN) -Imodels $(UNIT_INCLUDES)
# Little effort: at -O3 the units take the compiler 1.4 times as long, and the largest, and the other sizes, three times.
UNIT_RTL_OPT := $(if $(DEBUG),-O0,-O1)
# Verilator's headers, compiled once: half of the time for a small unit. They serve where optimization and macros are
# these, and are read as text elsewhere.
UNIT_PCH := $(UNIT_OBJ)/pch/units/verilated_pins.hpp.gch
UNIT_CXXFLAGS = -std=c++17 $(UNIT_RTL_OPT) -faligned-new -Wall -Wextra -Werror -I$(UNIT_OBJ)/pch -Imodels $(UNIT_INCLUDES) \
    $(VERILATOR_HEADERS) -DVERILATOR=1 -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0
# Verilator's own runtime, and the models it generates, are not ours to warn about.
VERILATED_CXXFLAGS = -std=c++17 $(OPT) $(MARCH) -w -faligned-new -I$(VERILATOR_INCLUDE) \
    -I$(VERILATOR_INCLUDE)/vltstd -DVM_COVERAGE=0 -DVM_SC=0
VERILATOR_FLAGS := --cc -O3 --x-assign fast --x-initial fast -Wall --noassert
# In short functions the largest take half as long to compile (gmmu 20 s, not 40).
VERILATED_SHORT := $(MODEL_BLOCKS) replay_queue
# One object per model, dependencies for make, and fresh time stamps.
VERILATOR_MAKE_FLAGS := --output-split 0 --MP --no-skip-identical -Irtl
# For generated logic (claims, netlists) and large units: as one function of tens of thousands of lines it takes a
# compiler ten times as long as many. Verilator 5.006 would lose what is local to a function at a cut: the counter of a
# loop that it has rolled up again, and a signal that it has made a variable of the function.
SHORT_FUNCTIONS := --output-split-cfuncs 500 -fno-reloop -fno-localize

# $(call VERILATE,prefix,top,directory,sources,flags): RTL to one file of C++, prefix__ALL.cpp. What drives the model
# includes that file: as two objects both would take a second to read Verilator's headers.
VERILATE = $(VERILATOR) $5 $(VERILATOR_MAKE_FLAGS) --prefix $1 --top-module $2 --Mdir $3 $4 && \
    MAKEFLAGS= $(MAKE) --no-print-directory -s -C $3 -f $1.mk CURDIR=. VM_PARALLEL_BUILDS=0 $1__ALL.cpp

# $1: configuration, $2: its unit, or its block
define GEN_RULES
$(GEN)/$1.layout.json: hls/$2/$2.h rtl/$2.sv $$(wildcard hls/$2/configs) $$(call HEADERS_BELOW,$2) scripts/circuit/unit_layout.py
	@mkdir -p $$(@D)
	$$(PYTHON) scripts/circuit/unit_layout.py --clang $$(CLANG) $$(UNIT_INCLUDES) $(C_SIZES_$1) --config $1 --role $(ROLE_OF_$1) --rtl rtl/$2.sv $2 $$< >$$@

$(GEN)/$1_c.c: $(GEN)/$1.layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py c $$< >$$@

$(GEN)/$1_rtl.cpp: $(GEN)/$1.layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py rtl $$< >$$@

$(GEN)/$1_top.c: $(GEN)/$1.layout.json scripts/gen/unit_top.py
	$$(PYTHON) scripts/gen/unit_top.py $$< >$$@

$(UNIT_OBJ)/$1.o: hls/$2/$2.c $$(wildcard hls/$2/configs)
$(UNIT_OBJ)/$1_c.o: $(GEN)/$1_c.c
$(UNIT_OBJ)/$1.o $(UNIT_OBJ)/$1_c.o:
	@mkdir -p $$(@D)
	$$(CC) $$(UNIT_CFLAGS) $(RENAMED_$1) -MMD -MP -c $$< -o $$@

$(VERILATED)/$1/V$1__ALL.cpp: rtl/gmmu_pkg.sv rtl/$2.sv $$(wildcard hls/$2/configs)
	@rm -rf $$(@D) && mkdir -p $$(@D)
	$$(call VERILATE,V$1,$2,$$(@D),rtl/gmmu_pkg.sv rtl/$2.sv,$$(VERILATOR_FLAGS) $(if $(filter $1,$(VERILATED_SHORT)),$(SHORT_FUNCTIONS)) $(RTL_SIZES_$1))
	@sed 's|^[^:]*V$1.cpp.*: |$$@: |' $$(@D)/V$1__ver.d >$$(@D)/deps.d

$(UNIT_OBJ)/$1_rtl.o: $(GEN)/$1_rtl.cpp $(VERILATED)/$1/V$1__ALL.cpp $(UNIT_PCH)
	@mkdir -p $$(@D)
	$$(CXX) $$(UNIT_CXXFLAGS) $(C_SIZES_$1) -isystem $(VERILATED)/$1 -MMD -MP -c $$< -o $$@

-include $(VERILATED)/$1/deps.d
endef
$(foreach config,$(ASKED_CONFIGS) $(ASKED_BLOCKS),$(eval $(call GEN_RULES,$(config),$(UNIT_OF_$(config)))))

$(UNIT_PCH): models/units/verilated_pins.hpp
	@mkdir -p $(@D)
	$(CXX) $(UNIT_CXXFLAGS) -x c++-header $< -o $@

# The folder hls/ changes when a unit comes or goes ("hls" alone is a target of users).
$(GEN)/units_table.c: scripts/gen/unit_adapter.py $(firstword $(MAKEFILE_LIST)) hls/. $(wildcard hls/*/configs)
	@mkdir -p $(@D)
	$(PYTHON) $< table $(foreach config,$(CONFIGS),$(config):$(ROLE_OF_$(config))$(if $(filter $(config),$(MODEL_CONFIGS)),:model)) $(foreach block,$(MODEL_BLOCKS),$(block):$(block)) >$@

$(UNIT_OBJ)/units_table_c.o: $(GEN)/units_table.c
	@mkdir -p $(@D)
	$(CC) $(UNIT_CFLAGS) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

$(UNIT_OBJ)/units_table_rtl.o: $(GEN)/units_table.c
	@mkdir -p $(@D)
	$(CC) $(UNIT_CFLAGS) -MMD -MP -c $< -o $@

$(UNIT_OBJ)/runtime/%.o:
	@mkdir -p $(@D)
	$(CXX) $(VERILATED_CXXFLAGS) -DVM_TRACE=0 -c $(VERILATOR_INCLUDE)/$*.cpp -o $@

# Units of several sizes: their pins as the models see them, and the adapters to the smaller sizes.
MODEL_HEADERS := $(SIZED:%=$(GEN)/%_model.h)
$(MODEL_HEADERS): scripts/gen/unit_model.py
$(MODEL_OBJECTS) $(MODEL_OBJECTS_SAN) $(CLI_OBJECTS) $(LIBRARY_OBJECTS_SAN): | $(MODEL_HEADERS)
define MODEL_HEADER
$(GEN)/$1_model.h: $(GEN)/$(LARGEST_$1).layout.json
	$$(PYTHON) scripts/gen/unit_model.py header $$< >$$@
endef
$(foreach unit,$(SIZED),$(eval $(call MODEL_HEADER,$(unit))))

# $1: configuration, $2: its unit
define MODEL_RULES
$(GEN)/$1_model.c: $(GEN)/$(LARGEST_$2).layout.json $(GEN)/$1.layout.json scripts/gen/unit_model.py | $(GEN)/$2_model.h
	$$(PYTHON) scripts/gen/unit_model.py adapter $(GEN)/$(LARGEST_$2).layout.json $(GEN)/$1.layout.json >$$@

$(UNIT_OBJ)/$1_model_c.o: MODEL_FLAGS := -DGMMU_NO_RTL
$(UNIT_OBJ)/$1_model_c.o $(UNIT_OBJ)/$1_model_rtl.o: $(GEN)/$1_model.c
	@mkdir -p $$(@D)
	$$(CC) $$(UNIT_CFLAGS) -I$(GEN) $(C_SIZES_$1) $$(MODEL_FLAGS) -MMD -MP -c $$< -o $$@
endef
$(foreach config,$(MODEL_CONFIGS),$(eval $(call MODEL_RULES,$(config),$(UNIT_OF_$(config)))))

# The sizes of the library as names. Its clients include hls/common/ as it is here, and refer to those names.
CLIENT_HEADERS := $(patsubst hls/common/%,$(GEN)/client/%,$(wildcard hls/common/*.h)) $(GEN)/client/gmmu_sizes.h
$(GEN)/client/%.h: hls/common/%.h
	@mkdir -p $(@D)
	cp $< $@

$(GEN)/client/gmmu_params.h: SIZES_KIND := params
$(GEN)/client/gmmu_sizes.h: SIZES_KIND := names
$(GEN)/unit_sizes.c: SIZES_KIND := library
$(GEN)/client/gmmu_params.h $(GEN)/client/gmmu_sizes.h $(GEN)/unit_sizes.c: hls/common/gmmu_params.h scripts/gen/unit_sizes.py
	@mkdir -p $(@D)
	$(PYTHON) scripts/gen/unit_sizes.py $(SIZES_KIND) $< >$@

$(UNIT_OBJ)/unit_sizes.o: $(GEN)/unit_sizes.c $(CLIENT_HEADERS)
	@mkdir -p $(@D)
	$(CC) -I$(GEN)/client $(UNIT_CFLAGS) -MMD -MP -c $< -o $@

UNIT_C_OBJECTS := $(CONFIGS:%=$(UNIT_OBJ)/%.o) $(CONFIGS:%=$(UNIT_OBJ)/%_c.o) $(UNIT_OBJ)/unit_sizes.o
UNIT_RTL_OBJECTS := $(CONFIGS:%=$(UNIT_OBJ)/%_rtl.o) $(UNIT_OBJ)/runtime/verilated.o $(UNIT_OBJ)/runtime/verilated_threads.o

$(UNIT_OBJ)/libunits_c.a: $(UNIT_C_OBJECTS) $(MODEL_CONFIGS:%=$(UNIT_OBJ)/%_model_c.o) $(UNIT_OBJ)/units_table_c.o
	@rm -f $@
	ar rcs $@ $^

$(UNIT_OBJ)/libunits_rtl.a: $(UNIT_C_OBJECTS) $(MODEL_CONFIGS:%=$(UNIT_OBJ)/%_model_rtl.o) $(UNIT_RTL_OBJECTS) $(UNIT_OBJ)/units_table_rtl.o
	@rm -f $@
	ar rcs $@ $^

-include $(wildcard $(UNIT_OBJ)/*.d)

.PHONY: gen-test
gen-test:
	CLANG=$(CLANG) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tb/tools/gen/unit_layout_test.py
	CLANG_FORMAT=$(CLANG_FORMAT) PYTHONDONTWRITEBYTECODE=1 $(PYTHON) tb/tools/gen/registers_test.py
