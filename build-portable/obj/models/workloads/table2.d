build-portable/obj/models/workloads/table2.o: models/workloads/table2.c \
 models/workloads/table2.h
models/workloads/table2.h:
