build-portable/obj/models/probe/tlb_covert.o: models/probe/tlb_covert.c \
 models/probe/tlb_covert.h models/probe/bit_channel.h \
 models/probe/probe_machine.h models/probe/tlb_boundary.h \
 models/base/alloc.h models/base/mix.h models/probe/probe_address.h \
 models/probe/tlb_sharing.h
models/probe/tlb_covert.h:
models/probe/bit_channel.h:
models/probe/probe_machine.h:
models/probe/tlb_boundary.h:
models/base/alloc.h:
models/base/mix.h:
models/probe/probe_address.h:
models/probe/tlb_sharing.h:
