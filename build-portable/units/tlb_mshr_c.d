build-portable/units/tlb_mshr_c.o: build-portable/gen/tlb_mshr_c.c \
 models/units/unit.h hls/tlb_mshr/tlb_mshr.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/tlb_mshr/tlb_mshr.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
