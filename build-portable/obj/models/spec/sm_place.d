build-portable/obj/models/spec/sm_place.o: models/spec/sm_place.c \
 models/spec/chip.h models/spec/page_table.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
