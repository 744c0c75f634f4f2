build-portable/obj/models/sm/parts/lsu_translate.o: \
 models/sm/parts/lsu_translate.c models/sm/parts/lsu_translate.h \
 models/sm/parts/lsu_state.h models/base/index_list.h \
 models/sm/parts/l1_cache.h models/base/line_table.h \
 models/sm/parts/l1_tlb.h models/base/engine.h models/mmu/oracle.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/mmu/tlb.h models/mmu/tlb_page.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/policies.h \
 models/spec/program.h models/spec/reg_set.h models/spec/exceptions.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/sm/parts/lsu.h \
 models/mmu/data_oracle.h models/sm/parts/coalescer.h \
 models/workloads/workload.h models/workloads/block_stream.h \
 models/sm/parts/scoreboard.h models/spec/app_stats.h \
 models/spec/observer.h models/base/alloc.h models/sm/parts/lsu_cache.h \
 models/sm/parts/lsu_data.h models/sm/parts/lsu_insts.h
models/sm/parts/lsu_translate.h:
models/sm/parts/lsu_state.h:
models/base/index_list.h:
models/sm/parts/l1_cache.h:
models/base/line_table.h:
models/sm/parts/l1_tlb.h:
models/base/engine.h:
models/mmu/oracle.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/tlb.h:
models/mmu/tlb_page.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/sm/parts/lsu.h:
models/mmu/data_oracle.h:
models/sm/parts/coalescer.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
models/sm/parts/scoreboard.h:
models/spec/app_stats.h:
models/spec/observer.h:
models/base/alloc.h:
models/sm/parts/lsu_cache.h:
models/sm/parts/lsu_data.h:
models/sm/parts/lsu_insts.h:
