build-portable/obj/models/mmu/walker.o: models/mmu/walker.c \
 models/mmu/walker.h models/base/engine.h models/base/index_list.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/mmu/data_oracle.h \
 models/base/line_table.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/base/alloc.h models/base/bit_set.h \
 models/mmu/walk_cache.h models/spec/messages.h \
 models/spec/block_messages.h
models/mmu/walker.h:
models/base/engine.h:
models/base/index_list.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/base/alloc.h:
models/base/bit_set.h:
models/mmu/walk_cache.h:
models/spec/messages.h:
models/spec/block_messages.h:
