# SPDX-License-Identifier: Apache-2.0
# The models: build/libgmmu.a and its sanitizer twin, and the simulator build/gmmu.

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
MODEL_INCLUDES := -Imodels -I$(BUILD)/gen $(UNIT_INCLUDES)
# The simulator is linked with optimization across files; fat objects serve the other programs.
LTO := $(if $(DEBUG),,-flto=auto -ffat-lto-objects)
# Only RTL is C++: to load a library for it took a quarter of the time up to main().
CXX_RUNTIME := -static-libstdc++ -static-libgcc
# Test programs are many, and this step would take longer for each than its run.
NO_LTO := -fno-lto
# The library of the simulator is made of the same objects; what it does not show is linked as in the simulator.
SHARED_CFLAGS := -fPIC -fno-semantic-interposition
MODEL_CFLAGS := -std=c11 -D_GNU_SOURCE $(SHARED_CFLAGS) $(OPT) $(MARCH) -ffp-contract=off -g $(LTO) $(WARN) $(MODEL_INCLUDES)
MODEL_CFLAGS_SAN := -std=c11 -D_GNU_SOURCE -O1 -ffp-contract=off -g -fno-omit-frame-pointer \
    -fsanitize=address,undefined -fno-sanitize-recover=all $(WARN) $(MODEL_INCLUDES)
# Pascal, and all GPUs after it.
GPU_CFLAGS := --target=nvptx64-nvidia-cuda -Xclang -target-cpu -Xclang sm_60 -nogpulib -ffreestanding -fno-unroll-loops -std=c11 -O2 \
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
MODEL_LIBS := -llzma -lzstd -ljansson -lm -lpthread

# What runs on a real GPU: C that becomes PTX, which the driver compiles further.
GPU_SOURCES := $(sort $(wildcard models/study/cuda/*.nvptx.c))
MODEL_SOURCES := $(sort $(filter-out models/cli/% $(GPU_SOURCES),$(wildcard models/*/*.c models/*/*/*.c)))
PTX_OBJECT := $(BUILD)/obj/models/study/cuda/cuda_ptx.o
MODEL_OBJECTS := $(MODEL_SOURCES:%.c=$(BUILD)/obj/%.o) $(PTX_OBJECT)
MODEL_OBJECTS_SAN := $(MODEL_SOURCES:%.c=$(BUILD)/obj-san/%.o) $(PTX_OBJECT)
CLI_OBJECTS := $(patsubst %.c,$(BUILD)/obj/%.o,$(sort $(wildcard models/cli/*.c)))
# What the library has of these: all but main().
LIBRARY_OBJECTS := $(filter-out %/main.o,$(CLI_OBJECTS))
LIBRARY_OBJECTS_SAN := $(LIBRARY_OBJECTS:$(BUILD)/obj/%=$(BUILD)/obj-san/%)
# What a chip has in the place of the block gmmu is as large as that.
BLOCK_SIZED := models/config/presets
$(BLOCK_SIZED:%=$(BUILD)/obj/%.o) $(BLOCK_SIZED:%=$(BUILD)/obj-san/%.o): OWN_CFLAGS := $(C_SIZES_gmmu)
$(BLOCK_SIZED:%=$(BUILD)/obj/%.o) $(BLOCK_SIZED:%=$(BUILD)/obj-san/%.o): hls/gmmu/configs

# The commit that last changed what the simulator is made of: any other commit leaves the simulator as it is.
COMMIT := $(BUILD)/commit
MADE_OF := hls rtl models scripts/gen
.PHONY: look-at-commit
$(COMMIT): look-at-commit
	@mkdir -p $(@D)
	found=; [ ! -e .git ] || found=$$(git log -1 --format=%H -- $(MADE_OF) 2>/dev/null) || true; \
	[ -z "$$found" ] || [ -z "$$(git status --porcelain -- $(MADE_OF))" ] || found=$$found-changed; \
	[ "$$(cat $@ 2>/dev/null)" = "$${found:-unknown}" ] || echo "$${found:-unknown}" >$@
VERSION_OBJECTS := $(BUILD)/obj/models/config/version.o $(BUILD)/obj-san/models/config/version.o
$(VERSION_OBJECTS): OWN_CFLAGS = -DGMMU_VERSION='"$(shell cat VERSION)"' -DGMMU_COMMIT='"$(shell cat $(COMMIT))"'
$(VERSION_OBJECTS): VERSION $(COMMIT)
MODEL_LIB := $(BUILD)/libgmmu.a
MODEL_LIB_SAN := $(BUILD)/libgmmu-san.a

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	echo '  CC   $<'
	$(CC) $(MODEL_CFLAGS) $(OWN_CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/obj-san/%.o: %.c
	@mkdir -p $(@D)
	echo '  SAN  $<'
	$(CLANG) $(MODEL_CFLAGS_SAN) $(OWN_CFLAGS) -MMD -MP -c $< -o $@

$(BUILD)/ptx/%.ptx: models/study/cuda/%.nvptx.c $(wildcard models/study/cuda/cuda_*.h)
	@mkdir -p $(@D)
	echo '  PTX  $<'
	$(CLANG) $(GPU_CFLAGS) -S $< -o $@

$(PTX_OBJECT): models/study/cuda/cuda_ptx.S $(BUILD)/ptx/cuda_kernel.ptx
	@mkdir -p $(@D)
	$(CC) -I$(BUILD)/ptx -c $< -o $@

$(MODEL_LIB): $(MODEL_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(MODEL_LIB_SAN): $(MODEL_OBJECTS_SAN)
	@rm -f $@
	@ar rcs $@ $^

# Under another name until it is whole: a link that is killed leaves nothing that looks up to date.
$(BUILD)/gmmu: $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_rtl.a
	echo '  LINK $@'
	$(CXX) $(OPT) $(MARCH) $(LTO) $(CXX_RUNTIME) -o $@.tmp $(CLI_OBJECTS) $(MODEL_LIB) $(BUILD)/units/libunits_rtl.a $(UNITS_RTL_LIBS) $(MODEL_LIBS)
	mv $@.tmp $@

-include $(shell find $(BUILD)/obj $(BUILD)/obj-san -name '*.d' 2>/dev/null)
