# SPDX-License-Identifier: Apache-2.0
# Bugs planted in the memory path of the simulator (tb/chip/planted.py): each must be found.

PLANTED_OBJECTS := $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_c.a
PLANTED_CFLAGS := -std=c11 -D_GNU_SOURCE -O2 -g $(WARN) $(MODEL_INCLUDES)

.PHONY: planted
planted: $(PLANTED_OBJECTS)
	@$(PYTHON) tb/chip/planted.py $(BUILD)/planted '$(CC) $(PLANTED_CFLAGS)' '$(CC) $(NO_LTO)' '$(PLANTED_OBJECTS) $(MODEL_LIBS)'
