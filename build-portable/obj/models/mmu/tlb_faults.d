build-portable/obj/models/mmu/tlb_faults.o: models/mmu/tlb_faults.c \
 models/mmu/tlb_faults.h models/base/engine.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h models/mmu/tlb_mshrs.h \
 models/base/index_list.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/mmu/tlb_ports.h \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/messages.h models/base/bit_set.h \
 models/base/line_table.h models/spec/block_messages.h \
 models/base/alloc.h
models/mmu/tlb_faults.h:
models/base/engine.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/tlb_mshrs.h:
models/base/index_list.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/mmu/tlb_ports.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/base/alloc.h:
