build-portable/units/sm_scheduler_16_c.o: \
 build-portable/gen/sm_scheduler_16_c.c models/units/unit.h \
 hls/sm_scheduler/sm_scheduler.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/sm_scheduler/sm_scheduler.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
