build-portable/obj/models/trace/byte_source.o: models/trace/byte_source.c \
 models/trace/byte_source.h models/trace/packed.h \
 models/workloads/inst_codec.h models/spec/program.h \
 models/spec/reg_set.h models/trace/tracez.h
models/trace/byte_source.h:
models/trace/packed.h:
models/workloads/inst_codec.h:
models/spec/program.h:
models/spec/reg_set.h:
models/trace/tracez.h:
