build-portable/units/golden_queue_b16.o: hls/golden_queue/golden_queue.c \
 hls/golden_queue/golden_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/golden_queue/golden_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
