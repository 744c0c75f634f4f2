build-portable/units/bypass_cache.o: hls/bypass_cache/bypass_cache.c \
 hls/bypass_cache/bypass_cache.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/bypass_cache/bypass_cache.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
