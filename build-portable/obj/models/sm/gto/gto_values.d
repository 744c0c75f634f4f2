build-portable/obj/models/sm/gto/gto_values.o: models/sm/gto/gto_values.c \
 models/sm/gto/gto_values.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h \
 models/sm/gto/gto_scheduler.h models/sm/parts/scoreboard.h \
 models/spec/reg_set.h models/workloads/workload.h models/spec/program.h \
 models/workloads/block_stream.h models/sm/parts/values.h \
 models/sm/parts/races.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/base/alloc.h
models/sm/gto/gto_values.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/sm/gto/gto_scheduler.h:
models/sm/parts/scoreboard.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/spec/program.h:
models/workloads/block_stream.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/base/alloc.h:
