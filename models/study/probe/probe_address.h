/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GMMU_PROBE_ADDRESS_H
#define GMMU_PROBE_ADDRESS_H

#include <stdint.h>

#include "base/mix.h"
#include "study/probe/probe_machine.h"

/* Access i of a stride: any line of what is translated together, so that the lines spread over the sets of
 * the data cache. piece: bytes that a miss of the first TLB level brings at least. */
static inline uint64_t probe_address(uint64_t i, uint64_t stride, uint64_t piece) {
    const uint64_t within = stride < piece ? stride : piece;
    return i * stride + mix(i) % (within / PROBE_LINE_BYTES) * PROBE_LINE_BYTES;
}

#endif
