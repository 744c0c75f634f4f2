build-portable/obj/models/mem/dram_channel.o: models/mem/dram_channel.c \
 models/mem/dram_channel.h models/base/engine.h \
 models/mem/dram_scheduler.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/spec/messages.h models/base/bit_set.h \
 models/base/line_table.h models/spec/block_messages.h models/mem/gddr5.h \
 models/mem/mem_map.h models/mem/place_use.h models/mmu/data_oracle.h \
 models/spec/app_stats.h models/spec/observer.h models/base/alloc.h
models/mem/dram_channel.h:
models/base/engine.h:
models/mem/dram_scheduler.h:
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
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/mem/gddr5.h:
models/mem/mem_map.h:
models/mem/place_use.h:
models/mmu/data_oracle.h:
models/spec/app_stats.h:
models/spec/observer.h:
models/base/alloc.h:
