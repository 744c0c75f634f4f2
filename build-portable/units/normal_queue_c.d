build-portable/units/normal_queue_c.o: \
 build-portable/gen/normal_queue_c.c models/units/unit.h \
 hls/frfcfs_queue/frfcfs_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/frfcfs_queue/frfcfs_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
