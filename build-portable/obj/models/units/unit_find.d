build-portable/obj/models/units/unit_find.o: models/units/unit_find.c \
 models/units/unit.h
models/units/unit.h:
