build-portable/obj/models/workloads/kernels/register_scan.o: \
 models/workloads/kernels/register_scan.c \
 models/workloads/kernels/register_scan.h models/workloads/spool.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h
models/workloads/kernels/register_scan.h:
models/workloads/spool.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
