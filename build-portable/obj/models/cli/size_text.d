build-portable/obj/models/cli/size_text.o: models/cli/size_text.c \
 models/cli/size_text.h
models/cli/size_text.h:
