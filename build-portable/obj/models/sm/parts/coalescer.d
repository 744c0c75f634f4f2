build-portable/obj/models/sm/parts/coalescer.o: \
 models/sm/parts/coalescer.c models/sm/parts/coalescer.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/spec/program.h models/spec/reg_set.h \
 models/spec/chip.h models/spec/page_table.h models/spec/policies.h \
 models/workloads/workload.h models/workloads/block_stream.h
models/sm/parts/coalescer.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/workloads/workload.h:
models/workloads/block_stream.h:
