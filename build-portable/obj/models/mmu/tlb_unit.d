build-portable/obj/models/mmu/tlb_unit.o: models/mmu/tlb_unit.c \
 models/mmu/tlb_unit.h models/mmu/tlb_page.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/mmu/tlb_hashed.h \
 models/units/level_fit.h models/units/unit.h models/mmu/tlb_two_size.h \
 models/units/two_size_fit.h
models/mmu/tlb_unit.h:
models/mmu/tlb_page.h:
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
models/mmu/tlb_hashed.h:
models/units/level_fit.h:
models/units/unit.h:
models/mmu/tlb_two_size.h:
models/units/two_size_fit.h:
