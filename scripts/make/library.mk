# SPDX-License-Identifier: Apache-2.0
# build/libopengmmu.so.1: the simulator as a library (models/cli/opengmmu.h). It is the program's objects without its
# main(), and the units in C alone. Of all names it shows only the names of the header.

UNITS_PIC := $(foreach end,.o _c.o,$(CONFIGS:%=$(PIC)/%$(end))) $(MODEL_CONFIGS:%=$(PIC)/%_model.o) $(MODEL_BLOCKS:%=$(PIC)/%_block.o) \
    $(PIC)/units_table_c.o
$(PIC)/units_table_c.o: $(GEN)/units_table.c
	@mkdir -p $(@D)
	$(CC) $(PIC_CFLAGS) -DGMMU_NO_RTL -MMD -MP -c $< -o $@

LIBRARY_MAP := scripts/install/opengmmu.map
GMMU_SO := $(BUILD)/libopengmmu.so.1
$(GMMU_SO): $(LIBRARY_OBJECTS) $(MODEL_OBJECTS) $(UNITS_PIC) $(LIBRARY_MAP)
	echo '  LINK $@'
	$(CC) -shared $(OPT) $(MARCH) $(LTO) -Wl,-soname,$(@F) -Wl,--version-script,$(LIBRARY_MAP) -Wl,--no-undefined \
	    -o $@.tmp $(filter %.o,$^) $(MODEL_LIBS)
	mv $@.tmp $@
