/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks a proof of unsatisfiability: rup_check FORMULA.cnf PROOF
 *
 * PROOF is what CaDiCaL writes: binary DRAT. Every clause that is added must follow from those
 * at hand by unit propagation alone (RUP): with all its literals set to false, propagation must
 * meet a conflict. The proof holds when the clauses at hand are in conflict by themselves.
 * A clause that only keeps satisfiability (RAT) is refused; our solver, as we call it, adds none.
 * A deletion only makes the work smaller: what was derived stays derived.
 *
 * Prints one line. Exit code 0: holds, 1: does not, 2: bad input.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Literal 2v is variable v, 2v + 1 its negation. */
typedef uint32_t literal;

typedef struct {
    uint32_t *data;
    size_t count, room;
} list;

typedef struct {
    list arena;    /* clauses: size, then literals; the first two of them are watched */
    list *watch;   /* by literal: clauses that watch it */
    list buckets;  /* by hash: newest clause of the bucket + 1, 0 for none */
    list chain;    /* by clause, in order of entry: its place, and the next of its bucket + 1 */
    list trail;    /* literals that are true, in order */
    list clause;   /* the one being read */
    int8_t *value; /* by literal: 1 true, -1 false, 0 unset */
    size_t literals;
    size_t done;   /* of the trail: propagated */
    bool conflict; /* without any assumption */
} checker;

static _Noreturn void give_up(const char *what, const char *where) {
    fprintf(stderr, "rup_check: %s: %s\n", where, what);
    exit(2);
}

static void *grown(void *old, size_t bytes) {
    void *memory = realloc(old, bytes);
    if (!memory)
        give_up("out of memory", "clauses");
    return memory;
}

static void push(list *l, uint32_t value) {
    if (l->count == l->room) {
        l->room = l->room ? 2 * l->room : 4;
        l->data = grown(l->data, l->room * sizeof *l->data);
    }
    l->data[l->count++] = value;
}

/* Room for the literals below `limit`. */
static void reserve(checker *c, size_t limit) {
    if (limit <= c->literals)
        return;
    size_t room = limit < 2 * c->literals ? 2 * c->literals : limit;
    c->watch = grown(c->watch, room * sizeof *c->watch);
    c->value = grown(c->value, room * sizeof *c->value);
    for (size_t k = c->literals; k < room; k++) {
        c->watch[k] = (list){NULL, 0, 0};
        c->value[k] = 0;
    }
    c->literals = room;
}

/* ---- propagation ---- */

static void assign(checker *c, literal l) {
    c->value[l] = 1;
    c->value[l ^ 1U] = -1;
    push(&c->trail, l);
}

/* A literal at hand that is not false becomes the second of a clause, to be watched. */
static bool move_watch(checker *c, uint32_t *clause, uint32_t size) {
    for (uint32_t k = 2; k < size; k++)
        if (c->value[clause[k]] >= 0) {
            const literal l = clause[k];
            clause[k] = clause[1];
            clause[1] = l;
            return true;
        }
    return false;
}

/* Everything that follows from `wrong` having become false; true on a conflict. */
static bool visit(checker *c, literal wrong) {
    list *watch = &c->watch[wrong];
    size_t kept = 0;
    bool conflict = false;
    for (size_t k = 0; k < watch->count; k++) {
        const uint32_t place = watch->data[k];
        const uint32_t size = c->arena.data[place];
        uint32_t *clause = &c->arena.data[place + 1];
        if (size == 0) /* deleted */
            continue;
        if (conflict) {
            watch->data[kept++] = place;
            continue;
        }
        if (clause[0] == wrong) {
            clause[0] = clause[1];
            clause[1] = wrong;
        }
        if (c->value[clause[0]] <= 0 && move_watch(c, clause, size)) {
            push(&c->watch[clause[1]], place);
            continue;
        }
        watch->data[kept++] = place;
        if (c->value[clause[0]] < 0)
            conflict = true;
        else if (c->value[clause[0]] == 0)
            assign(c, clause[0]);
    }
    watch->count = kept;
    return conflict;
}

static bool propagate(checker *c) {
    while (c->done < c->trail.count)
        if (visit(c, c->trail.data[c->done++] ^ 1U))
            return true;
    return false;
}

/* Whether the clause being read follows by propagation. */
static bool follows(checker *c) {
    const size_t before = c->trail.count;
    bool conflict = c->conflict;
    for (size_t k = 0; k < c->clause.count && !conflict; k++) {
        const literal l = c->clause.data[k];
        if (c->value[l] > 0)
            conflict = true;
        else if (c->value[l] == 0)
            assign(c, l ^ 1U);
    }
    conflict = conflict || propagate(c);
    while (c->trail.count > before) {
        const literal l = c->trail.data[--c->trail.count];
        c->value[l] = c->value[l ^ 1U] = 0;
    }
    c->done = before;
    return conflict;
}

/* ---- clauses at hand ---- */

#define BUCKETS (UINT32_C(1) << 20)

static uint32_t hash_of(const uint32_t *literals, size_t count) {
    uint32_t sum = 0;
    uint32_t all = 0;
    for (size_t k = 0; k < count; k++) { /* in any order */
        const uint32_t mixed = (literals[k] + 1U) * UINT32_C(0x9E3779B1);
        sum += mixed ^ (mixed >> 15);
        all ^= mixed;
    }
    return (sum ^ (all >> 7)) % BUCKETS;
}

/* The clause being read joins those at hand. */
static void add(checker *c) {
    list *read = &c->clause;
    size_t open = 0;
    for (size_t k = 0; k < read->count && open < 2; k++) /* what may be watched comes first */
        if (c->value[read->data[k]] >= 0) {
            const literal l = read->data[k];
            read->data[k] = read->data[open];
            read->data[open++] = l;
        }
    if (open == 0) {
        c->conflict = true;
        return;
    }
    const uint32_t place = (uint32_t)c->arena.count;
    const uint32_t bucket = hash_of(read->data, read->count);
    if (c->arena.count > UINT32_MAX - read->count - 1)
        give_up("too many literals", "clauses");
    push(&c->arena, (uint32_t)read->count);
    for (size_t k = 0; k < read->count; k++)
        push(&c->arena, read->data[k]);
    push(&c->chain, place);
    push(&c->chain, c->buckets.data[bucket]);
    c->buckets.data[bucket] = (uint32_t)(c->chain.count / 2);
    if (open == 2) {
        push(&c->watch[read->data[0]], place);
        push(&c->watch[read->data[1]], place);
    } else if (c->value[read->data[0]] == 0) { /* the others are false for good */
        assign(c, read->data[0]);
        c->conflict = propagate(c) || c->conflict;
    }
}

/* `value` of all literals is used as a mark, and given back. */
static bool same_clause(checker *c, const uint32_t *literals, uint32_t size, int8_t *mark) {
    size_t found = 0;
    if (size != c->clause.count)
        return false;
    for (size_t k = 0; k < size; k++)
        mark[c->clause.data[k]] = 1;
    for (uint32_t k = 0; k < size; k++)
        found += mark[literals[k]] == 1;
    for (size_t k = 0; k < size; k++)
        mark[c->clause.data[k]] = 0;
    return found == size;
}

/* One copy of the clause being read is no longer at hand. One that is not found was never needed. */
static void forget(checker *c, int8_t *mark) {
    uint32_t *link = &c->buckets.data[hash_of(c->clause.data, c->clause.count)];
    while (*link != 0) {
        uint32_t *entry = &c->chain.data[2 * (size_t)(*link - 1)];
        uint32_t *clause = &c->arena.data[entry[0]];
        if (same_clause(c, clause + 1, clause[0], mark)) {
            clause[0] = 0; /* watches of it go when they are next visited */
            *link = entry[1];
            return;
        }
        link = &entry[1];
    }
}

/* ---- files ---- */

static void read_formula(checker *c, const char *path) {
    FILE *file = fopen(path, "r");
    unsigned long variables = 0;
    unsigned long clauses = 0;
    unsigned long read = 0;
    int number = 0;
    if (!file || fscanf(file, " p cnf %lu %lu", &variables, &clauses) != 2 || variables > UINT32_MAX / 4)
        give_up("expected 'p cnf VARIABLES CLAUSES'", path);
    reserve(c, 2 * (size_t)variables + 2);
    while (fscanf(file, "%d", &number) == 1) {
        const unsigned long variable = number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
        if (variable > variables)
            give_up("a literal beyond the variables", path);
        if (number != 0) {
            push(&c->clause, (uint32_t)(2 * variable + (number < 0)));
            continue;
        }
        add(c);
        c->clause.count = 0;
        read++;
    }
    if (!feof(file) || read != clauses || c->clause.count != 0)
        give_up("not as many clauses as it says", path);
    fclose(file);
    c->conflict = c->conflict || propagate(c);
}

/* The literals after a step's letter, into the clause being read. */
static void read_step(checker *c, FILE *file, const char *path) {
    c->clause.count = 0;
    for (;;) {
        uint64_t number = 0;
        unsigned shift = 0;
        int byte = 0;
        do {
            byte = getc(file);
            if (byte == EOF || shift > 28)
                give_up("ends within a step", path);
            number |= (uint64_t)(byte & 0x7f) << shift;
            shift += 7;
        } while (byte & 0x80);
        if (number == 0)
            return;
        if (number > UINT32_MAX / 2)
            give_up("a literal too large", path);
        reserve(c, (size_t)(number | 1U) + 1);
        push(&c->clause, (uint32_t)number);
    }
}

/* The step that does not follow, 0 when all do. */
static uint64_t check_steps(checker *c, const char *path, uint64_t *steps) {
    FILE *file = fopen(path, "rb");
    int8_t *mark = NULL;
    size_t marks = 0;
    int letter = 0;
    if (!file)
        give_up("cannot be read", path);
    while (!c->conflict && (letter = getc(file)) != EOF) {
        if (letter != 'a' && letter != 'd')
            give_up("no step of a binary DRAT proof", path);
        read_step(c, file, path);
        if (marks < c->literals) {
            mark = grown(mark, c->literals);
            for (; marks < c->literals; marks++)
                mark[marks] = 0;
        }
        ++*steps;
        if (letter == 'd')
            forget(c, mark);
        else if (follows(c))
            add(c);
        else
            return *steps;
    }
    free(mark);
    fclose(file);
    return 0;
}

int main(int argc, char **argv) {
    checker c = {0};
    uint64_t steps = 0;
    if (argc != 3) {
        fprintf(stderr, "usage: rup_check FORMULA.cnf PROOF\n");
        return 2;
    }
    for (uint32_t k = 0; k < BUCKETS; k++)
        push(&c.buckets, 0);
    read_formula(&c, argv[1]);
    const uint64_t wrong = check_steps(&c, argv[2], &steps);
    if (wrong != 0) {
        printf("NOT VERIFIED: step %" PRIu64 " does not follow\n", wrong);
        return 1;
    }
    printf(c.conflict ? "VERIFIED: %" PRIu64 " steps\n"
                      : "NOT VERIFIED: no contradiction after %" PRIu64 " steps\n",
           steps);
    return c.conflict ? 0 : 1;
}
