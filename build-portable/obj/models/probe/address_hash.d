build-portable/obj/models/probe/address_hash.o: \
 models/probe/address_hash.c models/probe/address_hash.h \
 models/base/gf2.h models/probe/probe_machine.h models/base/alloc.h \
 models/probe/hash_internal.h models/base/mix.h
models/probe/address_hash.h:
models/base/gf2.h:
models/probe/probe_machine.h:
models/base/alloc.h:
models/probe/hash_internal.h:
models/base/mix.h:
