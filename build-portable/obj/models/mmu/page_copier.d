build-portable/obj/models/mmu/page_copier.o: models/mmu/page_copier.c \
 models/mmu/page_copier.h models/base/engine.h models/mmu/data_oracle.h \
 models/base/line_table.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/base/alloc.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h
models/mmu/page_copier.h:
models/base/engine.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/base/alloc.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
