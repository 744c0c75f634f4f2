build-portable/obj/models/sm/parts/shared_memory.o: \
 models/sm/parts/shared_memory.c models/sm/parts/shared_memory.h \
 models/workloads/workload.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h
models/sm/parts/shared_memory.h:
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
