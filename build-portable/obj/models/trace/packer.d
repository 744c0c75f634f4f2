build-portable/obj/models/trace/packer.o: models/trace/packer.c \
 models/trace/packer.h models/trace/lines.h models/trace/byte_source.h \
 models/trace/trace_memo.h models/trace/opcodes.h \
 models/workloads/workload.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/trace/packed.h \
 models/workloads/inst_codec.h models/workloads/inst_table.h
models/trace/packer.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/trace_memo.h:
models/trace/opcodes.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/trace/packed.h:
models/workloads/inst_codec.h:
models/workloads/inst_table.h:
