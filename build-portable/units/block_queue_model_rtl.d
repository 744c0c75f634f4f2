build-portable/units/block_queue_model_rtl.o: \
 build-portable/gen/block_queue_model.c hls/block_queue/block_queue.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/block_queue_model.h
hls/block_queue/block_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/block_queue_model.h:
