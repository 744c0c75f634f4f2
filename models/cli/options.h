/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line of gmmu. Bad use ends with one line on stderr and exit code 2.
 */
#ifndef GMMU_OPTIONS_H
#define GMMU_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "chip/gpu.h"
#include "spec/config.h"
#include "spec/description.h"

#define GMMU_MAX_DESIGNS     16
#define GMMU_MAX_DESIGN_SETS 16
_Static_assert(GMMU_MAX_DESIGNS >= DESIGN_MAX_PRESETS, "compare takes all designs where none is named");

#define EXIT_WRONG_VALUES 1
#define EXIT_BAD_INPUT    2
#define EXIT_NOT_FOUND    1 /* an experiment says that it has found nothing */
#define EXIT_DIFFERENT    1 /* a run that was repeated has another result */

typedef struct {
    gpu_config config;   /* chip, first design, knobs, units as RTL, seeds */
    description changed; /* config, and the sources of its changed values */
    const char *file;    /* --chip FILE.json, or NULL */
    struct {
        design_config design;
        bool rtl; /* "NAME+rtl": all units as RTL, for any --rtl */
    } design[GMMU_MAX_DESIGNS];
    uint32_t designs;
    gpu_app app[CHIP_MAX_APPS];
    uint32_t napps;
    const char *block_scheduler;                  /* for all designs, or NULL: the design's own */
    const char *place_scheduler;                  /* where no other is named: places_scheduler() */
    bool sms_named;                               /* applications have SMs of their own */
    bool preempt_named;                           /* --preempt */
    const char *design_set[GMMU_MAX_DESIGN_SETS]; /* --set of parts of designs, also for all designs */
    uint32_t design_sets;
    bool units;   /* of gmmu show: the hardware units, instead of the values */
    bool rtl_all; /* --rtl all: units that a chip lacks are no mistake */
    uint64_t max_cycles;
    unsigned jobs;                /* host threads */
    bool alone;                   /* also run every application alone */
    bool quiet;                   /* no progress bar, no table */
    const char *exception_option; /* an option that needs a chip with SM_THESIS, or NULL */
    const char *json;             /* output files, or NULL */
    const char *kanata;
    const char *perfetto;
    const char *csv;
    uint32_t noise;  /* gmmu probe hash and tlb-covert: cycles */
    bool on_gpu;     /* gmmu probe: on a GPU, not on a simulated chip */
    uint32_t gpu;    /* its number */
    bool chip_named; /* gmmu probe: --chip */
    bool sizes;      /* gmmu classify: all sizes of an application */
} options;

/* Parses argv[1..] behind the command word argv[0]. False: the error line has been
 * printed. `compare` allows several --design, and takes all designs by default. */
bool options_parse(options *o, int argc, char **argv, bool compare);
/* Parses --chip, --design and --set alone; with --units, for gmmu show. */
bool options_parse_chip(options *o, int argc, char **argv);
bool options_parse_show(options *o, int argc, char **argv);
/* The same, --csv, --noise and --gpu, for gmmu probe; SharedTLB without --design. */
bool options_parse_probe(options *o, int argc, char **argv);
/* Is there a description of what is experimented on? */
bool options_describe(const options *o);
/* For gmmu classify: the chip, how to run, and workloads, which become applications. All of MASK Table 2 that
 * exist without any; SharedTLB without --design; with --sizes all sizes of each. */
bool options_parse_classify(options *o, int argc, char **argv);
/* Call after any of them, for any result. */
void options_end(options *o);

#endif
