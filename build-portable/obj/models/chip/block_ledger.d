build-portable/obj/models/chip/block_ledger.o: models/chip/block_ledger.c \
 models/chip/block_ledger.h models/sm/sm.h models/base/engine.h \
 models/mmu/data_oracle.h models/base/line_table.h models/mmu/oracle.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/sm/parts/values.h \
 models/sm/parts/races.h models/spec/program.h models/spec/reg_set.h \
 models/workloads/workload.h models/workloads/block_stream.h \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/policies.h \
 models/spec/block_messages.h models/spec/config.h \
 models/spec/exceptions.h models/spec/observer.h \
 models/spec/switch_stats.h models/base/alloc.h models/spec/messages.h \
 models/base/bit_set.h
models/chip/block_ledger.h:
models/sm/sm.h:
models/base/engine.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/mmu/oracle.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/block_messages.h:
models/spec/config.h:
models/spec/exceptions.h:
models/spec/observer.h:
models/spec/switch_stats.h:
models/base/alloc.h:
models/spec/messages.h:
models/base/bit_set.h:
