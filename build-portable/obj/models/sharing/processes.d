build-portable/obj/models/sharing/processes.o: models/sharing/processes.c \
 models/sharing/processes.h models/sharing/delay_gpu.h \
 models/sharing/delay_kernel.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/units/copy_engine.h \
 models/units/sm_shares.h
models/sharing/processes.h:
models/sharing/delay_gpu.h:
models/sharing/delay_kernel.h:
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
models/units/copy_engine.h:
models/units/sm_shares.h:
