build-portable/units/two_size_tlb_model_rtl.o: \
 build-portable/gen/two_size_tlb_model.c hls/two_size_tlb/two_size_tlb.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/two_size_tlb_model.h
hls/two_size_tlb/two_size_tlb.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/two_size_tlb_model.h:
