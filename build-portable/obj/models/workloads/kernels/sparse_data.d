build-portable/obj/models/workloads/kernels/sparse_data.o: \
 models/workloads/kernels/sparse_data.c \
 models/workloads/kernels/sparse_data.h models/base/mix.h
models/workloads/kernels/sparse_data.h:
models/base/mix.h:
