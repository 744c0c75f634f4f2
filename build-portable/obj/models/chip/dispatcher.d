build-portable/obj/models/chip/dispatcher.o: models/chip/dispatcher.c \
 models/chip/dispatcher.h models/base/engine.h \
 models/chip/block_scheduler.h models/sm/parts/occupancy.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/workloads/workload.h \
 models/workloads/block_stream.h models/chip/gpu_app.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/sm/parts/values.h models/sm/parts/races.h models/spec/app_stats.h \
 models/spec/observer.h models/base/alloc.h models/chip/block_ledger.h \
 models/sm/sm.h models/mmu/data_oracle.h models/base/line_table.h \
 models/mmu/oracle.h models/mmu/address_space.h models/mmu/page_walk.h \
 models/mmu/phys_mem.h models/spec/block_messages.h \
 models/spec/switch_stats.h models/chip/sm_stays.h models/spec/messages.h \
 models/base/bit_set.h models/units/copy_engine.h
models/chip/dispatcher.h:
models/base/engine.h:
models/chip/block_scheduler.h:
models/sm/parts/occupancy.h:
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
models/workloads/workload.h:
models/workloads/block_stream.h:
models/chip/gpu_app.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/app_stats.h:
models/spec/observer.h:
models/base/alloc.h:
models/chip/block_ledger.h:
models/sm/sm.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/mmu/oracle.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/spec/block_messages.h:
models/spec/switch_stats.h:
models/chip/sm_stays.h:
models/spec/messages.h:
models/base/bit_set.h:
models/units/copy_engine.h:
