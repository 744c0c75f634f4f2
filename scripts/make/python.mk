# SPDX-License-Identifier: Apache-2.0
# make python: what the Python package needs (docs/guide/python.md), and the package as a wheel with all of it inside.
#   build/libopengmmu-units.so.1   the units as C, and their pins by name, for ctypes: what models/units/unit.h and
#                                  unit_pins.h declare, with gmmu_ before each name, and no other name
#   build/python/                  the wheel; `pip install .` makes the same one

PIC := $(BUILD)/pic
UNITS_SO := $(BUILD)/libopengmmu-units.so.1
PIC_CFLAGS := $(filter-out $(LTO),$(UNIT_CFLAGS)) -fPIC
# What the library shows.
SHOWN := unit_find unit_find_for unit_size_of unit_names unit_builds unit_pins_find
PIC_SHOWN := $(foreach name,$(SHOWN),-D$(name)=gmmu_$(name))
PINS_CONFIGS := $(CONFIGS) $(MODEL_BLOCKS)

# $1: configuration, $2: its unit, or its block
define PIC_RULES
$(GEN)/$1_pins.c: $(GEN)/$1.layout.json scripts/gen/unit_adapter.py
	$$(PYTHON) scripts/gen/unit_adapter.py pins $$< >$$@
$(PIC)/$1.o: hls/$2/$2.c $$(wildcard hls/$2/configs)
$(PIC)/$1_c.o: $(GEN)/$1_c.c
$(PIC)/$1_pins.o: $(GEN)/$1_pins.c
$(PIC)/$1.o $(PIC)/$1_c.o $(PIC)/$1_pins.o:
	@mkdir -p $$(@D)
	$$(CC) $$(PIC_CFLAGS) $(RENAMED_$1) -MMD -MP -c $$< -o $$@
endef
$(foreach config,$(PINS_CONFIGS),$(eval $(call PIC_RULES,$(config),$(UNIT_OF_$(config)))))

$(MODEL_CONFIGS:%=$(PIC)/%_model.o): $(PIC)/%_model.o: $(GEN)/%_model.c
	@mkdir -p $(@D)
	$(CC) $(PIC_CFLAGS) -I$(GEN) $(C_SIZES_$*) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

$(GEN)/pins_table.c: scripts/gen/unit_adapter.py $(firstword $(MAKEFILE_LIST)) hls/. $(wildcard hls/*/configs)
	@mkdir -p $(@D)
	$(PYTHON) $< pins-table $(PINS_CONFIGS) >$@

$(PIC)/pins_table.o: $(GEN)/pins_table.c
$(PIC)/units_table.o: $(GEN)/units_table.c
$(PIC)/unit_find.o: models/units/unit_find.c
$(PIC)/pins_table.o $(PIC)/units_table.o $(PIC)/unit_find.o:
	@mkdir -p $(@D)
	$(CC) $(PIC_CFLAGS) $(PIC_SHOWN) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

$(foreach block,$(MODEL_BLOCKS),$(eval $(call MODEL_BLOCK,$(PIC),$(block),$$(CC) $$(PIC_CFLAGS),$(UNITS_SO))))

$(UNITS_SO): $(foreach end,.o _c.o _pins.o,$(CONFIGS:%=$(PIC)/%$(end))) $(MODEL_BLOCKS:%=$(PIC)/%_pins.o) $(MODEL_CONFIGS:%=$(PIC)/%_model.o) \
    $(PIC)/units_table.o $(PIC)/pins_table.o $(PIC)/unit_find.o scripts/python/units.map
	echo '  LINK $@'
	$(CC) -shared -Wl,-soname,$(@F) -Wl,--version-script,$(filter %.map,$^) -Wl,--no-undefined -o $@.tmp $(filter %.o,$^)
	mv $@.tmp $@

-include $(wildcard $(PIC)/*.d)

.PHONY: do-python
do-python: $(BUILD)/gmmu $(BUILD)/gmmu-report $(UNITS_SO)
	@mkdir -p $(BUILD)/python
	@$(PYTHON) scripts/python/wheel_backend.py $(BUILD)/python $(BUILD)

# The package against what it drives; whole: in a virtual environment, as its users install it.
.PHONY: python-test
python-test: export PYTHONPATH := $(CURDIR):$(CURDIR)/scripts/python
python-test: $(BUILD)/gmmu $(BUILD)/gmmu-report $(UNITS_SO) $(patsubst %,$(LOCKSTEP)/%/lockstep,bypass_cache golden_queue warp_gate)
	@$(PYTHON) tb/tools/python/package_test.py $(BUILD)/gmmu
	@$(PYTHON) tb/tools/python/trace_test.py $(BUILD)/gmmu
	@$(PYTHON) tb/tools/python/units_test.py $(BUILD)
	@$(PYTHON) tb/tools/python/wheel_test.py $(BUILD)
