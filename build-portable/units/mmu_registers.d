build-portable/units/mmu_registers.o: hls/mmu_registers/mmu_registers.c \
 hls/mmu_registers/mmu_registers.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/mmu_registers/mmu_registers.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
