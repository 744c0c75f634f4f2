/* SPDX-License-Identifier: Apache-2.0 */
#include "program/kernels/sparse_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/host_pages.h"
#include "base/mix.h"

#define FIRST_ROOM  1024U /* slots; a power of two */
#define CHUNK_LINES (1U << 14)

typedef struct {
    uint32_t number; /* of the line in the buffer */
    uint32_t word[SPARSE_LINE_WORDS];
} sparse_line;

/* The lines lie in chunks, in the order in which they were written first, and stay where they are. The host
 * has no memory for what of a chunk is not in use. */
struct sparse_data {
    sparse_fill fill;
    const void *context;
    uint32_t *slot; /* open addressing: the line's place plus 1, 0: empty; at most 3/4 of them are taken */
    size_t room, used;
    sparse_line **chunk;
    size_t chunks, chunk_room;
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
    if (!s)
        return;
    for (size_t i = 0; i < s->chunks; i++)
        free(s->chunk[i]);
    free(s->chunk);
    free(s->slot);
    free(s);
}

void sparse_data_reset(sparse_data *s) {
    memset(s->slot, 0, s->room * sizeof *s->slot);
    s->used = 0;
}

static sparse_line *sparse_data_at(const sparse_data *s, size_t place) {
    return &s->chunk[place / CHUNK_LINES][place % CHUNK_LINES];
}

/* The slot of a line, or the empty one where it would be. */
static uint32_t *sparse_data_find(const sparse_data *s, uint64_t line) {
    size_t i = (size_t)mix(line) & (s->room - 1);
    while (s->slot[i] != 0 && sparse_data_at(s, s->slot[i] - 1U)->number != line)
        i = (i + 1) & (s->room - 1);
    return &s->slot[i];
}

static bool sparse_data_grow(sparse_data *s) {
    uint32_t *slot = calloc(2 * s->room, sizeof *slot);
    if (!slot)
        return false;
    free(s->slot);
    s->slot = slot;
    s->room *= 2;
    for (size_t place = 0; place < s->used; place++)
        *sparse_data_find(s, sparse_data_at(s, place)->number) = (uint32_t)place + 1U;
    return true;
}

/* Room for one more line. */
static bool sparse_data_extend(sparse_data *s) {
    if (s->used >= s->room / 4 * 3 && !sparse_data_grow(s))
        return false;
    if (s->used < s->chunks * CHUNK_LINES)
        return true;
    sparse_line **grown = alloc_grow(s->chunk, s->chunks, &s->chunk_room, sizeof *grown);
    if (!grown)
        return false;
    s->chunk = grown;
    sparse_line *lines = malloc(CHUNK_LINES * sizeof *lines);
    if (!lines)
        return false;
    if (s->chunks) /* of the first only a part may be used */
        host_large_pages(lines, CHUNK_LINES * sizeof *lines);
    s->chunk[s->chunks++] = lines;
    return true;
}

void sparse_data_read(const sparse_data *s, uint64_t offset, void *to, size_t size) {
    const uint64_t line = offset / SPARSE_LINE_BYTES;
    const uint32_t place = *sparse_data_find(s, line);
    uint32_t fresh[SPARSE_LINE_WORDS];
    const uint32_t *word = fresh;
    if (place)
        word = sparse_data_at(s, place - 1U)->word;
    else
        s->fill(s->context, line, fresh);
    memcpy(to, (const unsigned char *)word + offset % SPARSE_LINE_BYTES, size);
}

bool sparse_data_write(sparse_data *s, uint64_t offset, const void *from, size_t size) {
    const uint64_t line = offset / SPARSE_LINE_BYTES;
    uint32_t *slot = sparse_data_find(s, line);
    if (*slot == 0) {
        if (line > UINT32_MAX || !sparse_data_extend(s))
            return false;
        sparse_line *fresh = sparse_data_at(s, s->used);
        fresh->number = (uint32_t)line;
        s->fill(s->context, line, fresh->word);
        slot = sparse_data_find(s, line); /* the slots may have grown */
        *slot = (uint32_t)++s->used;
    }
    memcpy((unsigned char *)sparse_data_at(s, *slot - 1U)->word + offset % SPARSE_LINE_BYTES, from, size);
    return true;
}

const uint32_t *sparse_data_next(const sparse_data *s, size_t *at, uint64_t *line) {
    if (*at == s->used)
        return NULL;
    const sparse_line *next = sparse_data_at(s, (*at)++);
    *line = next->number;
    return next->word;
}
