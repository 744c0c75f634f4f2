build-portable/obj/models/cli/option_exceptions.o: \
 models/cli/option_exceptions.c models/cli/option_exceptions.h \
 models/spec/exceptions.h models/cli/bad_option.h
models/cli/option_exceptions.h:
models/spec/exceptions.h:
models/cli/bad_option.h:
