build-portable/obj/models/trace/lines.o: models/trace/lines.c \
 models/trace/lines.h models/trace/byte_source.h
models/trace/lines.h:
models/trace/byte_source.h:
