build-portable/units/token_controller.o: \
 hls/token_controller/token_controller.c \
 hls/token_controller/token_controller.h hls/common/divider.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h
hls/token_controller/token_controller.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
