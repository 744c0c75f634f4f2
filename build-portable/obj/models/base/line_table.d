build-portable/obj/models/base/line_table.o: models/base/line_table.c \
 models/base/line_table.h models/base/alloc.h models/base/host_cache.h \
 models/base/mix.h
models/base/line_table.h:
models/base/alloc.h:
models/base/host_cache.h:
models/base/mix.h:
