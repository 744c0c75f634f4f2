build-portable/obj/models/mmu/tlb.o: models/mmu/tlb.c models/mmu/tlb.h \
 models/mmu/tlb_page.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h models/base/mix.h \
 models/mmu/tlb_policies.h models/mmu/tlb_unit.h models/spec/messages.h \
 models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/spec/tlb_shape.h
models/mmu/tlb.h:
models/mmu/tlb_page.h:
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
models/base/mix.h:
models/mmu/tlb_policies.h:
models/mmu/tlb_unit.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/spec/tlb_shape.h:
