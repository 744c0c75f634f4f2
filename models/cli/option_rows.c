/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_rows.h"

#include <string.h>

#include "study/sharing/delay_kernel.h"

#define RUNS   "run compare"
#define CHIPS  "run compare show colours probe classify"
#define ALMOST "run compare classify"

/* An option without a value. */
#define FLAG(which, of_name, of_commands, what)                                                              \
    {.id = (which), .name = (of_name), .commands = (of_commands), .says = (what)}
#define WORD(which, of_name, of_argument, of_commands, otherwise, what)                                      \
    {.id = (which),                                                                                          \
     .name = (of_name),                                                                                      \
     .argument = (of_argument),                                                                              \
     .commands = (of_commands),                                                                              \
     .standard = (otherwise),                                                                                \
     .says = (what)}
#define RANGE(which, of_name, of_argument, of_commands, otherwise, of_unit, from, to, suffixes, what)        \
    {.id = (which),                                                                                          \
     .name = (of_name),                                                                                      \
     .argument = (of_argument),                                                                              \
     .commands = (of_commands),                                                                              \
     .standard = (otherwise),                                                                                \
     .says = (what),                                                                                         \
     .unit = (of_unit),                                                                                      \
     .least = (from),                                                                                        \
     .most = (to),                                                                                           \
     .suffix = (suffixes)}

const option_row option_rows[] = {
    WORD(
        OPT_CHIP, "chip", "CHIP", CHIPS, "mask; of probe --gpu: none",
        "the chip: a name of 'gmmu list', or a description as 'gmmu show' prints it, as FILE.json or itself"),
    WORD(OPT_SET, "set", "PATH=VALUE", CHIPS, NULL,
         "changes one value of the chip or the design: tlb.l2.entries=1K; may be given many times"),
    WORD(
        OPT_DESIGN, "design", "NAME", CHIPS,
        "run: mask, on a chip with exceptions sharedtlb; compare: all; others: sharedtlb",
        "the design: a name of 'gmmu list', or a description FILE.json; compare takes several, an option for "
        "each; NAME+rtl: with all units as RTL, and compared with NAME"),
    WORD(
        OPT_APP, "app", "APP", RUNS, NULL,
        "an application in an address space of its own: trace:PATH/kernelslist.g (Accel-Sim), "
        "trace:FILE.tracep (gmmu pack), kernel:NAME[,key=value...], or a program in PTX, OpenCL C or CUDA C: "
        "ptx:FILE,launch=FILE, cl:FILE,launch=FILE, cu:FILE,launch=FILE; "
        "one at least, and up to 64"),
    WORD(OPT_THEN, "then", "APP", RUNS, NULL,
         "begins when the application before it is over, on its SMs and in its memory"),
    WORD(OPT_SMS, "sms", "A,B,...", RUNS, "equal shares", "SMs of each --app"),
    WORD(OPT_THREADS, "threads", "A,B,...", RUNS, NULL,
         "per cent of the chip's threads that each --app may take, on SMs that all share (block scheduler "
         "mps)"),
    WORD(OPT_COLOURS, "colours", "A,B,...", RUNS, "the page allocator deals them",
         "page colours of each --app, of 'gmmu colours'"),
    WORD(OPT_PARTITION, "partition", "N:WHAT", RUNS, NULL,
         "one of N equal parts for each --app; WHAT is sm, threads, colour, sm+colour or threads+colour; "
         "parts "
         "without an application stay idle"),
    WORD(OPT_CHURN, "churn", "PERCENT[,CYCLES[,BLOCKS]]", RUNS, NULL,
         "what applications free while they run (churn.* of 'gmmu show'): this part of the pages that they "
         "allocate without using them, at the end of each kernel and every CYCLES; each has BLOCKS of 2 MB "
         "more"),
    WORD(OPT_BLOCK_SCHEDULER, "block-scheduler", "NAME", RUNS, "static",
         "which application gets which SMs: a name of 'gmmu list'"),
    WORD(OPT_SCHEDULER, "scheduler", "NAME", RUNS, "static", "the same as --block-scheduler"),
    WORD(OPT_PREEMPT, "preempt", "HOW", RUNS, "switch",
         "how ppq, ppq-shared and dss take SMs from a kernel: switch (context switch) or drain"),
    WORD(OPT_PRIORITY, "priority", "APP=N", RUNS, "0",
         "priority of the kernels of the APP-th --app, counted from 0; a larger one goes first"),
    WORD(OPT_ARRIVE, "arrive", "APP=N", RUNS, "0",
         "core cycle in which the first kernel of the APP-th --app begins; seed:N,CYCLES: applications that "
         "are "
         "not named begin below CYCLES, drawn from the seed N"),
    WORD(OPT_RTL, "rtl", "all|A,B,...", RUNS, "all units as C",
         "units that run as Verilated RTL instead of C, of 'gmmu list'; heads then say +rtl"),
    FLAG(OPT_UNIT_C, "unit-c", RUNS,
         "units that run as C do so without their host twins, which give the same results faster"),
    RANGE(OPT_SEED, "seed", "N", ALMOST, "1", "", 0, UINT64_MAX, false,
          "seed of the data of built-in kernels"),
    RANGE(OPT_EPOCH, "epoch", "N", RUNS, "100000", "core cycles", 5000, UINT32_MAX, false,
          "length of a MASK epoch; the token evaluation takes nearly 5000 cycles"),
    FLAG(OPT_NO_ALONE, "no-alone", RUNS, "no alone runs, hence no weighted speedup and unfairness"),
    RANGE(OPT_MAX_CYCLES, "max-cycles", "N", ALMOST, "no limit", "core cycles", 1, UINT64_MAX, false,
          "gives up after N cycles"),
    RANGE(OPT_WINDOW, "window", "SIZE", ALMOST, "64M", "bytes", 4096, UINT64_C(1) << 40, true,
          "instructions held in memory for each application; the rest is in an unnamed file of $TMPDIR"),
    RANGE(OPT_JOBS, "jobs", "N", ALMOST, "all cores, up to 63", "threads", 1, 64, false,
          "threads of the host, a run on each"),
    RANGE(OPT_SHUFFLE, "shuffle", "N", RUNS, "0: one order", "", 0, UINT64_MAX, false,
          "random order of ticks from the seed N; it must change nothing"),
    FLAG(
        OPT_CHECK_VALUES, "check-values", RUNS,
        "compares what the run leaves in registers and memory with a run in program order; no application is "
        "started again"),
    WORD(OPT_JSON, "json", "FILE", ALMOST, NULL, "all results as JSON; -: standard output, as for all files"),
    WORD(OPT_CSV, "csv", "FILE", RUNS " probe", NULL,
         "all statistics, a line each; of probe the points of its curves, pairs or threads"),
    WORD(OPT_KANATA, "kanata", "FILE", RUNS, NULL, "pipeline log for Konata"),
    WORD(OPT_PERFETTO, "perfetto", "FILE", RUNS, NULL,
         "memory transactions for Perfetto or chrome://tracing"),
    WORD(OPT_TICKS, "ticks", "FILE", RUNS, NULL,
         "CSV: CPU time of the host in the ticks of each kind of component, and in the engine besides"),
    RANGE(OPT_EVERY, "every", "N", "run", "at the end, with --json", "epochs", 1, UINT32_MAX, false,
          "writes the epochs of the run to standard output while it goes on, a line of JSON each, whenever N "
          "more are over; the table goes to standard error"),
    FLAG(OPT_QUIET, "quiet", ALMOST, "no progress bar, no table"),
    FLAG(OPT_UNITS, "units", "show",
         "the hardware units of the chip with their sizes, instead of its values"),
    RANGE(OPT_NOISE, "noise", "N", "probe", "0", "cycles", 0, 1000000, false,
          "adds up to N cycles to each latency, with hash and tlb-covert"),
    RANGE(OPT_GPU, "gpu", "N", "probe", "a simulated chip", "", 0, UINT16_MAX, false,
          "on GPU N of NVIDIA's, with tlb-boundary, tlb-sharing and hash"),
    FLAG(OPT_SIZES, "sizes", "classify", "applications of MASK Table 2 in several sizes"),
    WORD(
        OPT_EXCEPTIONS, "exceptions", "NAME", RUNS, "stall",
        "scheme of an SM with exceptions (chip tanasic): stall, wd-commit, wd-lastcheck, replay, oplog:SIZE, "
        "inorder-issue, inorder-commit"),
    WORD(OPT_FAULTS, "faults", "MODE", RUNS, "none",
         "pages that are resident at the start: none: all pages; migrate: no page; lazy: all but the host's "
         "data; "
         "inject:RATE: all pages, and accesses fault at random"),
    WORD(OPT_LINK, "link", "NAME", RUNS, "nvlink", "way to the host: nvlink, pcie"),
    WORD(OPT_SWITCH_BLOCKS, "switch-blocks", "[=ideal]", RUNS, NULL,
         "thread blocks that have faulted are switched out; ideal: in 1 cycle"),
    FLAG(OPT_LOCAL_FAULTS, "local-faults", RUNS, "the GPU allocates pages by itself"),
    {.name = NULL},
};

const option_row share_option_rows[] = {
    WORD(SHARE_PROCESS, "process", "PROCESS", "share", NULL,
         "a benchmark of thesis Table 5.2 ('gmmu list'), or "
         "kernel:blocks=N,ns=N,per_sm=N[,save_ns=N][,launches=N], where ns is the time of a block; behind "
         "either ,cpu_us=N: a run has phases of the CPU; up to 13"),
    WORD(SHARE_POLICY, "policy", "NAME", "share", "fcfs",
         "which kernel gets which SM: fcfs (one process at a time, as GPUs of today), npq, ppq, ppq-shared, "
         "dss"),
    WORD(SHARE_SCHEDULER, "scheduler", "NAME", "share", "fcfs", "the same as --policy"),
    WORD(SHARE_PREEMPT, "preempt", "HOW", "share", "switch",
         "how ppq, ppq-shared and dss take SMs from a kernel: switch (context switch) or drain"),
    WORD(SHARE_PRIORITY, "priority", "PROCESS=N", "share", "0",
         "priority of a process, counted from 0; a larger one goes first"),
    WORD(SHARE_ARRIVE, "arrive", "PROCESS=N", "share", "0",
         "cycle in which a process begins; seed:N,CYCLES: processes that are not named begin below CYCLES, "
         "drawn from the seed N"),
    RANGE(SHARE_RUNS, "runs", "N", "share", "3", "", 1, 1000000, false,
          "until each process has run so often"),
    RANGE(SHARE_UNTIL, "until", "PROCESS", "share", "all", "", 0, DELAY_CONTEXTS - 1, false,
          "until this process has run so often; the progress of the others is the progress of their blocks"),
    FLAG(SHARE_ONCE, "once", "share", "a process that has run so often rests, instead of going on"),
    RANGE(SHARE_HOST, "host", "US", "share", "10", "microseconds", 0, UINT64_C(1000000000), false,
          "time that the host takes from a command of a run to the next one"),
    RANGE(SHARE_QUEUE, "queue", "N", "share", "1024", "commands", 1, 1000000, false,
          "commands that the host may have submitted before the first of them is complete; 1: it waits for "
          "each"),
    WORD(SHARE_PHASES, "phases", "WHERE", "share", "start",
         "where the cpu_us of a run are: start, before it; rounds: an equal part before each round of its "
         "kernels"),
    RANGE(SHARE_COPY, "copy", "SIZE", "share", "1M", "bytes", 0, UINT64_C(1) << 32, true,
          "what a run copies to the GPU, and back"),
    WORD(
        SHARE_COPIES, "copies", "HOW", "share", "fcfs",
        "which copy goes first: fcfs: the one that has waited longest; npq: the one of the highest priority"),
    WORD(SHARE_SET, "set", "PATH=VALUE", "share", NULL,
         "changes the bus that copies take: schedule.pcie.mhz, .lanes, .burst"),
    RANGE(SHARE_SPREAD, "spread", "N", "share", "0", "per cent", 0, 100, false,
          "a block takes up to N per cent more or less"),
    RANGE(SHARE_LIMIT, "limit", "US", "share", "100000000", "microseconds", 0, UINT64_C(1000000000), false,
          "gives up after US microseconds; 0: never"),
    RANGE(SHARE_SEED, "seed", "N", "share", "1", "", 0, UINT64_MAX, false, "seed of --spread"),
    WORD(SHARE_RTL, "rtl", "all", "share", "units as C", "the units as Verilated RTL instead of C"),
    WORD(SHARE_EVENTS, "events", "FILE", "share", NULL, "which process gets which SM, as CSV"),
    WORD(SHARE_JSON, "json", "FILE", "share", NULL,
         "all results as JSON; -: standard output, as for all files"),
    FLAG(SHARE_QUIET, "quiet", "share", "no table"),
    {.name = NULL},
};

const option_row *option_row_find(const option_row *rows, int id) {
    while (rows->id != id)
        rows++;
    return rows;
}

bool option_row_of(const option_row *row, const char *command) {
    const size_t length = strlen(command);
    for (const char *at = row->commands; *at;) {
        const size_t word = strcspn(at, " ");
        if (word == length && strncmp(at, command, length) == 0)
            return true;
        at += word + strspn(at + word, " ");
    }
    return false;
}
