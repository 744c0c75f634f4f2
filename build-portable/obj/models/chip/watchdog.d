build-portable/obj/models/chip/watchdog.o: models/chip/watchdog.c \
 models/chip/watchdog.h
models/chip/watchdog.h:
