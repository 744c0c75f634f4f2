build-portable/obj/models/units/sm_framework.o: \
 models/units/sm_framework.c models/units/sm_framework.h \
 build-portable/gen/ptb_queue_model.h \
 build-portable/gen/sm_driver_model.h \
 build-portable/gen/sm_scheduler_model.h models/units/unit.h \
 models/base/alloc.h models/units/unit_needs.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h
models/units/sm_framework.h:
build-portable/gen/ptb_queue_model.h:
build-portable/gen/sm_driver_model.h:
build-portable/gen/sm_scheduler_model.h:
models/units/unit.h:
models/base/alloc.h:
models/units/unit_needs.h:
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
