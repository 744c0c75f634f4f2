build-portable/obj/models/cli/option_number.o: models/cli/option_number.c \
 models/cli/option_number.h models/cli/bad_option.h
models/cli/option_number.h:
models/cli/bad_option.h:
