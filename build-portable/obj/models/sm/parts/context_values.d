build-portable/obj/models/sm/parts/context_values.o: \
 models/sm/parts/context_values.c models/sm/parts/context_values.h \
 models/sm/parts/occupancy.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/workloads/workload.h \
 models/workloads/block_stream.h models/sm/parts/values.h \
 models/sm/parts/races.h models/base/line_table.h models/base/mix.h
models/sm/parts/context_values.h:
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
models/sm/parts/values.h:
models/sm/parts/races.h:
models/base/line_table.h:
models/base/mix.h:
