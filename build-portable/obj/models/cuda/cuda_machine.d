build-portable/obj/models/cuda/cuda_machine.o: models/cuda/cuda_machine.c \
 models/cuda/cuda_machine.h models/cuda/cuda_driver.h \
 models/probe/probe_machine.h models/base/alloc.h models/cuda/cuda_ptx.h \
 models/cuda/cuda_steps.h
models/cuda/cuda_machine.h:
models/cuda/cuda_driver.h:
models/probe/probe_machine.h:
models/base/alloc.h:
models/cuda/cuda_ptx.h:
models/cuda/cuda_steps.h:
