build-portable/obj/models/cuda/cuda_driver.o: models/cuda/cuda_driver.c \
 models/cuda/cuda_driver.h models/base/alloc.h
models/cuda/cuda_driver.h:
models/base/alloc.h:
