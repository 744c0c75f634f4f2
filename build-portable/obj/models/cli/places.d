build-portable/obj/models/cli/places.o: models/cli/places.c \
 models/cli/places.h models/chip/gpu_app.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/sm/parts/values.h models/sm/parts/races.h \
 models/spec/program.h models/spec/reg_set.h models/workloads/workload.h \
 models/workloads/block_stream.h models/spec/app_stats.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/config.h models/spec/exceptions.h \
 models/spec/description.h models/base/mix.h models/base/visible.h \
 models/cli/bad_option.h models/cli/size_text.h models/mem/mem_map.h \
 models/mmu/phys_mem.h
models/cli/places.h:
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
models/spec/description.h:
models/base/mix.h:
models/base/visible.h:
models/cli/bad_option.h:
models/cli/size_text.h:
models/mem/mem_map.h:
models/mmu/phys_mem.h:
