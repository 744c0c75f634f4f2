build-portable/obj/models/sm/parts/values_reference.o: \
 models/sm/parts/values_reference.c models/sm/parts/values.h \
 models/sm/parts/races.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/workload.h models/workloads/block_stream.h
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
