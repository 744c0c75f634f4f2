build-portable/units/ptb_queue.o: hls/ptb_queue/ptb_queue.c \
 hls/ptb_queue/ptb_queue.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/ptb_queue/ptb_queue.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
