build-portable/obj/models/trace/address_map.o: models/trace/address_map.c \
 models/trace/address_map.h models/workloads/workload.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h
models/trace/address_map.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
