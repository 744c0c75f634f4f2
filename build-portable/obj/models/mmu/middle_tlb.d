build-portable/obj/models/mmu/middle_tlb.o: models/mmu/middle_tlb.c \
 models/mmu/middle_tlb.h models/base/engine.h models/spec/app_stats.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/config.h models/spec/exceptions.h models/base/alloc.h \
 models/mmu/tlb.h models/mmu/tlb_page.h models/mmu/tlb_mshrs.h \
 models/base/index_list.h models/mmu/tlb_parked.h \
 models/mmu/tlb_pipeline.h models/mmu/tlb_ports.h models/spec/messages.h \
 models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h
models/mmu/middle_tlb.h:
models/base/engine.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/config.h:
models/spec/exceptions.h:
models/base/alloc.h:
models/mmu/tlb.h:
models/mmu/tlb_page.h:
models/mmu/tlb_mshrs.h:
models/base/index_list.h:
models/mmu/tlb_parked.h:
models/mmu/tlb_pipeline.h:
models/mmu/tlb_ports.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
