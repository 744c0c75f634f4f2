build-portable/obj/models/base/visible.o: models/base/visible.c \
 models/base/visible.h
models/base/visible.h:
