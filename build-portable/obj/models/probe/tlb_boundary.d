build-portable/obj/models/probe/tlb_boundary.o: \
 models/probe/tlb_boundary.c models/probe/tlb_boundary.h \
 models/probe/probe_machine.h models/base/alloc.h models/base/mix.h \
 models/probe/probe_address.h
models/probe/tlb_boundary.h:
models/probe/probe_machine.h:
models/base/alloc.h:
models/base/mix.h:
models/probe/probe_address.h:
