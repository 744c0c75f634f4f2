build-portable/units/replay_queue_c.o: \
 build-portable/gen/replay_queue_c.c models/units/unit.h \
 hls/replay_queue/replay_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/replay_queue/replay_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
