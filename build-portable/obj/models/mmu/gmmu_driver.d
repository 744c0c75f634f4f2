build-portable/obj/models/mmu/gmmu_driver.o: models/mmu/gmmu_driver.c \
 models/mmu/gmmu_driver.h hls/gmmu/gmmu.h hls/gmmu/gmmu_units.h \
 hls/axi4_lite_port/axi4_lite_port.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 hls/fault_queue/fault_queue.h hls/mmu_registers/mmu_registers.h \
 hls/page_walker/page_walker.h hls/record_writer/record_writer.h \
 hls/request_file/request_file.h hls/token_controller/token_controller.h \
 hls/common/divider.h hls/common/gmmu_params.h \
 hls/asid_table/asid_table.h hls/two_size_tlb/two_size_tlb.h \
 hls/bypass_cache/bypass_cache.h hls/tlb_mshr/tlb_mshr.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/spec/config.h models/spec/chip.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/base/alloc.h \
 hls/mmu_registers/mmu_registers_map.h models/spec/messages.h \
 models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h
models/mmu/gmmu_driver.h:
hls/gmmu/gmmu.h:
hls/gmmu/gmmu_units.h:
hls/axi4_lite_port/axi4_lite_port.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
hls/fault_queue/fault_queue.h:
hls/mmu_registers/mmu_registers.h:
hls/page_walker/page_walker.h:
hls/record_writer/record_writer.h:
hls/request_file/request_file.h:
hls/token_controller/token_controller.h:
hls/common/divider.h:
hls/common/gmmu_params.h:
hls/asid_table/asid_table.h:
hls/two_size_tlb/two_size_tlb.h:
hls/bypass_cache/bypass_cache.h:
hls/tlb_mshr/tlb_mshr.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/spec/config.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
models/base/alloc.h:
hls/mmu_registers/mmu_registers_map.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
