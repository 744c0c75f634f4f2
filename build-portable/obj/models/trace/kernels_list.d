build-portable/obj/models/trace/kernels_list.o: \
 models/trace/kernels_list.c models/trace/kernels_list.h \
 models/trace/lines.h models/trace/byte_source.h models/trace/notes.h \
 models/base/alloc.h models/trace/address_map.h \
 models/workloads/workload.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/trace/scan.h
models/trace/kernels_list.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/notes.h:
models/base/alloc.h:
models/trace/address_map.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/trace/scan.h:
