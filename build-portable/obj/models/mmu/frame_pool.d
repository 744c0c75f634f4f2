build-portable/obj/models/mmu/frame_pool.o: models/mmu/frame_pool.c \
 models/mmu/frame_pool.h
models/mmu/frame_pool.h:
