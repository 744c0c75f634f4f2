build-portable/obj/models/units/arbiter_twin.o: \
 models/units/arbiter_twin.c models/units/arbiter_twin.h \
 build-portable/gen/dram_arbiter_model.h
models/units/arbiter_twin.h:
build-portable/gen/dram_arbiter_model.h:
