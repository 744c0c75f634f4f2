/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The lock-step harness: stimulus, resets in the middle, comparison, coverage.
 *
 * Each cycle: the unit's stimulus chooses inputs; the RTL settles with them while
 * the clock is low, which must not move an output (outputs are Moore); both sides
 * take the edge; then every register and every output pin must be equal.
 *
 * C and RTL are equal in every state, also in those that no run from a reset comes to:
 * counters about to overflow, tables in combinations no traffic leaves behind. So in
 * some stretches between resets the harness itself changes registers now and then, on
 * both sides (a jump). Coverage is counted in the other stretches only.
 *
 * With --dump the vectors of the run are kept for other simulators and for HLS
 * tools: a line per cycle with rst, the inputs and the output pins before the edge,
 * hexadecimal, element by element in the order of the contract. Pins of the first
 * line have no meaning yet: nothing was reset before it.
 *
 * With --replay the inputs, and registers changed on both sides, come from a file (lockstep_replay.h).
 */
#include "lockstep.h"
#include "lockstep_replay.h"
#include "lockstep_unit.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

#define DEFAULT_SEEDS  4
#define DEFAULT_CYCLES 200000
/* Times as many seeds are added while coverage is not full. A bin that a run of the asked seeds misses once
 * in three times is missed by all in less than one of 10^9; one that cannot be hit still ends the bench. */
#define MAX_EXTENSION 19
#define PHASE_CYCLES  4096                    /* a stimulus profile stays this long */
#define MAX_RUN       UINT64_C(1000000000000) /* seeds, or cycles of one */
#define MAX_BINS      512
#define HISTORY       8 /* inputs shown after a mismatch */
#define MAX_SHOWN     8 /* differing values shown after a mismatch */
#define GARBAGE       0xA5
#define REPLAY_SEEDS  64
#define DEFAULT_JUMPS 30 /* percent of the stretches between resets with jumps */
#define JUMP_CYCLES   24 /* there, one cycle in so many begins with a jump */

typedef struct {
    const char *name;
    uint64_t hits;
} bin;

struct lockstep {
    const ls_unit *unit;
    ls_rtl *rtl;
    uint64_t random;

    uint64_t seed;
    uint64_t cycles;      /* length of the run of one seed */
    uint64_t cycle;       /* of this seed */
    uint64_t since_reset; /* cycles */
    uint64_t next_reset;  /* cycle */
    unsigned reset_left;  /* cycles the reset stays high */
    uint64_t resets;
    uint64_t jump_percent; /* of the stretches between resets */
    bool jumps;            /* in this stretch */
    bool visible;          /* the registers of the RTL are */

    void *state; /* of the C unit */
    void *pins;
    void *rtl_state;
    void *rtl_pins;
    void *step_pins;       /* what step() reported */
    ls_view view;          /* for a waveform */
    unsigned char *inputs; /* HISTORY input structs, indexed by cycle */
    bool rst_history[HISTORY];
    bool poked;     /* by the stimulus of this cycle */
    FILE *dump;     /* or NULL */
    replay *replay; /* or NULL */

    bin bins[MAX_BINS];
    size_t bin_count;
    size_t bin_next; /* bins come in the same order every cycle */
};

/* ---- random numbers (splitmix64) and the interface for the unit descriptions ---- */

uint64_t ls_random(lockstep *ls) {
    return mix(ls->random += MIX_GOLDEN);
}

uint64_t ls_below(lockstep *ls, uint64_t n) {
    return n == 0 ? 0 : ls_random(ls) % n;
}

bool ls_chance(lockstep *ls, unsigned percent) {
    return ls_below(ls, 100) < percent;
}

unsigned ls_phase(const lockstep *ls) {
    uint64_t length = ls->cycles / (2 * LS_PHASES) + 1; /* a short run still sees every phase */
    if (length > PHASE_CYCLES)
        length = PHASE_CYCLES;
    return (unsigned)(ls->cycle / length % LS_PHASES);
}

uint64_t ls_cycle(const lockstep *ls) {
    return ls->since_reset;
}

static bin *find_bin(lockstep *ls, const char *name) {
    for (size_t i = 0; i < ls->bin_count; i++)
        if (strcmp(ls->bins[i].name, name) == 0)
            return &ls->bins[i];
    if (ls->bin_count == MAX_BINS) {
        fprintf(stderr, "lockstep %s: more than %d coverage bins\n", ls->unit->name, MAX_BINS);
        exit(2);
    }
    ls->bins[ls->bin_count] = (bin){name, 0};
    return &ls->bins[ls->bin_count++];
}

void ls_cover(lockstep *ls, const char *name, bool hit) {
    size_t guess = ls->bin_next;
    bin *b = guess < ls->bin_count && ls->bins[guess].name == name ? &ls->bins[guess] : find_bin(ls, name);
    ls->bin_next = (size_t)(b - ls->bins) + 1;
    b->hits += hit;
}

/* ---- fields ---- */

static uint64_t field_value(const ls_field *f, const void *base, unsigned index) {
    const unsigned char *at = (const unsigned char *)base + f->offset + (size_t)index * f->bytes;
    uint64_t value = 0;
    memcpy(&value, at, f->bytes); /* little-endian host */
    return value;
}

static void print_name(const ls_field *f, unsigned index) {
    if (f->array)
        printf("%s[%u]", f->path, index);
    else
        printf("%s", f->path);
}

static bool fields_equal(const ls_struct *s, const void *a, const void *b) {
    for (size_t i = 0; i < s->count; i++) {
        const ls_field *f = &s->fields[i];
        size_t bytes = (size_t)f->count * f->bytes;
        if (memcmp((const char *)a + f->offset, (const char *)b + f->offset, bytes) != 0)
            return false;
    }
    return true;
}

static void print_differences(const ls_struct *s, const char *left, const void *a, const char *right,
                              const void *b) {
    unsigned shown = 0;
    for (size_t i = 0; i < s->count; i++) {
        const ls_field *f = &s->fields[i];
        for (unsigned k = 0; k < f->count; k++) {
            uint64_t va = field_value(f, a, k);
            uint64_t vb = field_value(f, b, k);
            if (va == vb || ++shown > MAX_SHOWN)
                continue;
            printf("  %s ", s->what);
            print_name(f, k);
            printf(": %s 0x%" PRIx64 ", %s 0x%" PRIx64 "\n", left, va, right, vb);
        }
    }
    if (shown > MAX_SHOWN)
        printf("  and %u more\n", shown - MAX_SHOWN);
}

/* ---- vectors ---- */

static void dump_fields(FILE *file, const ls_struct *s, const void *base) {
    for (size_t i = 0; i < s->count; i++)
        for (unsigned k = 0; k < s->fields[i].count; k++)
            fprintf(file, " %" PRIx64, field_value(&s->fields[i], base, k));
}

static void dump_cycle(lockstep *ls, bool rst, const void *in) {
    fprintf(ls->dump, "%d", rst);
    dump_fields(ls->dump, &ls->unit->in, in);
    dump_fields(ls->dump, &ls->unit->out, ls->pins);
    fputc('\n', ls->dump);
}

/* ---- mismatches ---- */

static void *input_of(lockstep *ls, uint64_t cycle) {
    return ls->inputs + (size_t)(cycle % HISTORY) * ls->unit->in.bytes;
}

static void print_inputs(lockstep *ls, uint64_t cycle) {
    const ls_struct *s = &ls->unit->in;
    const void *in = input_of(ls, cycle);
    printf("    cycle %" PRIu64 ":%s", cycle, ls->rst_history[cycle % HISTORY] ? " rst=1" : "");
    for (size_t i = 0; i < s->count; i++)
        for (unsigned k = 0; k < s->fields[i].count; k++) {
            uint64_t value = field_value(&s->fields[i], in, k);
            if (value == 0)
                continue;
            printf(" ");
            print_name(&s->fields[i], k);
            printf("=0x%" PRIx64, value);
        }
    printf("\n");
}

static void print_case(lockstep *ls) {
    printf("  inputs that are not 0, newest last:\n");
    uint64_t first = ls->cycle < HISTORY ? 0 : ls->cycle - HISTORY + 1;
    for (uint64_t c = first; c <= ls->cycle; c++)
        print_inputs(ls, c);
    if (!ls->replay)
        printf("  repeat with: --seed %" PRIu64 " --seeds 1 --cycles %" PRIu64 " --fst FILE\n", ls->seed,
               ls->cycles);
}

/* An assertion that is bound to the RTL has failed, and said so. */
static bool asserted(lockstep *ls) {
    if (!ls_rtl_broken(ls->rtl))
        return true;
    printf("ASSERTION %s: seed %" PRIu64 ", cycle %" PRIu64 ", about the edge before\n", ls->unit->name,
           ls->seed, ls->cycle);
    print_case(ls);
    return false;
}

/* Compares two structs; on a difference tells everything needed to understand it. */
static bool same(lockstep *ls, const char *when, const ls_struct *s, const char *left, const void *a,
                 const char *right, const void *b) {
    if (fields_equal(s, a, b))
        return true;
    printf("MISMATCH %s: seed %" PRIu64 ", cycle %" PRIu64 " (%" PRIu64 " after reset, phase %u), %s\n",
           ls->unit->name, ls->seed, ls->cycle, ls->since_reset, ls_phase(ls), when);
    print_differences(s, left, a, right, b);
    print_case(ls);
    return false;
}

static bool inputs_in_range(lockstep *ls, const void *in) {
    const ls_struct *s = &ls->unit->in;
    for (size_t i = 0; i < s->count; i++) {
        const ls_field *f = &s->fields[i];
        if (f->width == 8 * f->bytes)
            continue;
        for (unsigned k = 0; k < f->count; k++) {
            uint64_t value = field_value(f, in, k);
            if (value >> f->width == 0)
                continue;
            printf("lockstep %s: the stimulus drives 0x%" PRIx64 " on the %u-bit input ", ls->unit->name,
                   value, f->width);
            print_name(f, k);
            printf("\n");
            return false;
        }
    }
    return true;
}

/* ---- jumps ---- */

/* Any value, often one where carries and limits are: at the ends of the range, around a
 * power of two, a run of ones. */
static uint64_t jump_value(lockstep *ls, unsigned width) {
    uint64_t ones = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1U;
    uint64_t low = ls_below(ls, width);
    switch (ls_below(ls, 6)) {
    case 0:
        return ls_below(ls, 3) & ones;
    case 1:
        return (ones - ls_below(ls, 3)) & ones;
    case 2:
        return ((UINT64_C(1) << low) + ls_below(ls, 3) - 1U) & ones;
    case 3:
        return (ones << low) & (ones >> ls_below(ls, width)) & ones;
    default:
        return ls_random(ls) & ones;
    }
}

static void put_element(lockstep *ls, const ls_field *f, unsigned index, uint64_t value) {
    memcpy((char *)ls->state + f->offset + (size_t)index * f->bytes, &value,
           f->bytes); /* little-endian host */
}

static void set_element(lockstep *ls, const ls_field *f, unsigned index) {
    put_element(ls, f, index, jump_value(ls, f->width));
}

/* A tie: what compares or selects sees three of a kind, which chance does not bring about. Two other elements
 * of an array take the value of one, and half the time so do those of all arrays of that length: three
 * entries are one. */
static void tie(lockstep *ls) {
    const ls_struct *s = &ls->unit->state;
    const ls_field *f = &s->fields[ls_below(ls, s->count)];
    const bool entries = ls_chance(ls, 50);
    const unsigned from = (unsigned)ls_below(ls, f->count);
    const unsigned to[] = {(unsigned)ls_below(ls, f->count), (unsigned)ls_below(ls, f->count)};
    for (size_t i = 0; i < s->count; i++) {
        const ls_field *g = &s->fields[i];
        for (unsigned k = 0; (g == f || (entries && g->count == f->count)) && k < 2; k++)
            put_element(ls, g, to[k], field_value(g, ls->state, from));
    }
}

