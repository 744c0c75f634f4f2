build-portable/units/frame_allocator_c.o: \
 build-portable/gen/frame_allocator_c.c models/units/unit.h \
 hls/frame_allocator/frame_allocator.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/frame_allocator/frame_allocator.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
