build-portable/units/axi4_port_c.o: build-portable/gen/axi4_port_c.c \
 models/units/unit.h hls/axi4_port/axi4_port.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/axi4_port/axi4_port.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