/* The RTL takes over the state of the C. */
static void take_state(lockstep *ls) {
    ls_rtl_set_state(ls->rtl, ls->state);
    memset(ls->pins, GARBAGE, ls->unit->out.bytes);
    ls->unit->outputs(ls->state, ls->pins);
}

/* One to four registers, mostly single elements, get new values on both sides; before it, now and then, a
 * tie. */
static void jump(lockstep *ls) {
    const ls_unit *unit = ls->unit;
    if (ls_chance(ls, 25))
        tie(ls);
    for (uint64_t left = 1 + ls_below(ls, 4); left > 0; left--) {
        const ls_field *f = &unit->state.fields[ls_below(ls, unit->state.count)];
        if (ls_chance(ls, 75)) {
            set_element(ls, f, (unsigned)ls_below(ls, f->count));
            continue;
        }
        for (unsigned k = 0; k < f->count; k++)
            set_element(ls, f, k);
    }
    take_state(ls);
}

void ls_poke(lockstep *ls, const char *path, unsigned index, uint64_t value) {
    const ls_struct *s = &ls->unit->state;
    for (size_t i = 0; ls->jumps && i < s->count; i++) {
        const ls_field *f = &s->fields[i];
        if (index >= f->count || strcmp(f->path, path) != 0)
            continue;
        put_element(ls, f, index, value);
        ls->poked = true;
    }
}

/* ---- one cycle ---- */

/* Mostly long stretches, so that slow machinery gets to its end; some short ones. */
static uint64_t stretch(lockstep *ls) {
    return ls_chance(ls, 25) ? 1 + ls_below(ls, 256) : 1 + ls_below(ls, 1U << 16);
}

static bool reset_now(lockstep *ls) {
    if (ls->cycle == ls->next_reset) {
        ls->reset_left = 1 + (unsigned)ls_below(ls, 3);
        ls->resets++;
        ls->jumps =
            ls->visible && ls->jump_percent > 0 && ls->cycle > 0 && ls_below(ls, 100) < ls->jump_percent;
        ls->next_reset = ls->cycle + ls->reset_left + stretch(ls);
    }
    if (ls->reset_left == 0)
        return false;
    ls->reset_left--;
    return true;
}

static void c_edge(lockstep *ls, bool rst, const void *in) {
    const ls_unit *unit = ls->unit;
    memset(ls->step_pins, GARBAGE, unit->out.bytes); /* a pin left unwritten shows */
    if (rst) {
        memset(ls->state, GARBAGE, unit->state.bytes); /* so does a register without a reset */
        unit->reset(ls->state);
        memcpy(ls->step_pins, ls->pins, unit->out.bytes);
    } else {
        unit->step(ls->state, in, ls->step_pins);
    }
}

