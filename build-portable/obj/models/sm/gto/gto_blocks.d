build-portable/obj/models/sm/gto/gto_blocks.o: models/sm/gto/gto_blocks.c \
 models/sm/gto/gto_state.h models/sm/gto/gto_scheduler.h \
 models/sm/gto/gto_sm.h models/base/engine.h models/mmu/data_oracle.h \
 models/base/line_table.h models/mmu/oracle.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h \
 models/sm/parts/occupancy.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/spec/exceptions.h \
 models/workloads/workload.h models/workloads/block_stream.h \
 models/sm/parts/values.h models/sm/parts/races.h models/spec/app_stats.h \
 models/spec/block_messages.h models/spec/observer.h \
 models/spec/switch_stats.h models/sm/gto/gto_values.h \
 models/sm/parts/scoreboard.h models/sm/parts/lsu.h \
 models/sm/parts/coalescer.h models/spec/messages.h models/base/bit_set.h \
 models/sm/parts/shared_memory.h models/sm/parts/timing_wheel.h
models/sm/gto/gto_state.h:
models/sm/gto/gto_scheduler.h:
models/sm/gto/gto_sm.h:
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
models/sm/parts/occupancy.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/app_stats.h:
models/spec/block_messages.h:
models/spec/observer.h:
models/spec/switch_stats.h:
models/sm/gto/gto_values.h:
models/sm/parts/scoreboard.h:
models/sm/parts/lsu.h:
models/sm/parts/coalescer.h:
models/spec/messages.h:
models/base/bit_set.h:
models/sm/parts/shared_memory.h:
models/sm/parts/timing_wheel.h:
