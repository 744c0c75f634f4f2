build-portable/obj/models/workloads/kernels/tlb_scope.o: \
 models/workloads/kernels/tlb_scope.c \
 models/workloads/kernels/tlb_scope.h models/workloads/kernels/simt.h \
 models/workloads/kernels/register_scan.h models/workloads/spool.h \
 models/spec/program.h models/spec/reg_set.h \
 models/workloads/block_stream.h models/workloads/kernels/sparse_data.h
models/workloads/kernels/tlb_scope.h:
models/workloads/kernels/simt.h:
models/workloads/kernels/register_scan.h:
models/workloads/spool.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/block_stream.h:
models/workloads/kernels/sparse_data.h:
