build-portable/obj/models/chip/schedule_round_robin.o: \
 models/chip/schedule_round_robin.c models/base/engine.h \
 models/chip/block_scheduler.h models/sm/parts/occupancy.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/workloads/workload.h \
 models/workloads/block_stream.h
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
