build-portable/obj/models/out/perfetto.o: models/out/perfetto.c \
 models/out/perfetto.h models/base/alloc.h
models/out/perfetto.h:
models/base/alloc.h:
