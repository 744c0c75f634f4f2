build-portable/obj/models/workloads/spool.o: models/workloads/spool.c \
 models/workloads/spool.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/base/host_cache.h \
 models/workloads/inst_codec.h models/workloads/inst_table.h \
 models/workloads/page_store.h
models/workloads/spool.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/base/host_cache.h:
models/workloads/inst_codec.h:
models/workloads/inst_table.h:
models/workloads/page_store.h:
