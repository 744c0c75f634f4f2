build-portable/obj/models/mmu/tlb_policies.o: models/mmu/tlb_policies.c \
 models/mmu/tlb_policies.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/base/mix.h
models/mmu/tlb_policies.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/mix.h:
