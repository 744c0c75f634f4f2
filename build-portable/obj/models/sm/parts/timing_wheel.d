build-portable/obj/models/sm/parts/timing_wheel.o: \
 models/sm/parts/timing_wheel.c models/sm/parts/timing_wheel.h \
 models/sm/parts/scoreboard.h models/spec/reg_set.h \
 models/workloads/workload.h models/spec/program.h \
 models/workloads/block_stream.h models/base/alloc.h \
 models/base/index_list.h
models/sm/parts/timing_wheel.h:
models/sm/parts/scoreboard.h:
models/spec/reg_set.h:
models/workloads/workload.h:
models/spec/program.h:
models/workloads/block_stream.h:
models/base/alloc.h:
models/base/index_list.h:
