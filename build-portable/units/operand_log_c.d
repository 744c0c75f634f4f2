build-portable/units/operand_log_c.o: build-portable/gen/operand_log_c.c \
 models/units/unit.h hls/operand_log/operand_log.h \
 hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/operand_log/operand_log.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
