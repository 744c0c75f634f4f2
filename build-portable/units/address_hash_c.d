build-portable/units/address_hash_c.o: \
 build-portable/gen/address_hash_c.c models/units/unit.h \
 hls/address_hash/address_hash.h hls/common/gmmu_params.h \
 hls/common/gmmu_types.h hls/common/gmmu_widths.h hls/common/gmmu_types.h
models/units/unit.h:
hls/address_hash/address_hash.h:
hls/common/gmmu_params.h:
hls/common/gmmu_types.h:
hls/common/gmmu_widths.h:
hls/common/gmmu_types.h:
