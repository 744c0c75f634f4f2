build-portable/obj/models/mem/map_unit.o: models/mem/map_unit.c \
 models/mem/map_unit.h models/base/gf2.h models/units/unit.h \
 hls/address_hash/address_hash.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h \
 models/spec/messages.h models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/spec/program.h models/spec/reg_set.h \
 models/spec/chip.h models/spec/page_table.h models/spec/policies.h
models/mem/map_unit.h:
models/base/gf2.h:
models/units/unit.h:
hls/address_hash/address_hash.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/spec/program.h:
models/spec/reg_set.h:
models/spec/chip.h:
models/spec/page_table.h:
models/spec/policies.h:
