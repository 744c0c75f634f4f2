/* SPDX-License-Identifier: Apache-2.0 */
/* gmmu list, gmmu help, gmmu --version. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bad_option.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/size_text.h"
#include "out/statistics.h"
#include "sharing/kernel_table.h"
#include "spec/config.h"
#include "spec/memory_kinds.h"
#include "spec/policy.h"
#include "spec/version.h"
#include "units/unit.h"
#include "workloads/kernels/kernel.h"
#include "workloads/table2.h"

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

static int list_statistics(void) {
    json_t *list = statistics_list();
    (void)json_dumpf(list, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    puts("");
    json_decref(list);
    return EXIT_SUCCESS;
}

/* These commands take nothing more; or, if it is not NULL, this option. */
static bool stands_alone(int argc, char **argv, const char *option) {
    char expected[64];
    if (argc <= 1)
        return true;
    near_name near = near_name_of(argv[1]);
    if (option)
        near_name_offer(&near, option);
    snprintf(expected, sizeof expected, "none with 'gmmu %s'", argv[0]);
    return bad_name("argument", argv[1], expected, &near);
}

int command_list(int argc, char **argv) {
    static const char option[] = "--statistics";
    if (argc == 2 && strcmp(argv[1], option) == 0)
        return list_statistics();
    if (!stands_alone(argc, argv, option))
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
        printf("  %s\n", *u);
    puts("applications of MASK Table 2 (gmmu classify):");
    for (const table2_app *a = table2_apps; a->name; a++)
        printf("  %-6s %s\n", a->name, a->spec);
    puts("other sizes of these (gmmu classify --sizes):");
    list_sizes();
    puts("benchmarks of thesis Table 5.2 (gmmu share):");
    for (const table_benchmark *b = kernel_table_benchmarks; b->name; b++)
        printf("  %s\n", b->name);
    puts("built-in kernels (--app kernel:NAME[,key=value...]): key, default, range:");
    for (const kernel_ops *const *k = kernel_table(); *k; k++)
        print_kernel(*k);
    return EXIT_SUCCESS;
}

int command_help(int argc, char **argv) {
    if (!stands_alone(argc, argv, NULL))
        return EXIT_BAD_INPUT;
    puts("gmmu: several applications on one GPU's memory system, cycle by cycle\n"
         "\n"
         "  gmmu run     --app APP [--then APP...] [--app APP...] [options]   one design\n"
         "  gmmu compare --app APP [--then APP...] [--app APP...] [options]   designs side by side\n"
         "  gmmu show    [--chip CHIP] [--set FIELD=VALUE...] all values of a chip as JSON\n"
         "  gmmu show    --design DESIGN [--set ...]          the parts of a design\n"
         "  gmmu show    --units [--chip CHIP] [--design ...] its hardware units with their sizes\n"
         "  gmmu colours [--chip CHIP] [--set ...]            page colours of a chip's address map\n"
         "  gmmu probe   EXPERIMENT [--chip CHIP] [options]   what accesses tell about a chip:\n"
         "                                                    tlb-boundary, tlb-sharing, tlb-covert,\n"
         "                                                    tlb-closed, hash, interference\n"
         "  gmmu classify [WORKLOAD...] [options]             TLB miss rates of each workload alone, and\n"
         "                                                    its row of MASK Table 2; WORKLOAD is an APP\n"
         "                                                    or a name of that table; --sizes: such\n"
         "                                                    an application in several sizes\n"
         "  gmmu share   --process PROCESS... [options]       processes share SMs, their blocks as\n"
         "                                                    delays (thesis chapter 5)\n"
         "  gmmu pack    trace:PATH FILE.tracep               a trace as one file that is read faster\n"
         "  gmmu rerun   RESULT.json                          repeats the run that wrote this file, and\n"
         "                                                    compares cycles and event hash\n"
         "  gmmu report  FILE.json... [--html PAGE.html]      what run or compare --json wrote as a page,\n"
         "                                                    without --html next to the first file\n"
         "  gmmu list                                         chips, designs, schemes, links, units,\n"
         "                                                    kernels; with --statistics: all\n"
         "                                                    statistics of a run, as JSON\n"
         "\n"
         "APP is trace:PATH/kernelslist.g (Accel-Sim), trace:FILE.tracep (gmmu pack) or\n"
         "kernel:NAME[,key=value...]\n"
         "\n"
         "  --chip CHIP        a preset (mask), or a description FILE.json as 'gmmu show' prints it\n"
         "  --set FIELD=VALUE  changes one value of the description: tlb.l2.entries=1K\n"
         "  --design NAME      design; compare takes several (run: mask, on tanasic\n"
         "                     sharedtlb; compare: all);\n"
         "                     NAME+rtl: with all units as RTL, compared with NAME\n"
         "  --then APP         begins when the application before it has ended, on its SMs and in\n"
         "                     its memory\n"
         "  --sms A,B,...      SMs of each --app (equal shares)\n"
         "  --threads A,B,...  per cent of the chip's threads that each --app may take, on SMs that all\n"
         "                     share (block scheduler mps)\n"
         "  --colours A,B,...  page colours of each --app (the page allocator deals them)\n"
         "  --partition N:WHAT  one of N equal parts for each --app, WHAT is sm, threads,\n"
         "                     colour, sm+colour or threads+colour; parts without one stay idle\n"
         "  --churn PERCENT[,CYCLES[,BLOCKS]]  what applications free while they run (churn.* of 'gmmu\n"
         "                     show'): this part of the pages beside those that they use, at the end\n"
         "                     of each kernel and every CYCLES; they have BLOCKS of 2 MB more\n"
         "  --block-scheduler NAME, --scheduler NAME  who gets the SMs (static)\n"
         "  --preempt HOW      ppq, ppq-shared, dss: take SMs from a kernel by context switch or by\n"
         "                     draining: switch, drain (switch)\n"
         "  --priority APP=N   of the kernels of the APP-th --app from 0; a larger one goes first (0)\n"
         "  --arrive APP=N     its first kernel begins in core cycle N (0); --arrive seed:N,CYCLES:\n"
         "                     those not named begin below so many cycles, drawn from a seed\n"
         "  --rtl all|A,B,...  these units as Verilated RTL instead of C; heads then say +rtl\n"
         "  --unit-c           units in C without their host twins, which give the same results faster\n");
    puts("  --seed N           data of built-in kernels (1)\n"
         "  --epoch N          cycles per MASK epoch (100000)\n"
         "  --no-alone         no alone runs, hence no weighted speedup and unfairness\n"
         "  --max-cycles N     give up after N cycles\n"
         "  --window SIZE      instructions held in memory per application (64M)\n"
         "  --jobs N           host threads (all cores)\n"
         "  --shuffle N        random order of ticks from seed N; must change nothing\n"
         "  --check-values     compare what the run leaves in registers and memory with a run\n"
         "                     in program order; no application is started again\n"
         "  --json FILE        all results; -: standard output, as for all files\n"
         "  --csv FILE         all statistics, a line each; with probe: the curves, all pairs of SMs, ways\n"
         "                     and symbols, pairs of addresses, or threads\n"
         "  --noise N          with probe hash, tlb-covert: up to N cycles are added to each latency\n"
         "  --gpu N            with probe tlb-boundary, tlb-sharing, hash: on GPU N of NVIDIA's, not on a "
         "chip\n"
         "  --kanata FILE      pipeline log for Konata\n"
         "  --perfetto FILE    memory transactions for Perfetto or chrome://tracing\n"
         "  --quiet            no progress bar, no table\n"
         "\n"
         "on a chip with exceptions (--chip tanasic):\n"
         "  --exceptions NAME  scheme of the SM pipeline: stall (default), wd-commit, wd-lastcheck,\n"
         "                     replay, oplog:SIZE, inorder-issue, inorder-commit\n"
         "  --faults MODE      none (default): all pages resident; migrate: none; lazy: the host's\n"
         "                     data alone; inject:RATE: accesses fault at random\n"
         "  --link NAME        way to the host: nvlink (default), pcie\n"
         "  --switch-blocks[=ideal]  faulted thread blocks are switched out; ideal: in 1 cycle\n"
         "  --local-faults     the GPU allocates pages by itself\n"
         "\n"
         "gmmu share: PROCESS is a benchmark of thesis Table 5.2, or\n"
         "kernel:blocks=N,ns=N,per_sm=N[,save_ns=N][,launches=N], ns: the time of a block\n"
         "  --policy NAME, --scheduler NAME  fcfs (default), npq, ppq, ppq-shared, dss; with --preempt and\n"
         "                     --priority as above, and --arrive PROCESS=CYCLE or seed:N,CYCLES\n"
         "  --runs N           until each process has run N times (3)\n"
         "  --until PROCESS    until this one has; the progress of the others is that of their blocks\n"
         "  --once             a process that has run so often rests; else it goes on\n"
         "  --host US          microseconds of the host between kernels (10)\n"
         "  --copy SIZE        bytes that a run copies to the GPU, and back (1M)\n"
         "  --copies HOW       the copy that was asked for first, or of the highest priority: fcfs, npq\n"
         "                     (fcfs)\n"
         "  --set schedule.pcie.NAME=VALUE  the bus that copies take: mhz, lanes, burst\n"
         "  --spread PERCENT   a block takes up to so much more or less (0)\n"
         "  --limit US         gives up after so many microseconds; 0: never (100000000)\n"
         "  --events FILE      which process gets which SM, as CSV\n"
         "  --seed, --rtl all, --json, --quiet as above");
    return EXIT_SUCCESS;
}

int command_version(int argc, char **argv) {
    if (!stands_alone(argc, argv, NULL))
        return EXIT_BAD_INPUT;
    printf("gmmu %s (commit %s)\n", gmmu_version(), gmmu_commit());
    return EXIT_SUCCESS;
}
