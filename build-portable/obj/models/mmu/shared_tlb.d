build-portable/obj/models/mmu/shared_tlb.o: models/mmu/shared_tlb.c \
 models/mmu/shared_tlb.h models/base/engine.h models/mmu/address_space.h \
 models/mmu/page_walk.h models/mmu/phys_mem.h models/mmu/page_allocator.h \
 models/mmu/frame_pool.h models/spec/page_table.h \
 models/mmu/data_oracle.h models/base/line_table.h \
 models/mmu/inplace_coalescer.h models/mmu/page_copier.h \
 models/spec/chip.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/exceptions.h \
 models/spec/app_stats.h models/spec/observer.h models/base/alloc.h \
 models/mmu/shared_tlb_state.h models/mmu/fill_rules.h models/mmu/tlb.h \
 models/mmu/tlb_page.h models/mmu/tlb_mshrs.h models/base/index_list.h \
 models/mmu/gmmu_seat.h models/mmu/tlb_epochs.h models/mmu/tlb_faults.h \
 models/mmu/tlb_ports.h models/mmu/tlb_parked.h models/mmu/tlb_pipeline.h \
 models/mmu/walker.h models/spec/tlb_shape.h
models/mmu/shared_tlb.h:
models/base/engine.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/mmu/inplace_coalescer.h:
models/mmu/page_copier.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/exceptions.h:
models/spec/app_stats.h:
models/spec/observer.h:
models/base/alloc.h:
models/mmu/shared_tlb_state.h:
models/mmu/fill_rules.h:
models/mmu/tlb.h:
models/mmu/tlb_page.h:
models/mmu/tlb_mshrs.h:
models/base/index_list.h:
models/mmu/gmmu_seat.h:
models/mmu/tlb_epochs.h:
models/mmu/tlb_faults.h:
models/mmu/tlb_ports.h:
models/mmu/tlb_parked.h:
models/mmu/tlb_pipeline.h:
models/mmu/walker.h:
models/spec/tlb_shape.h:
