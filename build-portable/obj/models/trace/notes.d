build-portable/obj/models/trace/notes.o: models/trace/notes.c \
 models/trace/notes.h models/trace/lines.h models/trace/byte_source.h \
 models/base/visible.h
models/trace/notes.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/base/visible.h:
