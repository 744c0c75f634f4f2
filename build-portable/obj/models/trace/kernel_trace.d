build-portable/obj/models/trace/kernel_trace.o: \
 models/trace/kernel_trace.c models/trace/kernel_trace.h \
 models/trace/kernel_blocks.h models/trace/lines.h \
 models/trace/byte_source.h models/trace/notes.h \
 models/workloads/page_set.h models/trace/trace_header.h \
 models/trace/address_map.h models/workloads/workload.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/trace/trace_memo.h \
 models/trace/opcodes.h models/workloads/spool.h models/trace/packer.h \
 models/trace/scan.h models/trace/trace_inst.h
models/trace/kernel_trace.h:
models/trace/kernel_blocks.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/notes.h:
models/workloads/page_set.h:
models/trace/trace_header.h:
models/trace/address_map.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/trace/trace_memo.h:
models/trace/opcodes.h:
models/workloads/spool.h:
models/trace/packer.h:
models/trace/scan.h:
models/trace/trace_inst.h:
