build-portable/obj/models/spec/presets.o: models/spec/presets.c \
 models/spec/config.h hls/common/gmmu_params.h hls/common/gmmu_types.h \
 hls/common/gmmu_widths.h models/spec/chip.h models/spec/page_table.h \
 models/spec/policies.h models/spec/program.h models/spec/reg_set.h \
 models/spec/exceptions.h models/spec/memory_kinds.h \
 models/spec/chips/mask.inc models/spec/chips/mask_shared.inc \
 models/spec/chips/buffers.inc models/spec/chips/gddr5.inc \
 models/spec/chips/tanasic.inc models/spec/chips/tanasic_shared.inc \
 models/spec/chips/tanasic5.inc models/spec/chips/fermi.inc \
 models/spec/chips/igpu.inc models/spec/chips/gtx1080.inc \
 models/spec/chips/nvidia.inc models/spec/chips/tlbs_p100.inc \
 models/spec/chips/v100.inc models/spec/chips/hbm2.inc \
 models/spec/chips/rtx3080.inc models/spec/chips/tlbs_tunnels.inc \
 models/spec/chips/a100.inc models/spec/chips/k80.inc \
 models/spec/chips/karnagel.inc models/spec/chips/p100.inc \
 models/spec/chips/mosaic.inc models/spec/defaults/mask.inc \
 models/spec/defaults/schedule.inc models/spec/defaults/measure.inc \
 models/spec/defaults/churn.inc models/spec/defaults/exceptions.inc \
 models/spec/defaults/exceptions_shared.inc \
 models/spec/chips/mosaic_paging.inc
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
models/spec/memory_kinds.h:
models/spec/chips/mask.inc:
models/spec/chips/mask_shared.inc:
models/spec/chips/buffers.inc:
models/spec/chips/gddr5.inc:
models/spec/chips/tanasic.inc:
models/spec/chips/tanasic_shared.inc:
models/spec/chips/tanasic5.inc:
models/spec/chips/fermi.inc:
models/spec/chips/igpu.inc:
models/spec/chips/gtx1080.inc:
models/spec/chips/nvidia.inc:
models/spec/chips/tlbs_p100.inc:
models/spec/chips/v100.inc:
models/spec/chips/hbm2.inc:
models/spec/chips/rtx3080.inc:
models/spec/chips/tlbs_tunnels.inc:
models/spec/chips/a100.inc:
models/spec/chips/k80.inc:
models/spec/chips/karnagel.inc:
models/spec/chips/p100.inc:
models/spec/chips/mosaic.inc:
models/spec/defaults/mask.inc:
models/spec/defaults/schedule.inc:
models/spec/defaults/measure.inc:
models/spec/defaults/churn.inc:
models/spec/defaults/exceptions.inc:
models/spec/defaults/exceptions_shared.inc:
models/spec/chips/mosaic_paging.inc:
