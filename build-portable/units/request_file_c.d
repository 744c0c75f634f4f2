build-portable/units/request_file_c.o: \
 build-portable/gen/request_file_c.c models/units/unit.h \
 hls/request_file/request_file.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/request_file/request_file.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
