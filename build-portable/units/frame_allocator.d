build-portable/units/frame_allocator.o: \
 hls/frame_allocator/frame_allocator.c \
 hls/frame_allocator/frame_allocator.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/frame_allocator/frame_allocator.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
