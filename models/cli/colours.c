/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu colours: the page colours of a chip (Fractional GPUs §V-F), derived from its address map. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/gf2.h"
#include "base/outside.h"
#include "base/visible.h"
#include "cli/chip_options.h"
#include "cli/commands.h"
#include "cli/size_text.h"
#include "mem/mem_map.h"

static void print_mask_bits(uint64_t mask) {
    for (; mask != 0; mask &= mask - 1)
        printf(" %d", __builtin_ctzll(mask));
    putchar('\n');
}

/* A colour is a function of the channel alone, so one address of a channel tells it. */
static void print_channels_of(const mem_map *map, uint32_t channels, const uint64_t *mask, uint32_t bits,
                              uint64_t colour) {
    printf("    colour %" PRIu64 ": channels", colour);
    for (uint32_t c = 0; c < channels; c++)
        if (gf2_multiply(mask, bits, mem_map_address_of(map, &(mem_place){.channel = c})) == colour)
            printf(" %" PRIu32, c);
    putchar('\n');
}

static void print_colours(const chip_config *chip, const mem_map *map) {
    const uint64_t sizes = page_table_sizes(chip_page_table(chip));
    visible_line(stdout, "chip '%s': %" PRIu32 " memory channels, %" PRIu32 " L2 banks", chip->name,
                 chip->memory.channels, chip->l2.banks);
    for (uint64_t left = sizes; left != 0; left &= left - 1) {
        uint64_t mask[CHIP_INDEX_BITS];
        char page[SIZE_TEXT];
        const uint32_t page_bits = (uint32_t)__builtin_ctzll(left);
        const uint32_t bits = mem_map_colours(map, page_bits, mask);
        printf("pages of %s: %u colour%s\n", size_text(UINT64_C(1) << page_bits, page), 1U << bits,
               bits != 0 ? "s" : "");
        for (uint32_t i = 0; i < bits; i++) {
            printf("    bit %" PRIu32 " of the colour: XOR of address bits", i);
            print_mask_bits(mask[i]);
        }
        for (uint64_t colour = 0; bits != 0 && colour >> bits == 0; colour++)
            print_channels_of(map, chip->memory.channels, mask, bits, colour);
    }
}

int command_colours(int argc, char **argv) {
    char err[512];
    chip_options *o = alloc_zeroed(1, sizeof *o);
    mem_map *map = NULL;
    if (chip_options_parse(o, argc, argv)) {
        map = mem_map_new(&o->config.chip, err, sizeof err);
        if (map != NULL)
            print_colours(&o->config.chip, map);
        else
            message_line("gmmu: %s", err);
    }
    const bool ok = map != NULL;
    mem_map_free(map);
    chip_options_end(o);
    free(o);
    return ok ? EXIT_SUCCESS : EXIT_BAD_INPUT;
}
