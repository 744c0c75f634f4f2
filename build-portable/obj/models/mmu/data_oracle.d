build-portable/obj/models/mmu/data_oracle.o: models/mmu/data_oracle.c \
 models/mmu/data_oracle.h models/base/line_table.h models/base/alloc.h
models/mmu/data_oracle.h:
models/base/line_table.h:
models/base/alloc.h:
