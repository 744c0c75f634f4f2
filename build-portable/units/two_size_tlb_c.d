build-portable/units/two_size_tlb_c.o: \
 build-portable/gen/two_size_tlb_c.c models/units/unit.h \
 hls/two_size_tlb/two_size_tlb.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/two_size_tlb/two_size_tlb.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
