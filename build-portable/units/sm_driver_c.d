build-portable/units/sm_driver_c.o: build-portable/gen/sm_driver_c.c \
 models/units/unit.h hls/sm_driver/sm_driver.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/sm_driver/sm_driver.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
