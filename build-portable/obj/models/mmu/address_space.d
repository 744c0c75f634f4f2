build-portable/obj/models/mmu/address_space.o: models/mmu/address_space.c \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/base/alloc.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/base/alloc.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
