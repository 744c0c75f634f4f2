build-portable/obj/models/cli/option_scan.o: models/cli/option_scan.c \
 models/cli/option_scan.h models/base/visible.h models/cli/bad_option.h
models/cli/option_scan.h:
models/base/visible.h:
models/cli/bad_option.h:
