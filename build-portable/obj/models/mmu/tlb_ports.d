build-portable/obj/models/mmu/tlb_ports.o: models/mmu/tlb_ports.c \
 models/mmu/tlb_ports.h models/base/engine.h models/base/index_list.h \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/base/alloc.h \
 models/mmu/tlb_pipeline.h
models/mmu/tlb_ports.h:
models/base/engine.h:
models/base/index_list.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/base/alloc.h:
models/mmu/tlb_pipeline.h:
