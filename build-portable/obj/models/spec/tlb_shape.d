build-portable/obj/models/spec/tlb_shape.o: models/spec/tlb_shape.c \
 models/spec/tlb_shape.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h
models/spec/tlb_shape.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
