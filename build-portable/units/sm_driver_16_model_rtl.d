build-portable/units/sm_driver_16_model_rtl.o: \
 build-portable/gen/sm_driver_16_model.c hls/sm_driver/sm_driver.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/sm_driver_model.h
hls/sm_driver/sm_driver.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/sm_driver_model.h:
