build-portable/obj/models/probe/probe_noise.o: models/probe/probe_noise.c \
 models/probe/probe_noise.h models/probe/probe_machine.h \
 models/base/mix.h
models/probe/probe_noise.h:
models/probe/probe_machine.h:
models/base/mix.h:
