/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/sparse_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/mix.h"

#define FIRST_ROOM 1024U /* slots; a power of two */

typedef struct {
    uint64_t key; /* line number plus 1; 0: empty */
    uint32_t word[SPARSE_LINE_WORDS];
} sparse_slot;

struct sparse_data {
    sparse_fill fill;
    const void *context;
    sparse_slot *slot; /* open addressing; at most half of them are taken */
    size_t room, used;
};

sparse_data *sparse_data_new(sparse_fill fill, const void *context) {
    sparse_data *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    *s = (sparse_data){.fill = fill, .context = context, .room = FIRST_ROOM};
    s->slot = calloc(s->room, sizeof *s->slot);
    if (!s->slot) {
        free(s);
        return NULL;
    }
    return s;
}

void sparse_data_free(sparse_data *s) {
    if (s)
        free(s->slot);
    free(s);
}

void sparse_data_reset(sparse_data *s) {
    memset(s->slot, 0, s->room * sizeof *s->slot);
    s->used = 0;
}

/* The slot of a line, or the empty one where it would be. */
static sparse_slot *sparse_data_find(sparse_slot *slot, size_t room, uint64_t line) {
    size_t i = (size_t)mix(line) & (room - 1);
    while (slot[i].key != 0 && slot[i].key != line + 1)
        i = (i + 1) & (room - 1);
    return &slot[i];
}

static bool sparse_data_grow(sparse_data *s) {
    const size_t room = s->room * 2;
    sparse_slot *slot = calloc(room, sizeof *slot);
    if (!slot)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->slot[i].key != 0)
            *sparse_data_find(slot, room, s->slot[i].key - 1) = s->slot[i];
    free(s->slot);
    s->slot = slot;
    s->room = room;
    return true;
}

void sparse_data_read(const sparse_data *s, uint64_t offset, void *to, size_t size) {
    const uint64_t line = offset / SPARSE_LINE_BYTES;
    const sparse_slot *slot = sparse_data_find(s->slot, s->room, line);
    uint32_t fresh[SPARSE_LINE_WORDS];
    const uint32_t *word = slot->word;
    if (slot->key == 0) {
        s->fill(s->context, line, fresh);
        word = fresh;
    }
    memcpy(to, (const unsigned char *)word + offset % SPARSE_LINE_BYTES, size);
}

bool sparse_data_write(sparse_data *s, uint64_t offset, const void *from, size_t size) {
    const uint64_t line = offset / SPARSE_LINE_BYTES;
    if (2 * s->used >= s->room && !sparse_data_grow(s))
        return false;
    sparse_slot *slot = sparse_data_find(s->slot, s->room, line);
    if (slot->key == 0) {
        s->fill(s->context, line, slot->word);
        slot->key = line + 1;
        s->used++;
    }
    memcpy((unsigned char *)slot->word + offset % SPARSE_LINE_BYTES, from, size);
    return true;
}

const uint32_t *sparse_data_next(const sparse_data *s, size_t *at, uint64_t *line) {
    while (*at < s->room && s->slot[*at].key == 0)
        ++*at;
    if (*at == s->room)
        return NULL;
    *line = s->slot[*at].key - 1;
    return s->slot[(*at)++].word;
}
