build-portable/units/golden_queue_c.o: \
 build-portable/gen/golden_queue_c.c models/units/unit.h \
 hls/golden_queue/golden_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/golden_queue/golden_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
