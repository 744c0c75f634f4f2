build-portable/units/asid_table_c.o: build-portable/gen/asid_table_c.c \
 models/units/unit.h hls/asid_table/asid_table.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/asid_table/asid_table.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
