build-portable/obj/models/units/sm_shares.o: models/units/sm_shares.c \
 models/units/sm_shares.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h
models/units/sm_shares.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
