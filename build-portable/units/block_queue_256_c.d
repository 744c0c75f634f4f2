build-portable/units/block_queue_256_c.o: \
 build-portable/gen/block_queue_256_c.c models/units/unit.h \
 hls/block_queue/block_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/block_queue/block_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
