build-portable/obj/models/sharing/delay_gpu.o: models/sharing/delay_gpu.c \
 models/sharing/delay_gpu.h models/sharing/delay_kernel.h \
 models/base/alloc.h models/base/mix.h models/sharing/delay_sms.h \
 hls/sm_driver/sm_driver.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 models/units/sm_framework.h build-portable/gen/ptb_queue_model.h \
 build-portable/gen/sm_driver_model.h \
 build-portable/gen/sm_scheduler_model.h models/units/unit.h
models/sharing/delay_gpu.h:
models/sharing/delay_kernel.h:
models/base/alloc.h:
models/base/mix.h:
models/sharing/delay_sms.h:
hls/sm_driver/sm_driver.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/units/sm_framework.h:
build-portable/gen/ptb_queue_model.h:
build-portable/gen/sm_driver_model.h:
build-portable/gen/sm_scheduler_model.h:
models/units/unit.h:
