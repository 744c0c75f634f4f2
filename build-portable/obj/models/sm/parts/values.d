build-portable/obj/models/sm/parts/values.o: models/sm/parts/values.c \
 models/sm/parts/values.h models/sm/parts/races.h models/spec/program.h \
 models/spec/reg_set.h models/workloads/workload.h \
 models/workloads/block_stream.h models/base/mix.h \
 models/workloads/page_set.h
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/base/mix.h:
models/workloads/page_set.h:
