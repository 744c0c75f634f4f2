/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/fill_rules.h"

#include <stddef.h>

#define ENTRY(enumerator, name) &fill_by_##name,
const fill_rules *const fill_rules_table[] = {NULL, TLB_FILLS(ENTRY)};
#undef ENTRY
