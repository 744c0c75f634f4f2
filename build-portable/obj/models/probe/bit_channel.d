build-portable/obj/models/probe/bit_channel.o: models/probe/bit_channel.c \
 models/probe/bit_channel.h
models/probe/bit_channel.h:
