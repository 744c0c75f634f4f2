# SPDX-License-Identifier: Apache-2.0
# cmocka tests: build/unit/<build>/<test>, all run by `make unit-tests`.
#   tb/unit/*_test.c      C units in three builds:
#                           plain  gcc, the next larger uintN_t
#                           exact  clang, unsigned _BitInt(N)
#                           san    clang, address and undefined-behaviour sanitizers
#                           msan   clang, nothing may depend on an unset variable
#   tb/<floor>/*_test.c   models in two builds, plain and san; *_rtl_test.c link the
#                         Verilated units too, and have no san build; every other
#                         tb/<floor>/*.c is a helper that tests link when they need it
# tb/<floor> holds the tests of models/<floor>.

.PHONY: new-unit
new-unit:
	@$(PYTHON) scripts/unit/new_unit.py --clang-format $(CLANG_FORMAT) $(call quoted,$(UNIT))

TEST := $(BUILD)/unit
FLOORS := base study/probe study/cuda study/sharing driver units config program program/ptx program/trace mmu mem sm os chip systemc cli/library
FLOOR_SOURCES := $(sort $(foreach floor,$(FLOORS),$(wildcard tb/$(floor)/*.c)))
TEST_INCLUDES := -Itb/unit $(FLOORS:%=-Itb/%) $(MODEL_INCLUDES)
TEST_LIBS := -lcmocka $(MODEL_LIBS)

# A unit that has only configurations of other names is tested as these. Other sizes of which the purpose is another.
TESTED_VARIANTS := page_walker_2
UNIT_TESTS := $(sort $(filter-out unit_test $(patsubst %,%_test,$(filter-out $(CONFIGS),$(UNITS))), \
    $(patsubst tb/unit/%.c,%,$(wildcard tb/unit/*_test.c))) $(patsubst %,%_test,$(filter-out $(VARIANTS),$(CONFIGS)) $(TESTED_VARIANTS)))
MODEL_RTL_TESTS := $(patsubst %.c,%,$(notdir $(filter %_rtl_test.c,$(FLOOR_SOURCES))))
MODEL_HELPERS := $(patsubst %.c,%,$(notdir $(filter-out %_test.c,$(FLOOR_SOURCES))))
MODEL_TESTS := $(filter-out $(MODEL_RTL_TESTS),$(patsubst %.c,%,$(notdir $(filter %_test.c,$(FLOOR_SOURCES)))))

TEST_CC_plain := $(CC)
TEST_CC_exact := $(CLANG)
TEST_CC_san := $(CLANG)
TEST_CC_msan := $(CLANG)
TEST_CFLAGS_COMMON := -std=c11 -D_GNU_SOURCE -g $(WARN) $(TEST_INCLUDES)
TEST_CFLAGS_plain := -O2 $(TEST_CFLAGS_COMMON)
TEST_CFLAGS_exact := -O2 $(TEST_CFLAGS_COMMON) -DGMMU_TYPES_EXACT -Wno-bit-int-extension
TEST_CFLAGS_san := -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all $(TEST_CFLAGS_COMMON)

# Without optimization: it would choose a value for what is unset before the sanitizer sees it.
TEST_CFLAGS_msan := -O0 -fsanitize=memory $(TEST_CFLAGS_COMMON)

DRIVER_SOURCES := $(sort $(wildcard models/driver/*.c))

# $1: build
define TEST_BUILD
$(TEST)/$1/%.o: tb/unit/%.c
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -MMD -MP -c $$< -o $$@

$(foreach floor,$(FLOORS),
$(TEST)/$1/%.o: tb/$(floor)/%.c
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -MMD -MP -c $$< -o $$@
)
$(TEST)/$1/libhelpers.a: $(MODEL_HELPERS:%=$(TEST)/$1/%.o)
	@rm -f $$@
	ar rcs $$@ $$^

$(foreach unit,$(UNITS),
$(TEST)/$1/$(unit).o: hls/$(unit)/$(unit).c
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -MMD -MP -c $$< -o $$@
)
$(foreach config,$(filter-out $(UNITS),$(CONFIGS)),
$(TEST)/$1/$(config).o: hls/$(UNIT_OF_$(config))/$(UNIT_OF_$(config)).c hls/$(UNIT_OF_$(config))/configs
$(TEST)/$1/$(config)_test.o: tb/unit/$(UNIT_OF_$(config))_test.c hls/$(UNIT_OF_$(config))/configs
$(TEST)/$1/$(config).o $(TEST)/$1/$(config)_test.o:
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) $(RENAMED_$(config)) -MMD -MP -c $$< -o $$@
$(TEST)/$1/$(config)_test: $(TEST)/$1/$(config).o
)
$(TEST)/$1/libunits.a: $(UNITS:%=$(TEST)/$1/%.o)
	@rm -f $$@
	ar rcs $$@ $$^

$(UNIT_TESTS:%=$(TEST)/$1/%): $(TEST)/$1/%: $(TEST)/$1/%.o $(TEST)/$1/unit_test.o $(TEST)/$1/libunits.a
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -o $$@ $$^ -lcmocka

# The library for software, at the block.
$(DRIVER_SOURCES:models/driver/%.c=$(TEST)/$1/%.o): $(TEST)/$1/%.o: models/driver/%.c
	@mkdir -p $$(@D)
	$$(TEST_CC_$1) $$(TEST_CFLAGS_$1) -MMD -MP -c $$< -o $$@
$(TEST)/$1/gmmu_device_test: $(DRIVER_SOURCES:models/driver/%.c=$(TEST)/$1/%.o)

-include $$(wildcard $(TEST)/$1/*.d)
endef
$(foreach build,plain exact san msan,$(eval $(call TEST_BUILD,$(build))))

# The sanitized twin of libunits_c.a, for the models.
$(CONFIGS:%=$(TEST)/san/%_c.o): $(TEST)/san/%_c.o: $(GEN)/%_c.c
	@mkdir -p $(@D)
	$(CLANG) $(TEST_CFLAGS_san) $(RENAMED_$*) -MMD -MP -c $< -o $@

$(TEST)/san/units_table.o: $(GEN)/units_table.c
	@mkdir -p $(@D)
	$(CLANG) $(TEST_CFLAGS_san) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

$(MODEL_CONFIGS:%=$(TEST)/san/%_model.o): $(TEST)/san/%_model.o: $(GEN)/%_model.c
	@mkdir -p $(@D)
	$(CLANG) $(TEST_CFLAGS_san) $(C_SIZES_$*) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

UNITS_C_SAN := $(TEST)/san/libunits_c.a
$(UNITS_C_SAN): $(CONFIGS:%=$(TEST)/san/%.o) $(CONFIGS:%=$(TEST)/san/%_c.o) $(MODEL_CONFIGS:%=$(TEST)/san/%_model.o) $(TEST)/san/units_table.o
	@rm -f $@
	ar rcs $@ $^

$(MODEL_TESTS:%=$(TEST)/plain/%): $(TEST)/plain/%: $(TEST)/plain/%.o $(TEST)/plain/unit_test.o \
    $(TEST)/plain/libhelpers.a $(MODEL_LIB) $(UNIT_OBJ)/libunits_c.a
	$(CC) $(NO_LTO) -o $@ $(filter %.o,$^) $(filter-out %.o,$^) $(TEST_LIBS)

$(MODEL_TESTS:%=$(TEST)/san/%): $(TEST)/san/%: $(TEST)/san/%.o $(TEST)/san/unit_test.o \
    $(TEST)/san/libhelpers.a $(MODEL_LIB_SAN) $(UNITS_C_SAN)
	$(CLANG) -fsanitize=address,undefined -o $@ $(filter %.o,$^) $(filter-out %.o,$^) $(TEST_LIBS)

# It looks into the queue, which the unit libraries have under the names of its configurations only.
$(TEST)/plain/unit_settle_test: $(TEST)/plain/frfcfs_queue.o
$(TEST)/san/unit_settle_test: $(TEST)/san/frfcfs_queue.o

# The library's objects, which no archive has.
$(TEST)/plain/opengmmu_test: $(LIBRARY_OBJECTS)
$(TEST)/san/opengmmu_test: $(LIBRARY_OBJECTS_SAN)

# Its judge stands between the chip and these functions.
OWNER_JUDGE := engine_add_link link_pop address_space_new dispatcher_replace inplace_go_on
$(TEST)/plain/owner_test $(TEST)/san/owner_test: TEST_LIBS += $(patsubst %,-Wl$(comma)--wrap=%,$(OWNER_JUDGE))

$(MODEL_RTL_TESTS:%=$(TEST)/plain/%): $(TEST)/plain/%: $(TEST)/plain/%.o $(TEST)/plain/unit_test.o \
    $(TEST)/plain/libhelpers.a $(MODEL_LIB) $(UNIT_OBJ)/libunits_rtl.a
	$(CXX) $(NO_LTO) -o $@ $^ $(UNITS_RTL_LIBS) $(TEST_LIBS)

$(foreach build,plain exact san,$(patsubst %.c,$(TEST)/$(build)/%.o,$(notdir $(FLOOR_SOURCES)))): | $(MODEL_HEADERS)

UNIT_TEST_PROGRAMS := $(foreach build,plain exact san msan,$(UNIT_TESTS:%=$(TEST)/$(build)/%)) \
    $(foreach build,plain san,$(MODEL_TESTS:%=$(TEST)/$(build)/%)) $(MODEL_RTL_TESTS:%=$(TEST)/plain/%)

.PHONY: unit-tests
unit-tests: $(UNIT_TEST_PROGRAMS)
	@failed=; for test in $^; do $$test || failed="$$failed $$test"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi
