build-portable/obj/models/spec/field.o: models/spec/field.c \
 models/spec/field.h
models/spec/field.h:
