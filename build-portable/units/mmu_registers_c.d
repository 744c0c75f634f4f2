build-portable/units/mmu_registers_c.o: \
 build-portable/gen/mmu_registers_c.c models/units/unit.h \
 hls/mmu_registers/mmu_registers.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/mmu_registers/mmu_registers.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
