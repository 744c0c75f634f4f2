build-portable/units/fault_queue.o: hls/fault_queue/fault_queue.c \
 hls/fault_queue/fault_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/fault_queue/fault_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
