build-portable/obj/models/probe/tlb_sharing.o: models/probe/tlb_sharing.c \
 models/probe/tlb_sharing.h models/probe/probe_machine.h \
 models/probe/tlb_boundary.h models/base/alloc.h \
 models/probe/probe_address.h models/base/mix.h
models/probe/tlb_sharing.h:
models/probe/probe_machine.h:
models/probe/tlb_boundary.h:
models/base/alloc.h:
models/probe/probe_address.h:
models/base/mix.h:
