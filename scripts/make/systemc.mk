# SPDX-License-Identifier: Apache-2.0
# SystemC (docs/reference/systemc.md): the units and the SM memory pipeline as sc_modules.
#   make systemc    builds and runs the example platform and the tests
#   build/systemc/libgmmu_systemc.a; link with build/libgmmu.a and a unit library
#
# Debian's libsystemc links with exactly -std=c++17. Its headers are not ours to warn about.

SYSTEMC := $(BUILD)/systemc
SYSTEMC_CXXFLAGS := -std=c++17 -O2 $(MARCH) -g -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
    $(MODEL_INCLUDES) -I$(GEN) -Itb/systemc
# Tests run for less time than they compile: all units at -O2 take 54 s of CPU, at -O0 14.
$(SYSTEMC)/tb/%.o: private SYSTEMC_CXXFLAGS += -O0
SYSTEMC_LIBS := -lsystemc $(UNITS_RTL_LIBS) $(MODEL_LIBS)

SYSTEMC_SOURCES := $(sort $(wildcard models/systemc/*.cpp))
SYSTEMC_UNITS := $(filter-out $(VARIANTS),$(CONFIGS))
SYSTEMC_HEADERS := $(MODEL_HEADERS) $(SYSTEMC_UNITS:%=$(GEN)/%_sc.hpp) $(GEN)/units_sc.hpp $(CLIENT_HEADERS)
SYSTEMC_LIB := $(SYSTEMC)/libgmmu_systemc.a

$(GEN)/%_sc.hpp: $(GEN)/%.layout.json scripts/gen/unit_systemc.py
	$(PYTHON) scripts/gen/unit_systemc.py unit $< >$@

$(GEN)/units_sc.hpp: scripts/gen/unit_systemc.py $(firstword $(MAKEFILE_LIST)) hls/ $(wildcard hls/*/configs)
	@mkdir -p $(@D)
	$(PYTHON) $< list $(SYSTEMC_UNITS) >$@

$(SYSTEMC)/%.o: %.cpp | $(SYSTEMC_HEADERS)
	@mkdir -p $(@D)
	echo '  C++  $<'
	$(CXX) $(SYSTEMC_CXXFLAGS) -MMD -MP -c $< -o $@

$(SYSTEMC_LIB): $(SYSTEMC_SOURCES:%.cpp=$(SYSTEMC)/%.o)
	@rm -f $@
	ar rcs $@ $^

# $1: program, $2: its objects
define SYSTEMC_PROGRAM
$(SYSTEMC)/$1: $2 $(SYSTEMC_LIB) $(MODEL_LIB) $(UNIT_OBJ)/libunits_rtl.a
	$$(CXX) $(NO_LTO) -o $$@ $$^ $(SYSTEMC_LIBS)
endef
$(eval $(call SYSTEMC_PROGRAM,example,$(SYSTEMC)/models/systemc/example/platform.o))
$(eval $(call SYSTEMC_PROGRAM,pipeline_test,$(SYSTEMC)/tb/systemc/systemc_pipeline_test.o $(TEST)/plain/systemc_stimulus.o))
$(eval $(call SYSTEMC_PROGRAM,protocol_test,$(SYSTEMC)/tb/systemc/systemc_protocol_test.o))
$(eval $(call SYSTEMC_PROGRAM,decoupled_test,$(SYSTEMC)/tb/systemc/systemc_decoupled_test.o))
$(eval $(call SYSTEMC_PROGRAM,responses_test,$(SYSTEMC)/tb/systemc/systemc_responses_test.o))
$(eval $(call SYSTEMC_PROGRAM,units_test,$(SYSTEMC)/tb/systemc/systemc_units_test.o))

SYSTEMC_PROGRAMS := $(addprefix $(SYSTEMC)/,example pipeline_test protocol_test decoupled_test responses_test units_test)
SYSTEMC_RUNS := $(SYSTEMC_PROGRAMS:$(SYSTEMC)/%=systemc-%)

.PHONY: do-systemc $(SYSTEMC_RUNS)
do-systemc: $(SYSTEMC_RUNS) systemc-platform $(UNIT_OBJ)/libunits_c.a

# SystemC greets on standard error.
$(SYSTEMC_RUNS): systemc-%: $(SYSTEMC)/%
	SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $<

-include $(shell find $(SYSTEMC) -name '*.d' 2>/dev/null)
