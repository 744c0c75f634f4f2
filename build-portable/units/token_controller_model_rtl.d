build-portable/units/token_controller_model_rtl.o: \
 build-portable/gen/token_controller_model.c \
 hls/token_controller/token_controller.h hls/common/divider.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/token_controller_model.h
hls/token_controller/token_controller.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/token_controller_model.h:
