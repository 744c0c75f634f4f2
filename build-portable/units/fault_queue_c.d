build-portable/units/fault_queue_c.o: build-portable/gen/fault_queue_c.c \
 models/units/unit.h hls/fault_queue/fault_queue.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/fault_queue/fault_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
