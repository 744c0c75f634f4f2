build-portable/units/tlb_level_model_rtl.o: \
 build-portable/gen/tlb_level_model.c hls/tlb_level/tlb_level.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/tlb_level_model.h
hls/tlb_level/tlb_level.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/tlb_level_model.h:
