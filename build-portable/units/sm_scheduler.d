build-portable/units/sm_scheduler.o: hls/sm_scheduler/sm_scheduler.c \
 hls/sm_scheduler/sm_scheduler.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/sm_scheduler/sm_scheduler.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