static bool one_cycle(lockstep *ls) {
    const ls_unit *unit = ls->unit;
    bool known = ls->cycle > 0; /* before the first reset the registers are random */
    bool rst = !ls->replay && reset_now(ls);
    void *in = input_of(ls, ls->cycle);

    const bool jumped = ls->jumps && ls_below(ls, JUMP_CYCLES) == 0;
    if (jumped)
        jump(ls);

    memset(in, 0, unit->in.bytes);
    if (!known) { /* the C says nothing of the pins yet: those of the RTL itself, at inputs of 0 */
        ls_rtl_drive(ls->rtl, rst, in);
        ls_rtl_pins(ls->rtl, ls->step_pins);
    }
    ls->poked = known && ls->replay;
    if (ls->replay)
        rst = replay_next(ls->replay, ls->state, in);
    else
        unit->stimulus(ls, ls->state, ls->pins, in);
    if (ls->poked)
        take_state(ls);
    ls->rst_history[ls->cycle % HISTORY] = rst;
    if (!inputs_in_range(ls, in))
        return false;
    if (ls->dump)
        dump_cycle(ls, rst, in);
    if (!rst && !ls->jumps && !ls->replay) {
        ls->bin_next = 0;
        unit->coverage(ls, ls->state, in, ls->pins);
    }

    const bool poke = (jumped || ls->poked) && !fields_equal(&unit->state, ls->state, ls->rtl_state);
    ls->view = (ls_view){ls->state, ls->pins, ls->cycle, ls->since_reset, (uint8_t)ls_phase(ls), poke};
    ls_rtl_drive(ls->rtl, rst, in);
    ls_rtl_pins(ls->rtl, ls->rtl_pins);
    if (!same(ls, "an output follows an input within the cycle (not Moore)", &unit->out, "before",
              known ? ls->pins : ls->step_pins, "RTL after", ls->rtl_pins))
        return false;

    c_edge(ls, rst, in);
    if (!same(ls, "step() and outputs() of the C disagree", &unit->out, "outputs", ls->pins, "step",
              ls->step_pins))
        return false;
    memset(ls->pins, GARBAGE, unit->out.bytes);
    unit->outputs(ls->state, ls->pins);

    ls_rtl_edge(ls->rtl);
    if (!asserted(ls))
        return false;
    ls_rtl_pins(ls->rtl, ls->rtl_pins);
    if (ls_rtl_state(ls->rtl, ls->rtl_state) &&
        !same(ls, "after the edge", &unit->state, "C", ls->state, "RTL", ls->rtl_state))
        return false;
    if (!same(ls, "after the edge", &unit->out, "C", ls->pins, "RTL", ls->rtl_pins))
        return false;
    ls->since_reset = rst ? 0 : ls->since_reset + 1;
    ls->cycle++;
    return true;
}

/* ---- runs ---- */

typedef enum { RUN_PASS, RUN_FAIL, RUN_ERROR } run_result;

static run_result run_seed(lockstep *ls, uint64_t seed, const char *fst) {
    const ls_unit *unit = ls->unit;
    ls->seed = ls->random = seed;
    ls->cycle = ls->since_reset = ls->next_reset = 0;
    ls->reset_left = 0;
    unit->reset(ls->state);
    unit->outputs(ls->state, ls->pins);
    ls->view = (ls_view){ls->state, ls->pins, 0, 0, 0, 0};
    ls->rtl = ls_rtl_new(unit, seed, fst, &ls->view);
    if (!ls->rtl)
        return RUN_ERROR;
    ls->visible = ls_rtl_state(ls->rtl, ls->rtl_state);
    ls->jumps = false;
    bool good = true;
    while (good && ls->cycle < ls->cycles)
        good = one_cycle(ls);
    ls_rtl_free(ls->rtl);
    ls->rtl = NULL;
    return good ? RUN_PASS : RUN_FAIL;
}

static size_t bins_hit(const lockstep *ls) {
    size_t hit = 0;
    for (size_t i = 0; i < ls->bin_count; i++)
        hit += ls->bins[i].hits > 0;
    return hit;
}

static bool coverage_enough(const lockstep *ls, uint64_t percent) {
    return ls->bin_count > 0 && 100 * bins_hit(ls) >= percent * ls->bin_count;
}

static void print_missed_bins(const lockstep *ls) {
    for (size_t i = 0; i < ls->bin_count; i++)
        if (ls->bins[i].hits == 0)
            printf("  coverage bin not hit: %s\n", ls->bins[i].name);
    if (ls->bin_count == 0)
        printf("  no coverage bins declared\n");
}

typedef struct {
    uint64_t seed;
    uint64_t seeds;
    uint64_t cycles;
    uint64_t jumps;
    uint64_t coverage; /* percent of the bins that have to be hit */
    const char *fst;
    const char *dump;
    const char *bins;
    const char *replay;
} options;

static void release(lockstep *ls) {
    free(ls->state);
    free(ls->rtl_state);
    free(ls->pins);
    free(ls->rtl_pins);
    free(ls->step_pins);
    free(ls->inputs);
    free(ls);
}

static lockstep *create(const ls_unit *unit) {
    lockstep *ls = calloc(1, sizeof *ls);
    if (!ls)
        return NULL;
    ls->unit = unit;
    ls->state = calloc(1, unit->state.bytes);
    ls->rtl_state = calloc(1, unit->state.bytes);
    ls->pins = calloc(1, unit->out.bytes);
    ls->rtl_pins = calloc(1, unit->out.bytes);
    ls->step_pins = calloc(1, unit->out.bytes);
    ls->inputs = calloc(HISTORY, unit->in.bytes);
    if (ls->state && ls->rtl_state && ls->pins && ls->rtl_pins && ls->step_pins && ls->inputs)
        return ls;
    release(ls);
    return NULL;
}

/* All seeds asked for, then more of them until enough is covered. */
static run_result run_all(lockstep *ls, const options *o, uint64_t *seeds) {
    ls->cycles = o->cycles;
    ls->jump_percent = o->jumps;
    uint64_t limit = o->seeds * (1 + MAX_EXTENSION);
    for (*seeds = 0; *seeds < o->seeds || (*seeds < limit && !coverage_enough(ls, o->coverage)); ++*seeds) {
        run_result result = run_seed(ls, o->seed + *seeds, *seeds == 0 ? o->fst : NULL);
        if (result != RUN_PASS)
            return result;
    }
    if (coverage_enough(ls, o->coverage))
        return RUN_PASS;
    print_missed_bins(ls);
    return RUN_FAIL;
}

static bool write_bins(const lockstep *ls, const char *path) {
    FILE *file = fopen(path, "w");
    bool written = file != NULL;
    for (size_t i = 0; file && i < ls->bin_count; i++)
        fprintf(file, "%" PRIu64 " %s\n", ls->bins[i].hits, ls->bins[i].name);
    if (file)
        written = !ferror(file) & (fclose(file) == 0);
    if (!written)
        fprintf(stderr, "lockstep: cannot write %s\n", path);
    return written;
}

/* One seed, written to a file; too short for the coverage to be asked for. */
static int run_dump(lockstep *ls, const options *o) {
    ls->cycles = o->cycles;
    ls->dump = fopen(o->dump, "w");
    run_result result = ls->dump ? run_seed(ls, o->seed, o->fst) : RUN_ERROR;
    bool written = ls->dump && !ferror(ls->dump);
    if (ls->dump && fclose(ls->dump) != 0)
        written = false;
    if (!written)
        fprintf(stderr, "lockstep: cannot write %s\n", o->dump);
    release(ls);
    return result == RUN_FAIL ? 1 : result == RUN_ERROR || !written ? 2 : 0;
}

/* A whole trace, with one seed after the other: what an assertion says of free values it says of
 * random ones in simulation. */
static int run_replay(lockstep *ls, const options *o) {
    ls->replay = replay_open(ls->unit, o->replay);
    run_result result = ls->replay ? RUN_PASS : RUN_ERROR;
    for (uint64_t k = 0; result == RUN_PASS && k < REPLAY_SEEDS; k++) {
        ls->cycles = replay_cycles(ls->replay);
        replay_rewind(ls->replay);
        result = run_seed(ls, o->seed + k, o->fst);
    }
    if (result != RUN_ERROR)
        printf("%s replay %s: %" PRIu64 " cycles of %s\n", result == RUN_PASS ? "PASS" : "FAIL",
               ls->unit->name, ls->cycles, o->replay);
    if (ls->replay)
        replay_free(ls->replay);
    release(ls);
    return result == RUN_PASS ? 0 : result == RUN_FAIL ? 1 : 2;
}

static int run(const options *o) {
    lockstep *ls = create(&ls_the_unit);
    if (!ls) {
        fprintf(stderr, "lockstep: out of memory\n");
        return 2;
    }
    if (o->replay)
        return run_replay(ls, o);
    if (o->dump)
        return run_dump(ls, o);
    uint64_t seeds = 0;
    run_result result = run_all(ls, o, &seeds);
    if (result == RUN_PASS && bins_hit(ls) < ls->bin_count)
        printf("note: %zu coverage bins not hit; %" PRIu64 " percent have to be\n",
               ls->bin_count - bins_hit(ls), o->coverage);
    printf("%s lockstep %s: seed %" PRIu64 ", %" PRIu64 " x %" PRIu64 " cycles, %" PRIu64
           " resets, %zu of %zu coverage bins\n",
           result == RUN_PASS ? "PASS" : "FAIL", ls->unit->name, o->seed, seeds, o->cycles, ls->resets,
           bins_hit(ls), ls->bin_count);
    if (o->bins && !write_bins(ls, o->bins))
        result = RUN_ERROR;
    release(ls);
    return result == RUN_PASS ? 0 : result == RUN_FAIL ? 1 : 2;
}

/* ---- command line ---- */

static void usage(void) {
    printf("usage: lockstep [--seed N] [--seeds N] [--cycles N] [--jumps N] [--coverage N] [--fst FILE] "
           "[--dump FILE] [--bins FILE] [--replay FILE]\n"
           "  --seed N    first seed (default: $GMMU_SEED, else 1)\n"
           "  --seeds N   how many seeds (default %d); more are added while coverage bins are not hit\n"
           "  --cycles N  cycles per seed (default %d)\n"
           "  --jumps N   percent of the stretches between resets with jumps (default %d)\n"
           "  --coverage N  percent of the coverage bins that have to be hit (default 100)\n"
           "  --fst FILE  waveform of the first seed\n"
           "  --dump FILE runs one seed, whatever its coverage, and writes its vectors\n"
           "  --bins FILE writes the coverage bins and how often each was hit\n"
           "  --replay FILE runs a counterexample; --fst FILE is its waveform\n",
           DEFAULT_SEEDS, DEFAULT_CYCLES, DEFAULT_JUMPS);
}

static bool parse_number(const char *name, const char *text, uint64_t *value) {
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, 0);
    if (errno == 0 && end != text && *end == '\0' && text[0] != '-')
        return true;
    fprintf(stderr, "lockstep: %s expects a number, not '%s'\n", name, text);
    return false;
}

static bool parse_option(options *o, const char *name, const char *value) {
    if (strcmp(name, "--fst") == 0) {
        o->fst = value;
        return true;
    }
    if (strcmp(name, "--dump") == 0) {
        o->dump = value;
        return true;
    }
    if (strcmp(name, "--bins") == 0) {
        o->bins = value;
        return true;
    }
    if (strcmp(name, "--replay") == 0) {
        o->replay = value;
        return true;
    }
    uint64_t *number = strcmp(name, "--seed") == 0       ? &o->seed
                       : strcmp(name, "--seeds") == 0    ? &o->seeds
                       : strcmp(name, "--cycles") == 0   ? &o->cycles
                       : strcmp(name, "--jumps") == 0    ? &o->jumps
                       : strcmp(name, "--coverage") == 0 ? &o->coverage
                                                         : NULL;
    if (!number) {
        fprintf(stderr, "lockstep: unknown option '%s', expected one of lockstep --help\n", name);
        return false;
    }
    if (!parse_number(name, value, number))
        return false;
    if ((number == &o->jumps || number == &o->coverage) && *number > 100) {
        fprintf(stderr, "lockstep: %s expects 0 to 100\n", name);
        return false;
    }
    if ((number == &o->seeds || number == &o->cycles) && (*number == 0 || *number > MAX_RUN)) {
        fprintf(stderr, "lockstep: %s expects 1 to %" PRIu64 "\n", name, MAX_RUN);
        return false;
    }
    return true;
}

int main(int argc, char **argv) {
    options o = {1, DEFAULT_SEEDS, DEFAULT_CYCLES, DEFAULT_JUMPS, 100, NULL, NULL, NULL, NULL};
    const char *seed = getenv("GMMU_SEED");
    if (seed && *seed && !parse_number("GMMU_SEED", seed, &o.seed))
        return 2;
    for (int i = 1; i < argc; i += 2) {
        if (strcmp(argv[i], "--help") == 0) {
            usage();
            return 0;
        }
        if (i + 1 == argc) {
            fprintf(stderr, "lockstep: option '%s' needs a value\n", argv[i]);
            return 2;
        }
        if (!parse_option(&o, argv[i], argv[i + 1]))
            return 2;
    }
    return run(&o);
}
