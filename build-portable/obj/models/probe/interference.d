build-portable/obj/models/probe/interference.o: \
 models/probe/interference.c models/probe/interference.h \
 models/probe/address_hash.h models/base/gf2.h \
 models/probe/probe_machine.h models/base/alloc.h models/base/mix.h
models/probe/interference.h:
models/probe/address_hash.h:
models/base/gf2.h:
models/probe/probe_machine.h:
models/base/alloc.h:
models/base/mix.h:
