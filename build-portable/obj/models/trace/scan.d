build-portable/obj/models/trace/scan.o: models/trace/scan.c \
 models/trace/scan.h
models/trace/scan.h:
