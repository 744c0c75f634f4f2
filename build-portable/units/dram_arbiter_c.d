build-portable/units/dram_arbiter_c.o: \
 build-portable/gen/dram_arbiter_c.c models/units/unit.h \
 hls/dram_arbiter/dram_arbiter.h hls/common/divider.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h
models/units/unit.h:
hls/dram_arbiter/dram_arbiter.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
