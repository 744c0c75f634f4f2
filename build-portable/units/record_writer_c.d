build-portable/units/record_writer_c.o: \
 build-portable/gen/record_writer_c.c models/units/unit.h \
 hls/record_writer/record_writer.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/record_writer/record_writer.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
