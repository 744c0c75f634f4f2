build-portable/obj/models/sm/parts/l1_tlb.o: models/sm/parts/l1_tlb.c \
 models/sm/parts/l1_tlb.h models/base/engine.h models/base/index_list.h \
 models/mmu/oracle.h models/mmu/address_space.h models/mmu/page_walk.h \
 models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h models/mmu/tlb.h \
 models/mmu/tlb_page.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/spec/messages.h models/base/bit_set.h \
 models/base/line_table.h models/spec/block_messages.h \
 models/base/alloc.h models/spec/tlb_shape.h
models/sm/parts/l1_tlb.h:
models/base/engine.h:
models/base/index_list.h:
models/mmu/oracle.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/tlb.h:
models/mmu/tlb_page.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/base/alloc.h:
models/spec/tlb_shape.h:
