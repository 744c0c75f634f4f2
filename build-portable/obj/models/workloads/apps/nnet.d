build-portable/obj/models/workloads/apps/nnet.o: \
 models/workloads/apps/nnet.c models/workloads/apps/app.h \
 models/workloads/kernels/kernel.h models/base/mix.h \
 models/workloads/kernels/simt.h models/workloads/kernels/register_scan.h \
 models/workloads/spool.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/workloads/kernels/sparse_data.h
models/workloads/apps/app.h:
models/workloads/kernels/kernel.h:
models/base/mix.h:
models/workloads/kernels/simt.h:
models/workloads/kernels/register_scan.h:
models/workloads/spool.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/workloads/kernels/sparse_data.h:
