build-portable/obj/models/out/trace_file.o: models/out/trace_file.c \
 models/out/trace_file.h models/base/visible.h
models/out/trace_file.h:
models/base/visible.h:
