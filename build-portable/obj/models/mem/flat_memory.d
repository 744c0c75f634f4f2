build-portable/obj/models/mem/flat_memory.o: models/mem/flat_memory.c \
 models/mem/flat_memory.h models/base/engine.h models/mmu/data_oracle.h \
 models/base/line_table.h models/spec/app_stats.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/config.h models/spec/exceptions.h models/base/alloc.h \
 models/base/index_list.h models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h
models/mem/flat_memory.h:
models/base/engine.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/config.h:
models/spec/exceptions.h:
models/base/alloc.h:
models/base/index_list.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
