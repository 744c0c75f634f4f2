build-portable/obj/models/mmu/tlb_pipeline.o: models/mmu/tlb_pipeline.c \
 models/mmu/tlb_pipeline.h models/base/alloc.h models/base/index_list.h
models/mmu/tlb_pipeline.h:
models/base/alloc.h:
models/base/index_list.h:
