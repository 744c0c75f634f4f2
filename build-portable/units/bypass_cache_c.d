build-portable/units/bypass_cache_c.o: \
 build-portable/gen/bypass_cache_c.c models/units/unit.h \
 hls/bypass_cache/bypass_cache.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/bypass_cache/bypass_cache.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
