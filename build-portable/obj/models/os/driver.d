build-portable/obj/models/os/driver.o: models/os/driver.c \
 models/os/driver.h models/base/engine.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h \
 models/mmu/inplace_coalescer.h models/mmu/page_copier.h \
 models/mmu/data_oracle.h models/base/line_table.h models/spec/chip.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/exceptions.h models/os/fragments.h \
 models/os/pads.h models/os/room.h models/workloads/workload.h \
 models/workloads/block_stream.h models/base/alloc.h models/base/mix.h
models/os/driver.h:
models/base/engine.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/inplace_coalescer.h:
models/mmu/page_copier.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/exceptions.h:
models/os/fragments.h:
models/os/pads.h:
models/os/room.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/base/alloc.h:
models/base/mix.h:
