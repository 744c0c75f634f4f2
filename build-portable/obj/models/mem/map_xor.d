build-portable/obj/models/mem/map_xor.o: models/mem/map_xor.c \
 models/base/alloc.h models/base/gf2.h models/mem/map_unit.h \
 models/units/unit.h models/mem/mem_map.h models/spec/config.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/spec/messages.h models/base/bit_set.h \
 models/base/line_table.h models/spec/block_messages.h \
 models/units/unit_needs.h
models/base/alloc.h:
models/base/gf2.h:
models/mem/map_unit.h:
models/units/unit.h:
models/mem/mem_map.h:
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
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/units/unit_needs.h:
