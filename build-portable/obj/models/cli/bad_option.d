build-portable/obj/models/cli/bad_option.o: models/cli/bad_option.c \
 models/cli/bad_option.h models/base/visible.h
models/cli/bad_option.h:
models/base/visible.h:
