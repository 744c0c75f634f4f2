build-portable/units/silver_queue_b16_model_rtl.o: \
 build-portable/gen/silver_queue_b16_model.c \
 hls/frfcfs_queue/frfcfs_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 models/units/unit.h build-portable/gen/frfcfs_queue_model.h
hls/frfcfs_queue/frfcfs_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/frfcfs_queue_model.h:
