build-portable/obj/models/base/gf2.o: models/base/gf2.c models/base/gf2.h
models/base/gf2.h:
