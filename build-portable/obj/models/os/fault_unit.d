build-portable/obj/models/os/fault_unit.o: models/os/fault_unit.c \
 models/os/fault_unit.h models/base/engine.h models/mmu/shared_tlb.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/mmu/data_oracle.h \
 models/base/line_table.h models/mmu/inplace_coalescer.h \
 models/mmu/page_copier.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/spec/messages.h \
 models/base/bit_set.h models/spec/block_messages.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/exceptions.h \
 models/spec/app_stats.h models/spec/observer.h models/os/host.h \
 models/base/index_list.h models/workloads/workload.h \
 models/workloads/block_stream.h models/base/alloc.h \
 models/workloads/page_set.h
models/os/fault_unit.h:
models/base/engine.h:
models/mmu/shared_tlb.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/mmu/inplace_coalescer.h:
models/mmu/page_copier.h:
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
models/spec/app_stats.h:
models/spec/observer.h:
models/os/host.h:
models/base/index_list.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/base/alloc.h:
models/workloads/page_set.h:
