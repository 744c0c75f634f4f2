build-portable/obj/models/mem/sched_queues.o: models/mem/sched_queues.c \
 models/base/alloc.h build-portable/gen/dram_arbiter_model.h \
 build-portable/gen/frfcfs_queue_model.h \
 build-portable/gen/golden_queue_model.h models/mem/dram_scheduler.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/spec/messages.h models/base/bit_set.h \
 models/base/line_table.h models/spec/block_messages.h \
 models/units/unit_needs.h models/units/unit.h models/units/unit_use.h
models/base/alloc.h:
build-portable/gen/dram_arbiter_model.h:
build-portable/gen/frfcfs_queue_model.h:
build-portable/gen/golden_queue_model.h:
models/mem/dram_scheduler.h:
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
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/units/unit_needs.h:
models/units/unit.h:
models/units/unit_use.h:
