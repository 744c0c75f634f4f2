build-portable/units/page_coalescer_c.o: \
 build-portable/gen/page_coalescer_c.c models/units/unit.h \
 hls/page_coalescer/page_coalescer.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/page_coalescer/page_coalescer.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
