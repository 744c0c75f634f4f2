/* gmmu list and gmmu help. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/commands.h"
#include "gpu/config.h"
#include "units/unit.h"
#include "workloads/workload.h"

int command_list(int argc, char **argv) {
    (void)argc, (void)argv;
    puts("chips (--chip):");
    for (const chip_config *c = chip_presets; c->name; c++)
        printf("  %-16s %u SMs at %u MHz, %u memory channels at %u MHz\n", c->name, c->sms, c->core_mhz,
               c->channels, c->mem_mhz);
    puts("designs (--design):");
    for (const design_config *d = design_presets; d->name; d++)
        printf("  %-16s %s\n", d->name, d->summary);
    puts("units (--rtl):");
    for (const char *const *u = unit_names(); *u; u++)
        printf("  %s\n", *u);
    puts("built-in kernels (--app kernel:NAME[,key=value...]):");
    for (const char *const *k = workload_builtin_help(); *k; k++)
        printf("  %s\n", *k);
    return EXIT_SUCCESS;
}

int command_help(int argc, char **argv) {
    (void)argc, (void)argv;
    puts("gmmu: several applications on one GPU's memory system, cycle by cycle\n"
         "\n"
         "  gmmu run     --app APP [--app APP...] [options]   one design\n"
         "  gmmu compare --app APP [--app APP...] [options]   designs side by side\n"
         "  gmmu list                                         chips, designs, units, kernels\n"
         "\n"
         "APP is trace:PATH/kernelslist.g (Accel-Sim) or kernel:NAME[,key=value...]\n"
         "\n"
         "  --chip NAME        chip preset (mask)\n"
         "  --design NAME      design; compare takes several (run: mask, compare: all);\n"
         "                     NAME+rtl: with all units as RTL, compared with NAME\n"
         "  --sms A,B,...      SMs of each application (equal shares)\n"
         "  --rtl all|A,B,...  these units as Verilated RTL instead of C\n"
         "  --seed N           data of built-in kernels (1)\n"
         "  --epoch N          cycles per MASK epoch (100000)\n"
         "  --no-alone         no alone runs, hence no weighted speedup and unfairness\n"
         "  --max-cycles N     give up after N cycles\n"
         "  --window SIZE      instructions held in memory per application (64M)\n"
         "  --jobs N           host threads (all cores)\n"
         "  --shuffle N        random order of ticks from seed N; must change nothing\n"
         "  --json FILE        all results\n"
         "  --kanata FILE      pipeline log for Konata\n"
         "  --perfetto FILE    memory transactions for Perfetto or chrome://tracing\n"
         "  --quiet            no progress bar, no table");
    return EXIT_SUCCESS;
}
