build-portable/obj/models/chip/gpu_check.o: models/chip/gpu_check.c \
 models/chip/gpu_check.h models/chip/gpu_app.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/sm/parts/values.h models/sm/parts/races.h models/spec/program.h \
 models/spec/reg_set.h models/workloads/workload.h \
 models/workloads/block_stream.h models/spec/app_stats.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/config.h models/spec/exceptions.h \
 models/chip/block_scheduler.h models/sm/parts/occupancy.h \
 models/chip/chip_parts.h models/spec/config_check.h models/units/unit.h \
 models/units/unit_needs.h
models/chip/gpu_check.h:
models/chip/gpu_app.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/sm/parts/values.h:
models/sm/parts/races.h:
models/spec/program.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/config.h:
models/spec/exceptions.h:
models/chip/block_scheduler.h:
models/sm/parts/occupancy.h:
models/chip/chip_parts.h:
models/spec/config_check.h:
models/units/unit.h:
models/units/unit_needs.h:
