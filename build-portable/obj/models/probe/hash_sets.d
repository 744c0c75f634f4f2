build-portable/obj/models/probe/hash_sets.o: models/probe/hash_sets.c \
 models/base/alloc.h models/probe/hash_internal.h models/base/mix.h \
 models/probe/address_hash.h models/base/gf2.h \
 models/probe/probe_machine.h
models/base/alloc.h:
models/probe/hash_internal.h:
models/base/mix.h:
models/probe/address_hash.h:
models/base/gf2.h:
models/probe/probe_machine.h:
