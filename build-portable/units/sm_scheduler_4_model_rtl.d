build-portable/units/sm_scheduler_4_model_rtl.o: \
 build-portable/gen/sm_scheduler_4_model.c \
 hls/sm_scheduler/sm_scheduler.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 models/units/unit.h build-portable/gen/sm_scheduler_model.h
hls/sm_scheduler/sm_scheduler.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/sm_scheduler_model.h:
