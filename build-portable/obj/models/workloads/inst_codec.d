build-portable/obj/models/workloads/inst_codec.o: \
 models/workloads/inst_codec.c models/workloads/inst_codec.h \
 models/spec/program.h models/spec/reg_set.h
models/workloads/inst_codec.h:
models/spec/program.h:
models/spec/reg_set.h:
