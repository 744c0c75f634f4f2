build-portable/units/warp_gate_c.o: build-portable/gen/warp_gate_c.c \
 models/units/unit.h hls/warp_gate/warp_gate.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/warp_gate/warp_gate.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
