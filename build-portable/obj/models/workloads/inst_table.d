build-portable/obj/models/workloads/inst_table.o: \
 models/workloads/inst_table.c models/workloads/inst_table.h \
 models/spec/program.h models/spec/reg_set.h models/base/mix.h
models/workloads/inst_table.h:
models/spec/program.h:
models/spec/reg_set.h:
models/base/mix.h:
