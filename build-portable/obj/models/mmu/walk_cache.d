build-portable/obj/models/mmu/walk_cache.o: models/mmu/walk_cache.c \
 models/mmu/walk_cache.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/base/alloc.h \
 models/mmu/tlb.h models/mmu/tlb_page.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/exceptions.h \
 models/spec/tlb_shape.h
models/mmu/walk_cache.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/alloc.h:
models/mmu/tlb.h:
models/mmu/tlb_page.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/exceptions.h:
models/spec/tlb_shape.h:
