build-portable/obj/models/spec/memory_kinds.o: models/spec/memory_kinds.c \
 models/spec/memory_kinds.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h
models/spec/memory_kinds.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
