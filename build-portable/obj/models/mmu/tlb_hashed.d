build-portable/obj/models/mmu/tlb_hashed.o: models/mmu/tlb_hashed.c \
 models/mmu/tlb_hashed.h models/mmu/tlb_page.h models/units/level_fit.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/units/unit.h models/mmu/tlb_policies.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/spec/tlb_shape.h \
 hls/tlb_level/tlb_level.h hls/common/gmmu_types.h \
 build-portable/gen/tlb_level_model.h
models/mmu/tlb_hashed.h:
models/mmu/tlb_page.h:
models/units/level_fit.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/units/unit.h:
models/mmu/tlb_policies.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/spec/tlb_shape.h:
hls/tlb_level/tlb_level.h:
hls/common/gmmu_types.h:
build-portable/gen/tlb_level_model.h:
