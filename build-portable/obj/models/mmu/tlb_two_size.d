build-portable/obj/models/mmu/tlb_two_size.o: models/mmu/tlb_two_size.c \
 models/mmu/tlb_two_size.h models/mmu/tlb_page.h \
 models/units/two_size_fit.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/units/unit.h models/spec/messages.h \
 models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h build-portable/gen/two_size_tlb_model.h
models/mmu/tlb_two_size.h:
models/mmu/tlb_page.h:
models/units/two_size_fit.h:
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
models/units/unit.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
build-portable/gen/two_size_tlb_model.h:
