build-portable/obj/models/sm/parts/races.o: models/sm/parts/races.c \
 models/sm/parts/races.h models/spec/program.h models/spec/reg_set.h \
 models/base/alloc.h models/base/mix.h models/trace/address_map.h \
 models/workloads/workload.h models/workloads/block_stream.h
models/sm/parts/races.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/alloc.h:
models/base/mix.h:
models/trace/address_map.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
