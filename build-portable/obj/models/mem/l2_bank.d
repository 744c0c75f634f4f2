build-portable/obj/models/mem/l2_bank.o: models/mem/l2_bank.c \
 models/mem/l2_bank.h models/base/engine.h models/mem/mem_map.h \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/mem/place_use.h models/mmu/data_oracle.h \
 models/base/line_table.h models/spec/app_stats.h models/base/alloc.h \
 models/base/host_cache.h hls/l2_bypass/l2_bypass.h \
 hls/common/gmmu_types.h models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/units/unit_use.h models/units/unit.h
models/mem/l2_bank.h:
models/base/engine.h:
models/mem/mem_map.h:
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
models/mem/place_use.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/app_stats.h:
models/base/alloc.h:
models/base/host_cache.h:
hls/l2_bypass/l2_bypass.h:
hls/common/gmmu_types.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/units/unit_use.h:
models/units/unit.h:
