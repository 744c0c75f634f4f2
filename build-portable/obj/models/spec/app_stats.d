build-portable/obj/models/spec/app_stats.o: models/spec/app_stats.c \
 models/spec/app_stats.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h
models/spec/app_stats.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
