build-portable/obj/models/systemc/boundary.o: models/systemc/boundary.c \
 models/systemc/boundary.h models/base/alloc.h models/base/engine.h
models/systemc/boundary.h:
models/base/alloc.h:
models/base/engine.h:
