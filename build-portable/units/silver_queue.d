build-portable/units/silver_queue.o: hls/frfcfs_queue/frfcfs_queue.c \
 hls/frfcfs_queue/frfcfs_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/frfcfs_queue/frfcfs_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
