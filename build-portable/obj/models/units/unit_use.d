build-portable/obj/models/units/unit_use.o: models/units/unit_use.c \
 models/units/unit_use.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h models/units/unit.h \
 models/units/unit_twin.h
models/units/unit_use.h:
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
models/units/unit_twin.h:
