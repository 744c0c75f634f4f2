build-portable/units/asid_table.o: hls/asid_table/asid_table.c \
 hls/asid_table/asid_table.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/asid_table/asid_table.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
