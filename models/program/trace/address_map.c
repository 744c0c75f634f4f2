/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/address_map.h"

#define LOCAL_THREAD_BYTES (512U << 10)
#define CHUNK_BYTES        128U /* of a thread; times 32 lanes: one page */
#define WORD_BYTES         4U

/* Is `address` in the window at `base`, cut where the one at `other` begins? */
static bool address_map_inside(uint64_t address, uint64_t base, uint64_t other) {
    if (!base || address < base || address - base >= WINDOW_BYTES)
        return false;
    return !(other > base && address >= other);
}

address_window window_of(const address_windows *w, uint64_t address) {
    if (address_map_inside(address, w->shared_base, w->local_base))
        return WINDOW_SHARED;
    return address_map_inside(address, w->local_base, w->shared_base) ? WINDOW_LOCAL : WINDOW_NONE;
}

uint64_t local_address(uint32_t warp_slot, uint32_t lane, uint64_t offset) {
    uint64_t own = offset % LOCAL_THREAD_BYTES;
    uint64_t chunk = own / CHUNK_BYTES, word = own % CHUNK_BYTES / WORD_BYTES;
    uint64_t page = chunk * LOCAL_WARP_SLOTS + warp_slot % LOCAL_WARP_SLOTS;
    return LOCAL_REGION + page * (CHUNK_BYTES * GMMU_LANES) + (word * GMMU_LANES + lane) * WORD_BYTES +
           own % WORD_BYTES;
}
