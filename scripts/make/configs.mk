# SPDX-License-Identifier: Apache-2.0
# Units and their configurations. Every folder of hls/ but common/ is a unit, or a block of units when it has a file
# `units` (scripts/make/block.mk); nothing else lists them. hls/<unit>/configs gives configurations, a line each: name,
# then sizes as macros of hls/common/gmmu_params.h. A unit without that file has one configuration, which has its name
# and the default sizes. What is built, run or proved is a configuration.
#
#   UNITS, CONFIGS     all units, all configurations
#   BLOCKS, BLOCK_CONFIGS   the same of blocks, which the other lists leave out
#   UNIT_OF_<config>   its unit, or block
#   SIZES_<config>     GMMU_X=n ...; as flags of the C and of Verilator: C_SIZES_, RTL_SIZES_
#   RENAMED_<config>   C_SIZES_, and the unit's functions under the name of the configuration,
#                      so that several link into one program
#   ROLE_OF_<config>   by which the models ask for it: dram_arbiter for dram_arbiter_64, silver_queue for
#                      silver_queue_b16, else its own name
#   VARIANTS           configurations that are another size of what has their role as its name
#   SIZED, LARGEST_<unit>   units that have variants; the configuration that is listed last is the largest
#   MODEL_CONFIGS      configurations of these but the largest: their pins are translated
#   BLOCK_LINES        units in blocks, block:instance:configuration:size...
#   MODEL_BLOCKS       blocks that the simulator runs, at the sizes of the configuration of their name

BLOCKS := $(patsubst hls/%/units,%,$(wildcard hls/*/units))
UNITS := $(sort $(filter-out common $(BLOCKS),$(patsubst hls/%/,%,$(wildcard hls/*/))))
UNITS_WITH_CONFIGS := $(filter-out $(BLOCKS),$(patsubst hls/%/configs,%,$(wildcard hls/*/configs)))

# unit:config:size:size...; $1: files of hls/<unit>
LINES_OF = $(shell awk '!/^ *(\#|$$)/ { split(FILENAME, path, "/"); $$1 = $$1; gsub(/ /, ":"); print path[2] ":" $$0 }' /dev/null $1)
CONFIG_LINES := $(foreach unit,$(filter-out $(UNITS_WITH_CONFIGS),$(UNITS)),$(unit):$(unit)) \
    $(call LINES_OF,$(UNITS_WITH_CONFIGS:%=hls/%/configs))
BLOCK_CONFIG_LINES := $(call LINES_OF,$(BLOCKS:%=hls/%/configs))
# $1: such lines
NAMES_IN = $(foreach line,$1,$(word 2,$(subst :, ,$(line))))
CONFIGS := $(sort $(call NAMES_IN,$(CONFIG_LINES)))
BLOCK_CONFIGS := $(call NAMES_IN,$(BLOCK_CONFIG_LINES))

# $1: unit, $2: configuration, $3: sizes
define SIZE_VARIABLES
UNIT_OF_$2 := $1
SIZES_$2 := $3
C_SIZES_$2 := $(3:%=-D%)
RTL_SIZES_$2 := $(3:GMMU_%=-G%)
RENAMED_$2 := $(3:%=-D%) $(if $(filter-out $1,$2),$(foreach f,reset outputs step,-D$1_$f=$2_$f))
endef
# $1: such lines
DEFINE_SIZES = $(foreach line,$1,$(eval $(call SIZE_VARIABLES,$(word 1,$(subst :, ,$(line))),$(word 2,$(subst :, ,$(line))),$(wordlist 3,99,$(subst :, ,$(line))))))
$(call DEFINE_SIZES,$(CONFIG_LINES) $(BLOCK_CONFIG_LINES))
$(foreach config,$(call NAMES_IN,$(CONFIG_LINES) $(BLOCK_CONFIG_LINES)),$(eval CONFIGS_OF_$(UNIT_OF_$(config)) += $(config)))

$(foreach config,$(BLOCK_CONFIGS),$(eval ROLE_OF_$(config) := $(config)))
$(foreach config,$(CONFIGS),$(eval ROLE_OF_$(config) := $(firstword \
    $(foreach role,$(CONFIGS_OF_$(UNIT_OF_$(config))),$(if $(filter $(role)_%,$(config)),$(role))) $(config))))
VARIANTS := $(foreach config,$(CONFIGS),$(if $(filter-out $(config),$(ROLE_OF_$(config))),$(config)))
SIZED := $(sort $(foreach config,$(VARIANTS),$(UNIT_OF_$(config))))
$(foreach unit,$(SIZED),$(eval LARGEST_$(unit) := $(lastword $(CONFIGS_OF_$(unit)))))
MODEL_CONFIGS := $(foreach unit,$(SIZED),$(filter-out $(LARGEST_$(unit)),$(CONFIGS_OF_$(unit))))

BLOCK_LINES := $(call LINES_OF,$(BLOCKS:%=hls/%/units))
MODEL_BLOCKS := gmmu

include scripts/make/sizes.mk

# UNIT=name: a configuration, or all of a unit; or of a block, where there is a target for it: make tb, make area
# $1: a name that none of $2 is
NEAR_NAME = $(shell $(PYTHON) -c 'import difflib, sys; print(*(f"; did you mean \x27{name}\x27?" for name in difflib.get_close_matches(sys.argv[1], sys.argv[2:], 1)))' $(call quoted,$1) $2)
UNIT_EXPECTED = expected all, or names of $(sort $(UNITS) $(CONFIGS) $(BLOCK_CONFIGS))
$(if $(strip $(UNIT)),,$(error UNIT= is empty: $(UNIT_EXPECTED)))
# For make new-unit the name is of none yet.
# The system of tb/soc is none of these, and `make export` takes it as well.
SYSTEM := $(if $(filter export do-export,$(MAKECMDGOALS)),$(filter soc axi4_lite_cdc,$(UNIT)))
SELECTED := $(if $(filter all,$(UNIT))$(filter new-unit,$(MAKECMDGOALS)),$(filter-out $(VARIANTS),$(CONFIGS)),$(foreach name,$(filter-out $(SYSTEM),$(UNIT)),$(or $(filter $(name),$(ASKED_CONFIGS) $(ASKED_BLOCKS)),$(CONFIGS_OF_$(name)),$(error UNIT=$(name): $(UNIT_EXPECTED)$(call NEAR_NAME,$(name),$(sort $(UNITS) $(CONFIGS) $(BLOCK_CONFIGS)))))))
# A unit that is named has its files, or the first that is missing is named at once. $1: unit
FILES_OF_UNIT = $(subst @unit@,$1,$(foreach word,$(file <scripts/unit/files),$(if $(findstring @unit@,$(word)),$(word))))
$(if $(filter all,$(UNIT)),,$(foreach unit,$(sort $(foreach config,$(SELECTED),$(filter $(UNITS),$(UNIT_OF_$(config))))), \
    $(foreach file,$(call FILES_OF_UNIT,$(unit)),$(if $(wildcard $(file)),,$(error UNIT=$(UNIT): $(file) is missing: expected the files that docs/guide/adding-a-unit.md lists)))))
# $1: unit, or block. What its header includes: a block's, those of its units.
HEADERS_BELOW = $(wildcard $(if $(filter $1,$(BLOCKS)),hls/*/*.h,hls/common/*.h))
UNIT_INCLUDES := -Ihls/common $(addprefix -Ihls/,$(UNITS) $(BLOCKS))
