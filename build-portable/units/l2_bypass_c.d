build-portable/units/l2_bypass_c.o: build-portable/gen/l2_bypass_c.c \
 models/units/unit.h hls/l2_bypass/l2_bypass.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/l2_bypass/l2_bypass.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
