build-portable/obj/models/units/frfcfs_twin.o: models/units/frfcfs_twin.c \
 models/units/frfcfs_twin.h build-portable/gen/frfcfs_queue_model.h \
 models/base/bit_set.h
models/units/frfcfs_twin.h:
build-portable/gen/frfcfs_queue_model.h:
models/base/bit_set.h:
