build-portable/units/axi4_lite_port.o: \
 hls/axi4_lite_port/axi4_lite_port.c hls/axi4_lite_port/axi4_lite_port.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/axi4_lite_port/axi4_lite_port.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
