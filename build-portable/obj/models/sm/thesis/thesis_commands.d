build-portable/obj/models/sm/thesis/thesis_commands.o: \
 models/sm/thesis/thesis_commands.c models/sm/thesis/thesis_state.h \
 models/sm/parts/lsu.h models/base/engine.h models/mmu/data_oracle.h \
 models/base/line_table.h models/mmu/oracle.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h \
 models/sm/parts/coalescer.h models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/spec/program.h models/spec/reg_set.h \
 models/spec/chip.h models/spec/policies.h models/workloads/workload.h \
 models/workloads/block_stream.h models/sm/parts/scoreboard.h \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/config.h models/spec/exceptions.h \
 models/spec/observer.h models/sm/parts/occupancy.h \
 models/sm/parts/timing_wheel.h models/sm/thesis/thesis_halt.h \
 models/sm/thesis/thesis_sm.h models/sm/parts/values.h \
 models/sm/parts/races.h models/spec/switch_stats.h \
 models/sm/thesis/thesis_move.h models/sm/thesis/thesis_switch.h \
 models/sm/thesis/thesis_units.h models/base/mix.h \
 hls/operand_log/operand_log.h hls/common/gmmu_types.h \
 hls/replay_queue/replay_queue.h models/units/unit_use.h \
 models/units/unit.h hls/warp_gate/warp_gate.h
models/sm/thesis/thesis_state.h:
models/sm/parts/lsu.h:
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
models/sm/parts/coalescer.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/chip.h:
models/spec/policies.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/sm/parts/scoreboard.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/config.h:
models/spec/exceptions.h:
models/spec/observer.h:
models/sm/parts/occupancy.h:
models/sm/parts/timing_wheel.h:
models/sm/thesis/thesis_halt.h:
models/sm/thesis/thesis_sm.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/switch_stats.h:
models/sm/thesis/thesis_move.h:
models/sm/thesis/thesis_switch.h:
models/sm/thesis/thesis_units.h:
models/base/mix.h:
hls/operand_log/operand_log.h:
hls/common/gmmu_types.h:
hls/replay_queue/replay_queue.h:
models/units/unit_use.h:
models/units/unit.h:
hls/warp_gate/warp_gate.h:
