build-portable/units/page_coalescer.o: \
 hls/page_coalescer/page_coalescer.c hls/page_coalescer/page_coalescer.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/page_coalescer/page_coalescer.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
