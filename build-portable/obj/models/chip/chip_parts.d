build-portable/obj/models/chip/chip_parts.o: models/chip/chip_parts.c \
 models/chip/chip_parts.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h \
 models/chip/block_scheduler.h models/sm/parts/occupancy.h \
 models/workloads/workload.h models/workloads/block_stream.h \
 models/mem/mem_map.h models/os/page_allocators.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h
models/chip/chip_parts.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/chip/block_scheduler.h:
models/sm/parts/occupancy.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/mem/mem_map.h:
models/os/page_allocators.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
