build-portable/units/sm_driver_16.o: hls/sm_driver/sm_driver.c \
 hls/sm_driver/sm_driver.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/sm_driver/sm_driver.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
