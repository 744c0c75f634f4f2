build-portable/units/tlb_level_256.o: hls/tlb_level/tlb_level.c \
 hls/tlb_level/tlb_level.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/tlb_level/tlb_level.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
