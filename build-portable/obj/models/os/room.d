build-portable/obj/models/os/room.o: models/os/room.c models/os/room.h \
 models/mmu/address_space.h models/mmu/page_walk.h models/mmu/phys_mem.h \
 models/mmu/page_allocator.h models/mmu/frame_pool.h \
 models/spec/page_table.h models/mmu/page_copier.h models/base/engine.h \
 models/mmu/data_oracle.h models/base/line_table.h models/spec/chip.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/os/fragments.h models/os/pads.h
models/os/room.h:
models/mmu/address_space.h:
models/mmu/page_walk.h:
models/mmu/phys_mem.h:
models/mmu/page_allocator.h:
models/mmu/frame_pool.h:
models/spec/page_table.h:
models/mmu/page_copier.h:
models/base/engine.h:
models/mmu/data_oracle.h:
models/base/line_table.h:
models/spec/chip.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/os/fragments.h:
models/os/pads.h:
