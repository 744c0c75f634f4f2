build-portable/obj/models/os/fragments.o: models/os/fragments.c \
 models/os/fragments.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/base/alloc.h models/base/mix.h
models/os/fragments.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/base/alloc.h:
models/base/mix.h:
