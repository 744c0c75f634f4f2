build-portable/obj/models/mmu/tlb_units.o: models/mmu/tlb_units.c \
 models/mmu/tlb_units.h hls/bypass_cache/bypass_cache.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h models/spec/config.h \
 models/spec/chip.h models/spec/page_table.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/spec/exceptions.h \
 build-portable/gen/token_controller_model.h models/units/unit_use.h \
 models/units/unit.h models/units/unit_needs.h
models/mmu/tlb_units.h:
hls/bypass_cache/bypass_cache.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/spec/config.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
build-portable/gen/token_controller_model.h:
models/units/unit_use.h:
models/units/unit.h:
models/units/unit_needs.h:
