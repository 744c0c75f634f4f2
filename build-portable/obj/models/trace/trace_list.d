build-portable/obj/models/trace/trace_list.o: models/trace/trace_list.c \
 models/trace/trace_list.h models/trace/kernels_list.h \
 models/trace/lines.h models/trace/byte_source.h models/trace/notes.h \
 models/workloads/source.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/spool.h models/workloads/block_stream.h
models/trace/trace_list.h:
models/trace/kernels_list.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/notes.h:
models/workloads/source.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/spool.h:
models/workloads/block_stream.h:
