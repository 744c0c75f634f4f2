build-portable/obj/models/spec/config_check.o: models/spec/config_check.c \
 models/spec/config_check.h models/spec/config.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h models/spec/chip.h \
 models/spec/page_table.h models/spec/policies.h models/spec/program.h \
 models/spec/reg_set.h models/spec/exceptions.h \
 models/spec/config_fields.h models/spec/field.h models/spec/messages.h \
 models/base/bit_set.h models/base/line_table.h \
 models/spec/block_messages.h models/spec/tlb_shape.h
models/spec/config_check.h:
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
models/spec/config_fields.h:
models/spec/field.h:
models/spec/messages.h:
models/base/bit_set.h:
models/base/line_table.h:
models/spec/block_messages.h:
models/spec/tlb_shape.h:
