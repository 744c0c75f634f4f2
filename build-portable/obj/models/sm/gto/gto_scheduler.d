build-portable/obj/models/sm/gto/gto_scheduler.o: \
 models/sm/gto/gto_scheduler.c models/sm/gto/gto_scheduler.h
models/sm/gto/gto_scheduler.h:
