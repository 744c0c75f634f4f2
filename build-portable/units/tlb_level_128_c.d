build-portable/units/tlb_level_128_c.o: \
 build-portable/gen/tlb_level_128_c.c models/units/unit.h \
 hls/tlb_level/tlb_level.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/tlb_level/tlb_level.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
