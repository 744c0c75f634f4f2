build-portable/obj/models/mmu/phys_mem.o: models/mmu/phys_mem.c \
 models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
