build-portable/obj/models/trace/trace_memo.o: models/trace/trace_memo.c \
 models/trace/trace_memo.h models/trace/opcodes.h \
 models/workloads/workload.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h
models/trace/trace_memo.h:
models/trace/opcodes.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
