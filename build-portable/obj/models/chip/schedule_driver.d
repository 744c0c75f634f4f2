build-portable/obj/models/chip/schedule_driver.o: \
 models/chip/schedule_driver.c models/chip/schedule_driver.h \
 models/chip/block_scheduler.h models/sm/parts/occupancy.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/workloads/workload.h \
 models/workloads/block_stream.h models/units/sm_framework.h \
 build-portable/gen/ptb_queue_model.h \
 build-portable/gen/sm_driver_model.h \
 build-portable/gen/sm_scheduler_model.h models/units/unit.h \
 models/units/sm_shares.h models/base/alloc.h models/base/engine.h \
 models/units/unit_needs.h
models/chip/schedule_driver.h:
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
models/units/sm_framework.h:
build-portable/gen/ptb_queue_model.h:
build-portable/gen/sm_driver_model.h:
build-portable/gen/sm_scheduler_model.h:
models/units/unit.h:
models/units/sm_shares.h:
models/base/alloc.h:
models/base/engine.h:
models/units/unit_needs.h:
