build-portable/units/dram_arbiter_model_rtl.o: \
 build-portable/gen/dram_arbiter_model.c hls/dram_arbiter/dram_arbiter.h \
 hls/common/divider.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h models/units/unit.h \
 build-portable/gen/dram_arbiter_model.h
hls/dram_arbiter/dram_arbiter.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
models/units/unit.h:
build-portable/gen/dram_arbiter_model.h:
