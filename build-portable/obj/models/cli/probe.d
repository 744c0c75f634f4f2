build-portable/obj/models/cli/probe.o: models/cli/probe.c \
 models/base/alloc.h models/base/visible.h models/chip/probe_gpu.h \
 models/probe/probe_machine.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/cli/commands.h models/cli/options.h \
 models/chip/gpu.h models/chip/block_scheduler.h \
 models/sm/parts/occupancy.h models/workloads/workload.h \
 models/workloads/block_stream.h models/chip/compaction.h \
 models/chip/memory_system.h models/base/engine.h models/mem/crossbar.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/mem/dram_channel.h \
 models/mem/dram_scheduler.h models/mem/gddr5.h models/mem/mem_map.h \
 models/mem/place_use.h models/mmu/data_oracle.h models/spec/app_stats.h \
 models/spec/observer.h models/mem/flat_memory.h models/mem/l2_bank.h \
 models/mmu/inplace_coalescer.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/mmu/page_copier.h models/mmu/shared_tlb.h \
 models/mmu/tlb_tree.h models/mmu/middle_tlb.h models/os/driver.h \
 models/os/fragments.h models/os/pads.h models/os/room.h models/sm/sm.h \
 models/mmu/oracle.h models/sm/parts/values.h models/sm/parts/races.h \
 models/spec/switch_stats.h models/chip/gpu_app.h models/chip/timeline.h \
 models/os/fault_unit.h models/os/host.h models/base/index_list.h \
 models/spec/description.h models/cli/probe_covert.h \
 models/cli/probe_hash.h models/cli/probe_interference.h \
 models/cli/size_text.h models/cuda/cuda_machine.h \
 models/cuda/cuda_driver.h models/out/trace_file.h \
 models/probe/tlb_boundary.h models/probe/tlb_sharing.h \
 models/spec/tlb_shape.h
models/base/alloc.h:
models/base/visible.h:
models/chip/probe_gpu.h:
models/probe/probe_machine.h:
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
models/cli/commands.h:
models/cli/options.h:
models/chip/gpu.h:
models/chip/block_scheduler.h:
models/sm/parts/occupancy.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/chip/compaction.h:
models/chip/memory_system.h:
models/base/engine.h:
models/mem/crossbar.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/mem/dram_channel.h:
models/mem/dram_scheduler.h:
models/mem/gddr5.h:
models/mem/mem_map.h:
models/mem/place_use.h:
models/mmu/data_oracle.h:
models/spec/app_stats.h:
models/spec/observer.h:
models/mem/flat_memory.h:
models/mem/l2_bank.h:
models/mmu/inplace_coalescer.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/mmu/page_copier.h:
models/mmu/shared_tlb.h:
models/mmu/tlb_tree.h:
models/mmu/middle_tlb.h:
models/os/driver.h:
models/os/fragments.h:
models/os/pads.h:
models/os/room.h:
models/sm/sm.h:
models/mmu/oracle.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/switch_stats.h:
models/chip/gpu_app.h:
models/chip/timeline.h:
models/os/fault_unit.h:
models/os/host.h:
models/base/index_list.h:
models/spec/description.h:
models/cli/probe_covert.h:
models/cli/probe_hash.h:
models/cli/probe_interference.h:
models/cli/size_text.h:
models/cuda/cuda_machine.h:
models/cuda/cuda_driver.h:
models/out/trace_file.h:
models/probe/tlb_boundary.h:
models/probe/tlb_sharing.h:
models/spec/tlb_shape.h:
