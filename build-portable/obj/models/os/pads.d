build-portable/obj/models/os/pads.o: models/os/pads.c models/os/pads.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h models/base/alloc.h \
 models/base/mix.h
models/os/pads.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/base/alloc.h:
models/base/mix.h:
