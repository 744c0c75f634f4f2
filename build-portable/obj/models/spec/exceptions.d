build-portable/obj/models/spec/exceptions.o: models/spec/exceptions.c \
 models/spec/exceptions.h
models/spec/exceptions.h:
