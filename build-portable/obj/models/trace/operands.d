build-portable/obj/models/trace/operands.o: models/trace/operands.c \
 models/trace/opcodes.h models/workloads/workload.h models/spec/program.h \
 models/spec/reg_set.h models/workloads/block_stream.h
models/trace/opcodes.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
