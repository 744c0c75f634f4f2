build-portable/obj/models/workloads/page_store.o: \
 models/workloads/page_store.c models/workloads/page_store.h \
 models/base/alloc.h
models/workloads/page_store.h:
models/base/alloc.h:
