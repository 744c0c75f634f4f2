build-portable/obj/models/trace/tracez.o: models/trace/tracez.c \
 models/trace/tracez.h
models/trace/tracez.h:
