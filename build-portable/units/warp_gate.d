build-portable/units/warp_gate.o: hls/warp_gate/warp_gate.c \
 hls/warp_gate/warp_gate.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/warp_gate/warp_gate.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
