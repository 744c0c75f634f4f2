/* SPDX-License-Identifier: Apache-2.0 */
#include "lockstep_replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { SET_STATE, SET_INPUT, STEP, RESET } action;

typedef struct {
    action what;
    const ls_field *field; /* of SET_STATE and SET_INPUT */
    unsigned index;
    uint64_t value;
} line;

struct replay {
    line *lines;
    size_t count, room, next;
    uint64_t edges; /* in the file */
    bool begun;
};

static bool add(replay *r, line l) {
    if (r->count == r->room) {
        const size_t room = r->room ? 2 * r->room : 64;
        line *lines = realloc(r->lines, room * sizeof *lines);
        if (!lines)
            return false;
        r->lines = lines;
        r->room = room;
    }
    r->lines[r->count++] = l;
    r->edges += l.what == STEP || l.what == RESET;
    return true;
}

static const ls_field *field_of(const ls_struct *s, const char *path) {
    for (size_t k = 0; k < s->count; k++)
        if (strcmp(s->fields[k].path, path) == 0)
            return &s->fields[k];
    return NULL;
}

/* A whole input; what is wrong with it, or NULL. */
static const char *take_bits(replay *r, const ls_unit *unit, const char *text) {
    char path[128];
    int start = 0;
    if (sscanf(text, "bits %127s %n", path, &start) != 1 || start == 0)
        return "expected 'bits PATH BINARY'";
    const ls_field *f = field_of(&unit->in, path);
    const size_t digits = strspn(text + start, "01");
    if (!f || digits != (size_t)f->width * f->count || text[start + (int)digits] != '\n')
        return "no such input, or not as many bits as it has";
    for (unsigned k = 0; k < f->count; k++) {
        line l = {SET_INPUT, f, k, 0};
        for (unsigned b = 0; b < f->width; b++)
            l.value = 2 * l.value + (text[start + (int)(digits - (k + 1) * (size_t)f->width + b)] == '1');
        if (!add(r, l))
            return "out of memory";
    }
    return NULL;
}

/* What is wrong with the line, or NULL. */
static const char *take(replay *r, const ls_unit *unit, const char *text) {
    char word[16];
    char path[128];
    unsigned index = 0;
    uint64_t value = 0;
    const int found = sscanf(text, "%15s %127s %u %" SCNu64, word, path, &index, &value);
    if (found < 1 || word[0] == '#')
        return NULL;
    if (found == 1 && (strcmp(word, "step") == 0 || strcmp(word, "reset") == 0))
        return add(r, (line){word[0] == 's' ? STEP : RESET, NULL, 0, 0}) ? NULL : "out of memory";
    if (strcmp(word, "bits") == 0)
        return take_bits(r, unit, text);
    const bool state = strcmp(word, "state") == 0;
    if (found != 4 || (!state && strcmp(word, "in") != 0))
        return "expected 'state PATH INDEX VALUE', 'in PATH INDEX VALUE', 'step' or 'reset'";
    const ls_field *f = field_of(state ? &unit->state : &unit->in, path);
    if (!f)
        return "no such register or input";
    if (index >= f->count || (f->width < 64 && value >> f->width != 0))
        return "an index or a value that does not fit";
    return add(r, (line){state ? SET_STATE : SET_INPUT, f, index, value}) ? NULL : "out of memory";
}

replay *replay_open(const ls_unit *unit, const char *path) {
    FILE *file = fopen(path, "r");
    replay *r = calloc(1, sizeof *r);
    const char *wrong = !file ? "cannot be read" : !r ? "out of memory" : NULL;
    char text[8192];
    unsigned number = 0;
    while (!wrong && fgets(text, sizeof text, file)) {
        number++;
        wrong = take(r, unit, text);
    }
    if (file)
        fclose(file);
    if (!wrong && r->edges == 0)
        wrong = "no step";
    if (!wrong)
        return r;
    fprintf(stderr, "lockstep %s: %s:%u: %s\n", unit->name, path, number, wrong);
    if (r)
        replay_free(r);
    return NULL;
}

void replay_free(replay *r) {
    free(r->lines);
    free(r);
}

uint64_t replay_cycles(const replay *r) {
    return r->edges + 2;
}

void replay_rewind(replay *r) {
    r->next = 0;
    r->begun = false;
}

bool replay_next(replay *r, void *state, void *in) {
    if (!r->begun) {
        r->begun = true;
        return true;
    }
    while (r->next < r->count) {
        const line *l = &r->lines[r->next++];
        if (l->what == STEP || l->what == RESET)
            return l->what == RESET;
        char *base = l->what == SET_STATE ? state : in;
        memcpy(base + l->field->offset + (size_t)l->index * l->field->bytes, &l->value, l->field->bytes);
    }
    return false;
}
