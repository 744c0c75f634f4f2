build-portable/units/two_size_tlb.o: hls/two_size_tlb/two_size_tlb.c \
 hls/two_size_tlb/two_size_tlb.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/two_size_tlb/two_size_tlb.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
