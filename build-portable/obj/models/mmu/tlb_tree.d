build-portable/obj/models/mmu/tlb_tree.o: models/mmu/tlb_tree.c \
 models/mmu/tlb_tree.h models/base/engine.h models/mmu/middle_tlb.h \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/config.h models/spec/exceptions.h models/mmu/shared_tlb.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/mmu/data_oracle.h models/base/line_table.h \
 models/mmu/inplace_coalescer.h models/mmu/page_copier.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/spec/observer.h models/base/alloc.h
models/mmu/tlb_tree.h:
models/base/engine.h:
models/mmu/middle_tlb.h:
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
models/mmu/shared_tlb.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/mmu/inplace_coalescer.h:
models/mmu/page_copier.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/spec/observer.h:
models/base/alloc.h:
