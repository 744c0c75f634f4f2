build-portable/obj/models/sm/parts/l1_cache.o: models/sm/parts/l1_cache.c \
 models/sm/parts/l1_cache.h models/base/index_list.h \
 models/base/line_table.h models/base/alloc.h models/base/host_cache.h \
 models/spec/messages.h models/base/bit_set.h \
 models/spec/block_messages.h models/spec/program.h models/spec/reg_set.h \
 models/spec/chip.h models/spec/page_table.h models/spec/policies.h
models/sm/parts/l1_cache.h:
models/base/index_list.h:
models/base/line_table.h:
models/base/alloc.h:
models/base/host_cache.h:
models/spec/messages.h:
models/base/bit_set.h:
models/spec/block_messages.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
