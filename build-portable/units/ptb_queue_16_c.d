build-portable/units/ptb_queue_16_c.o: \
 build-portable/gen/ptb_queue_16_c.c models/units/unit.h \
 hls/ptb_queue/ptb_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/ptb_queue/ptb_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
