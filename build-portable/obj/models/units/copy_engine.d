build-portable/obj/models/units/copy_engine.o: models/units/copy_engine.c \
 models/units/copy_engine.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h
models/units/copy_engine.h:
models/spec/config.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/exceptions.h:
