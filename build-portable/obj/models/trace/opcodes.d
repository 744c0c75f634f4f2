build-portable/obj/models/trace/opcodes.o: models/trace/opcodes.c \
 models/trace/opcodes.h models/workloads/workload.h models/spec/program.h \
 models/spec/reg_set.h models/workloads/block_stream.h
models/trace/opcodes.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
