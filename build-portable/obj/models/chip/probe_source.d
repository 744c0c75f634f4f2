build-portable/obj/models/chip/probe_source.o: models/chip/probe_source.c \
 models/chip/probe_source.h models/probe/probe_machine.h \
 models/workloads/source.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/spool.h models/workloads/block_stream.h \
 models/base/alloc.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h
models/chip/probe_source.h:
models/probe/probe_machine.h:
models/workloads/source.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/spool.h:
models/workloads/block_stream.h:
models/base/alloc.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
