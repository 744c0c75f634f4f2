build-portable/obj/models/units/unit_twin.o: models/units/unit_twin.c \
 models/units/unit_twin.h models/units/unit.h models/units/arbiter_twin.h \
 build-portable/gen/dram_arbiter_model.h models/units/frfcfs_twin.h \
 build-portable/gen/frfcfs_queue_model.h
models/units/unit_twin.h:
models/units/unit.h:
models/units/arbiter_twin.h:
build-portable/gen/dram_arbiter_model.h:
models/units/frfcfs_twin.h:
build-portable/gen/frfcfs_queue_model.h:
