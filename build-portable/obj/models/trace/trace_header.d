build-portable/obj/models/trace/trace_header.o: \
 models/trace/trace_header.c models/trace/trace_header.h \
 models/trace/address_map.h models/workloads/workload.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/trace/lines.h \
 models/trace/byte_source.h models/trace/notes.h models/trace/scan.h
models/trace/trace_header.h:
models/trace/address_map.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/notes.h:
models/trace/scan.h:
