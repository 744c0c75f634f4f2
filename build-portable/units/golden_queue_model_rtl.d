build-portable/units/golden_queue_model_rtl.o: \
 build-portable/gen/golden_queue_model.c hls/golden_queue/golden_queue.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/golden_queue_model.h
hls/golden_queue/golden_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/golden_queue_model.h:
