build-portable/obj/models/base/host_pages.o: models/base/host_pages.c \
 models/base/host_pages.h
models/base/host_pages.h:
