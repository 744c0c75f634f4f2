build-portable/obj/models/base/engine.o: models/base/engine.c \
 models/base/engine.h models/base/alloc.h models/base/host_cache.h \
 models/base/mix.h
models/base/engine.h:
models/base/alloc.h:
models/base/host_cache.h:
models/base/mix.h:
