build-portable/obj/models/os/colour_lists.o: models/os/colour_lists.c \
 models/os/colour_lists.h models/mmu/frame_pool.h models/base/gf2.h
models/os/colour_lists.h:
models/mmu/frame_pool.h:
models/base/gf2.h:
