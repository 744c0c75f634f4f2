build-portable/units/address_hash.o: hls/address_hash/address_hash.c \
 hls/address_hash/address_hash.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
hls/address_hash/address_hash.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
