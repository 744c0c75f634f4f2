build-portable/obj/models/mmu/inplace_coalescer.o: \
 models/mmu/inplace_coalescer.c models/mmu/inplace_coalescer.h \
 models/base/engine.h models/mmu/address_space.h models/mmu/page_walk.h \
 models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h \
 models/mmu/page_copier.h models/mmu/data_oracle.h \
 models/base/line_table.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/spec/messages.h \
 models/base/bit_set.h models/spec/block_messages.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/exceptions.h models/base/alloc.h \
 hls/page_coalescer/page_coalescer.h hls/common/gmmu_types.h \
 models/units/unit_use.h models/units/unit.h
models/mmu/inplace_coalescer.h:
models/base/engine.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
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
models/base/alloc.h:
hls/page_coalescer/page_coalescer.h:
hls/common/gmmu_types.h:
models/units/unit_use.h:
models/units/unit.h:
