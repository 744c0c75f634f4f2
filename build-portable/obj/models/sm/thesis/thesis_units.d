build-portable/obj/models/sm/thesis/thesis_units.o: \
 models/sm/thesis/thesis_units.c models/sm/thesis/thesis_units.h \
 models/base/mix.h hls/operand_log/operand_log.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 hls/replay_queue/replay_queue.h models/spec/config.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h models/units/unit_use.h \
 models/units/unit.h hls/warp_gate/warp_gate.h \
 hls/operand_log/operand_log_duties.h hls/operand_log/operand_log.h \
 hls/replay_queue/replay_queue_duties.h hls/replay_queue/replay_queue.h \
 hls/warp_gate/warp_gate_duties.h hls/warp_gate/warp_gate.h
models/sm/thesis/thesis_units.h:
models/base/mix.h:
hls/operand_log/operand_log.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
hls/replay_queue/replay_queue.h:
models/spec/config.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/units/unit_use.h:
models/units/unit.h:
hls/warp_gate/warp_gate.h:
hls/operand_log/operand_log_duties.h:
hls/operand_log/operand_log.h:
hls/replay_queue/replay_queue_duties.h:
hls/replay_queue/replay_queue.h:
hls/warp_gate/warp_gate_duties.h:
hls/warp_gate/warp_gate.h:
