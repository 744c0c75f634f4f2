build-portable/obj/models/out/kanata.o: models/out/kanata.c \
 models/out/kanata.h models/spec/observer.h models/spec/program.h \
 models/spec/reg_set.h models/base/alloc.h
models/out/kanata.h:
models/spec/observer.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/alloc.h:
