/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu list, gmmu --version. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chip/chip_units.h"
#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/list_options.h"
#include "cli/size_text.h"
#include "cli/stands_alone.h"
#include "config/config.h"
#include "config/memory_kinds.h"
#include "config/policy.h"
#include "config/version.h"
#include "program/kernels/kernel.h"
#include "program/table2.h"
#include "report/json.h"
#include "report/statistics.h"
#include "study/sharing/kernel_table.h"
#include "units/unit.h"

static void print_chip(const chip_config *c) {
    printf("  %-16s %u SMs at %u MHz, ", c->name, c->sm.count, c->core_mhz);
    if (c->memory.flat_latency)
        printf("memory of %u GB/s and %u cycles", c->memory.flat_bytes_per_ns, c->memory.flat_latency);
    else
        printf("%u memory channels at %u MHz", c->memory.channels, c->mem_mhz);
    puts(c->sm.kind == SM_THESIS ? ", out-of-order issue, exceptions" : "");
}

static void print_part(const char *name, const char *summary) {
    printf("  %-16s %s\n", name, summary);
}

static void list_policies(const char *title, const policy_row *const *table) {
    puts(title);
    for (const policy_row *const *row = table; *row; row++)
        print_part((*row)->name, (*row)->summary);
}

/* What --exceptions and --link take. */
static void list_exceptions(void) {
    puts("schemes of exceptions (--exceptions), chips with exceptions:");
    for (int s = 0; s < SCHEMES; s++)
        printf("  %s%s\n", exception_scheme_names[s], s == SCHEME_OPLOG ? ":8K|16K|20K|32K" : "");
    puts("links to the host (--link), chips with exceptions:");
    for (const host_link *l = host_links; l->name; l++)
        printf("  %-16s a fault takes %.0f us with a transfer, %.0f us without\n", l->name,
               l->transfer_ns / 1e3, l->allocate_ns / 1e3);
}

/* Its parameters with defaults and ranges. */
static void print_kernel(const kernel_ops *k) {
    printf("  %-20s %s\n", k->name, k->summary);
    for (const kernel_param *p = k->params; p->key; p++) {
        char value[SIZE_TEXT];
        char least[SIZE_TEXT];
        char most[SIZE_TEXT];
        printf("    %-8s %6s  %s to %s: %s\n", p->key, size_text(p->value, value), size_text(p->min, least),
               size_text(p->max, most), p->what);
    }
}

/* The parts that fields of a description name. */
static void list_named_parts(void) {
    puts("page tables (page_table.kind):");
    for (int k = 0; k < PAGE_TABLE_KINDS; k++)
        print_part(page_table_names[k], page_table_summaries[k]);
    puts("memories (memory.kind):");
    for (const memory_figures *m = memory_kinds; m->name; m++)
        print_part(m->name, m->summary);
    list_policies("address maps (memory.map.kind):", address_maps);
    list_policies("page allocators (os.allocator):", page_allocators);
    list_policies("page allocators of a design (design.allocator):", design_allocators);
    list_policies("DRAM schedulers (design.dram_scheduler):", dram_schedulers);
    list_policies("fills of the last TLB level (design.tlb_fill):", tlb_fill_rules);
    list_policies("set indices of TLBs (tlb.l1.index, ...):", tlb_indexes);
    list_policies("replacements in TLBs (tlb.l1.replacement, ...):", tlb_replacements);
    list_policies("bypasses of the L2 cache (design.l2_bypass):", bypass_rules);
}

static void list_sizes(void) {
    for (const table2_app *a = table2_apps; a->name; a++)
        for (uint32_t i = 0; table2_size(a, i); i++)
            if (table2_size(a, i) != a->spec)
                printf("  %-6s %s\n", a->name, table2_size(a, i));
}

/* With some design and some block scheduler; others run in a bench of their own alone. */
static bool some_chip_has(const char *unit) {
    static gpu_config config;
    for (const chip_config *c = chip_presets; c->name[0]; c++)
        for (const design_config *d = design_presets; d->name[0]; d++)
            for (const policy_row *const *row = block_schedulers; *row; row++) {
                config.chip = *c;
                config.design = *d;
                config.design.block_scheduler = (*row)->name;
                if (chip_units_declared(&config, unit))
                    return true;
            }
    return false;
}

static int print_json_list(json_t *list) {
    (void)json_dumpf(list, stdout, SHOWN_TEXT);
    puts("");
    json_decref(list);
    return EXIT_SUCCESS;
}

int command_list(int argc, char **argv) {
    static const char *const lists[] = {"--statistics", "--options", NULL};
    if (argc == 2 && strcmp(argv[1], lists[0]) == 0)
        return print_json_list(statistics_list());
    if (argc == 2 && strcmp(argv[1], lists[1]) == 0)
        return print_json_list(options_list());
    if (!stands_alone(argc, argv, lists))
        return EXIT_BAD_INPUT;
    puts("chips (--chip):");
    for (const chip_config *c = chip_presets; c->name[0]; c++)
        print_chip(c);
    puts("designs (--design):");
    for (const design_config *d = design_presets; d->name[0]; d++)
        print_part(d->name, d->summary);
    list_policies("block schedulers (--block-scheduler):", block_schedulers);
    list_named_parts();
    list_exceptions();
    puts("units (--rtl):");
    for (const char *const *u = unit_names(); *u; u++)
        if (some_chip_has(*u))
            printf("  %s\n", *u);
    puts("applications of MASK Table 2 (gmmu classify):");
    for (const table2_app *a = table2_apps; a->name; a++)
        printf("  %-6s %s\n", a->name, a->spec);
    puts("other sizes of these (gmmu classify --sizes):");
    list_sizes();
    puts("benchmarks of thesis Table 5.2 (gmmu share):");
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++)
        printf("  %s\n", b->name);
    puts("programs of your own (--app ptx:FILE, cl:FILE or cu:FILE, each with ,launch=FILE): "
         "docs/reference/ptx.md");
    puts("built-in kernels (--app kernel:NAME[,key=value...]): key, default, range:");
    for (const kernel_ops *const *k = kernel_table(); *k; k++)
        print_kernel(*k);
    return EXIT_SUCCESS;
}

int command_version(int argc, char **argv) {
    if (!stands_alone(argc, argv, NULL))
        return EXIT_BAD_INPUT;
    printf("gmmu %s (commit %s)\n", gmmu_version(), gmmu_commit());
    return EXIT_SUCCESS;
}
