build-portable/obj/models/workloads/kernels/simt.o: \
 models/workloads/kernels/simt.c models/workloads/kernels/simt.h \
 models/workloads/kernels/register_scan.h models/workloads/spool.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/workloads/kernels/sparse_data.h \
 models/workloads/kernels/simt_internal.h
models/workloads/kernels/simt.h:
models/workloads/kernels/register_scan.h:
models/workloads/spool.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/workloads/kernels/sparse_data.h:
models/workloads/kernels/simt_internal.h:
