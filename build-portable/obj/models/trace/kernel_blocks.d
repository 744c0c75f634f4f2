build-portable/obj/models/trace/kernel_blocks.o: \
 models/trace/kernel_blocks.c models/trace/kernel_blocks.h \
 models/trace/lines.h models/trace/byte_source.h models/trace/notes.h \
 models/workloads/page_set.h
models/trace/kernel_blocks.h:
models/trace/lines.h:
models/trace/byte_source.h:
models/trace/notes.h:
models/workloads/page_set.h:
