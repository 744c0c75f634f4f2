# SPDX-License-Identifier: Apache-2.0
# The SystemC platform around the block gmmu at its small sizes (models/systemc/gmmu_platform), without the models.
#   systemc-platform           its scenarios with the block's C and with its RTL: equal in every cycle
#   systemc-platform-planted   bugs planted in bridges, core, host and driver: the platform must fail for each

PLATFORM := $(SYSTEMC)/platform
PLATFORM_CONFIG := gmmu_small
PLATFORM_OBJECTS := $(patsubst models/systemc/gmmu_platform/%.cpp,$(PLATFORM)/%.o,$(wildcard models/systemc/gmmu_platform/*.cpp)) \
    $(patsubst models/driver/%.c,$(PLATFORM)/%.o,$(wildcard models/driver/*.c)) $(patsubst %,$(PLATFORM)/%.o,gmmu adapter table)
PLATFORM_CXXFLAGS := $(SYSTEMC_CXXFLAGS) -I$(PLATFORM) $(C_SIZES_$(PLATFORM_CONFIG))
PLATFORM_CFLAGS := -std=c11 -O1 -g $(WARN) $(MODEL_INCLUDES) $(C_SIZES_$(PLATFORM_CONFIG))
$(PLATFORM)/%.o: models/systemc/gmmu_platform/%.cpp | $(PLATFORM)/$(PLATFORM_CONFIG)_sc.hpp
	@mkdir -p $(@D)
	$(CXX) $(PLATFORM_CXXFLAGS) -MMD -MP -c $< -o $@
# Not among the headers of units, which are installed.
$(PLATFORM)/$(PLATFORM_CONFIG)_sc.hpp: $(GEN)/$(PLATFORM_CONFIG).layout.json scripts/gen/unit_systemc.py
	@mkdir -p $(@D)
	$(PYTHON) scripts/gen/unit_systemc.py unit $< >$@
$(PLATFORM)/%.o: models/driver/%.c
	@mkdir -p $(@D)
	$(CC) $(PLATFORM_CFLAGS) -MMD -MP -c $< -o $@
$(PLATFORM)/gmmu.o: hls/gmmu/gmmu.c
$(PLATFORM)/adapter.o: $(GEN)/$(PLATFORM_CONFIG)_c.c
$(PLATFORM)/table.o: $(PLATFORM)/table.c
$(patsubst %,$(PLATFORM)/%.o,gmmu adapter table): hls/gmmu/configs
	@mkdir -p $(@D)
	$(CC) $(PLATFORM_CFLAGS) -MMD -MP -c $(filter %.c,$^) -o $@
$(PLATFORM)/table.c: scripts/gen/unit_adapter.py
	@mkdir -p $(@D)
	$(PYTHON) $< table $(PLATFORM_CONFIG):$(PLATFORM_CONFIG) >$@
$(eval $(call UNITS_IN_BLOCK,$(PLATFORM),gmmu,$$(CC) $$(PLATFORM_CFLAGS),$(SYSTEMC)/gmmu_platform))
$(SYSTEMC)/gmmu_platform: $(PLATFORM_OBJECTS) $(UNIT_OBJ)/$(PLATFORM_CONFIG)_rtl.o $(patsubst %,$(UNIT_OBJ)/runtime/%.o,verilated verilated_threads)
	$(CXX) $(NO_LTO) -o $@ $^ -lsystemc -pthread -latomic

# With the C and with the RTL of the block the same line comes out.
.PHONY: systemc-platform systemc-platform-planted
systemc-platform: $(SYSTEMC)/gmmu_platform
	for kind in rtl c; do SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 $< $$kind $(or $(SEED),1) >$(PLATFORM)/$$kind.log || { cat $(PLATFORM)/$$kind.log; exit 1; }; done
	cat $(PLATFORM)/c.log
	cmp $(PLATFORM)/rtl.log $(PLATFORM)/c.log
	echo 'PASS the platform with the C of the block and with its RTL'

systemc-platform-planted: $(SYSTEMC)/gmmu_platform
	@$(PYTHON) -m tb.systemc.planted $(PLATFORM) '$(CXX) $(PLATFORM_CXXFLAGS)' '$(CC) $(PLATFORM_CFLAGS)'
-include $(wildcard $(PLATFORM)/*.d)
