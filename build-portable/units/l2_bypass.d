build-portable/units/l2_bypass.o: hls/l2_bypass/l2_bypass.c \
 hls/l2_bypass/l2_bypass.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/l2_bypass/l2_bypass.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
