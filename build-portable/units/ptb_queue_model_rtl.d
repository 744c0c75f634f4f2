build-portable/units/ptb_queue_model_rtl.o: \
 build-portable/gen/ptb_queue_model.c hls/ptb_queue/ptb_queue.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/ptb_queue_model.h
hls/ptb_queue/ptb_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/ptb_queue_model.h:
