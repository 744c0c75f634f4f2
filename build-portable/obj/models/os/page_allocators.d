build-portable/obj/models/os/page_allocators.o: \
 models/os/page_allocators.c models/os/page_allocators.h \
 models/mem/mem_map.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h
models/os/page_allocators.h:
models/mem/mem_map.h:
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
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
