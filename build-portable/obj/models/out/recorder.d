build-portable/obj/models/out/recorder.o: models/out/recorder.c \
 models/out/recorder.h models/spec/observer.h models/spec/program.h \
 models/spec/reg_set.h models/base/visible.h models/out/kanata.h \
 models/out/perfetto.h
models/out/recorder.h:
models/spec/observer.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/visible.h:
models/out/kanata.h:
models/out/perfetto.h:
