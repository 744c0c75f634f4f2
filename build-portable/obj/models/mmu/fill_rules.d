build-portable/obj/models/mmu/fill_rules.o: models/mmu/fill_rules.c \
 models/mmu/fill_rules.h models/mmu/tlb.h models/mmu/tlb_page.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/mmu/tlb_mshrs.h models/base/index_list.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h
models/mmu/fill_rules.h:
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
models/mmu/tlb_mshrs.h:
models/base/index_list.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
