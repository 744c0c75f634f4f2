/* SPDX-License-Identifier: Apache-2.0 */
#include "chip/chip_parts.h"

#include "mem/bypass_rules.h"
#include "mem/mem_map.h"
#include "os/page_allocators.h"

bool chip_parts_fit(const gpu_config *config, char *err, size_t size) {
    if (!bypass_rule_possible(&config->design, err, size))
        return false;
    gpu_config one = *config;
    design_shape_chip(&one, 1);
    mem_map *map = mem_map_new(&one.chip, err, size);
    bool fits = map != NULL;
    if (fits && !config->design.split_memory) { /* else the colours follow from the applications */
        phys_mem *memory = page_allocators_memory(&one.chip, map, 1, NULL, err, size);
        fits = memory != NULL;
        phys_mem_free(memory);
    }
    mem_map_free(map);
    return fits;
}
