build-portable/obj/models/workloads/workload.o: \
 models/workloads/workload.c models/workloads/workload.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/workloads/page_set.h \
 models/workloads/source.h models/workloads/spool.h
models/workloads/workload.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/workloads/page_set.h:
models/workloads/source.h:
models/workloads/spool.h:
