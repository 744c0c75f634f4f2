build-portable/obj/models/base/turnaround.o: models/base/turnaround.c \
 models/base/turnaround.h
models/base/turnaround.h:
