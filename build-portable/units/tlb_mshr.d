build-portable/units/tlb_mshr.o: hls/tlb_mshr/tlb_mshr.c \
 hls/tlb_mshr/tlb_mshr.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/tlb_mshr/tlb_mshr.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
