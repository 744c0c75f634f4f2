build-portable/units/token_controller_256_c.o: \
 build-portable/gen/token_controller_256_c.c models/units/unit.h \
 hls/token_controller/token_controller.h hls/common/divider.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h
models/units/unit.h:
hls/token_controller/token_controller.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
