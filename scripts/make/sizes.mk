# SPDX-License-Identifier: Apache-2.0
# Units at any size: make tb UNIT=replay_queue REPLAY_DEPTH=32. That is the configuration replay_queue-REPLAY_DEPTH_32,
# which no file lists, since its name says it (scripts/circuit/configs.py). The name may stand in UNIT= or in a goal as well,
# as in prove-replay_queue-REPLAY_DEPTH_32.
#
#   ASKED              configurations of such names in this command
#   ASKED_CONFIGS, ASKED_BLOCKS   CONFIGS and BLOCK_CONFIGS with them: there are rules for these

# What takes them; the simulator has the sizes that it was built with.
TAKE_SIZES := tb prove sva mutate coverage area area-derived area-fpga layout fpga hls rtl-from-c export icarus replay

# A variable of the command line that no makefile reads, as $(X) or $(X:...), or sets, is a size, or else misspelled.
READ_OTHERWISE := V SHELL TMPDIR HLS_TOOLS_DIR GMMU_SEED
TEXTS_OF_MAKE := $(foreach file,Makefile $(wildcard scripts/make/*.mk),$(file <$(file)))
open := (
ON_COMMAND_LINE := $(foreach name,$(.VARIABLES),$(if $(filter line,$(origin $(name))),$(name)))
SIZES := $(strip $(foreach name,$(filter-out $(READ_OTHERWISE),$(ON_COMMAND_LINE)), \
    $(if $(findstring $$($(name)),$(TEXTS_OF_MAKE))$(findstring $$$(open)$(name):,$(TEXTS_OF_MAKE))$(filter \
    $(name),$(TEXTS_OF_MAKE)),,$(name))))

# $1: arguments of configs.py; its lines, or the end of make with its line that says what is wrong
SIZE_LINES = $(eval LINES := $(shell $(PYTHON) scripts/circuit/configs.py sizes --cc $(CC) $1 2>&1))$(if \
    $(filter-out 0,$(.SHELLSTATUS)),$(error $(LINES)))$(LINES)
# The name for make new-unit is of none yet.
NAMED := $(if $(filter new-unit,$(MAKECMDGOALS)),,$(filter-out all,$(UNIT)))
ASKED_LINES := $(if $(SIZES)$(findstring -,$(NAMED)),$(call SIZE_LINES,$(foreach name,$(NAMED),$(call quoted,$(name))) \
    $(foreach name,$(SIZES),$(call quoted,$(name)=$($(name))))))
ifneq ($(ASKED_LINES),)
override UNIT := $(call NAMES_IN,$(ASKED_LINES))
ifeq ($(MAKELEVEL),0)
$(if $(filter-out $(TAKE_SIZES) $(TAKE_SIZES:%=do-%),$(or $(MAKECMDGOALS),help)), \
    $(error UNIT=$(UNIT): expected one of $(TAKE_SIZES) with these sizes))
endif
endif
CAPITALS := A B C D E F G H I J K L M N O P Q R S T U V W X Y Z
ASKED_LINES += $(if $(strip $(foreach letter,$(CAPITALS),$(findstring -$(letter),$(MAKECMDGOALS)))), \
    $(call SIZE_LINES,--in $(call quoted,$(MAKECMDGOALS))))

ASKED := $(filter-out $(CONFIGS) $(BLOCK_CONFIGS),$(sort $(call NAMES_IN,$(ASKED_LINES))))
$(call DEFINE_SIZES,$(filter-out $(CONFIG_LINES) $(BLOCK_CONFIG_LINES),$(sort $(ASKED_LINES))))
ASKED_BLOCKS := $(BLOCK_CONFIGS) $(foreach config,$(ASKED),$(if $(filter $(BLOCKS),$(UNIT_OF_$(config))),$(config)))
ASKED_CONFIGS := $(CONFIGS) $(filter-out $(ASKED_BLOCKS),$(ASKED))
# $1: configuration; what its name begins with: it says how long the bench runs
BASE_OF = $(firstword $(subst -, ,$1))
$(foreach config,$(ASKED),$(eval ROLE_OF_$(config) := $(call BASE_OF,$(config))))
