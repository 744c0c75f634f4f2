build-portable/units/dram_arbiter_64.o: hls/dram_arbiter/dram_arbiter.c \
 hls/dram_arbiter/dram_arbiter.h hls/common/divider.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h
hls/dram_arbiter/dram_arbiter.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
