build-portable/units/page_walker_c.o: build-portable/gen/page_walker_c.c \
 models/units/unit.h hls/page_walker/page_walker.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/page_walker/page_walker.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
