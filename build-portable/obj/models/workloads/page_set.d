build-portable/obj/models/workloads/page_set.o: \
 models/workloads/page_set.c models/workloads/page_set.h \
 models/base/mix.h
models/workloads/page_set.h:
models/base/mix.h:
