build-portable/obj/models/units/unit_needs.o: models/units/unit_needs.c \
 models/units/unit_needs.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h models/units/unit.h \
 models/units/level_fit.h models/units/two_size_fit.h
models/units/unit_needs.h:
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
models/units/unit.h:
models/units/level_fit.h:
models/units/two_size_fit.h:
