/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/tracez.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define DICTIONARY_LIMIT (1U << 20)
#define INPUT_BYTES      32768U
#define TEXT_BYTES       256U
#define INDEX_END_BYTES  8U /* the place of the index */

static const char truncated[] = "truncated .tracez data, expected more";
static const char corrupt[] = "corrupt .tracez data, expected an intact file";

typedef enum { AT_HEADER, AT_BLOCK, AT_WARP, AT_PART, IN_PART, AT_END } tracez_place;

struct tracez {
    FILE *file;  /* header and warps */
    FILE *index; /* the same file, at the index */
    uint64_t index_end;
    ZSTD_DCtx *zstd;
    ZSTD_DDict *dictionary; /* NULL: none */
    tracez_place place;
    uint32_t blocks, warps, parts; /* left */
    uint32_t warp;                 /* number of the next one in its block */
    uint32_t bytes;                /* of the part, not yet read from the file */
    bool frame_ended;
    ZSTD_inBuffer in;
    char text[TEXT_BYTES]; /* lines that say where the next instructions belong */
    size_t text_at, text_end;
    char last; /* byte that was given out */
    unsigned char input[INPUT_BYTES];
};

static bool tracez_bytes(FILE *file, void *to, size_t size, const char **problem) {
    if (fread(to, 1, size, file) == size)
        return true;
    *problem = truncated;
    return false;
}

static bool tracez_u32(FILE *file, uint32_t *value, const char **problem) {
    unsigned char b[4];
    if (!tracez_bytes(file, b, sizeof b, problem))
        return false;
    *value = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return true;
}

static bool tracez_u64(FILE *file, uint64_t *value, const char **problem) {
    uint32_t low, high;
    if (!tracez_u32(file, &low, problem) || !tracez_u32(file, &high, problem))
        return false;
    *value = low | (uint64_t)high << 32;
    return true;
}

static bool tracez_seek(FILE *file, uint64_t place, const char **problem) {
    if (place <= INT64_MAX && fseeko(file, (off_t)place, SEEK_SET) == 0)
        return true;
    *problem = corrupt;
    return false;
}

/* To the index, whose place is the last number of the file. */
static bool tracez_find_index(tracez *t, const char **problem) {
    uint64_t place;
    if (fseeko(t->index, -(off_t)INDEX_END_BYTES, SEEK_END) != 0) {
        *problem = truncated;
        return false;
    }
    t->index_end = (uint64_t)ftello(t->index);
    if (!tracez_u64(t->index, &place, problem))
        return false;
    if (place >= t->index_end) {
        *problem = corrupt;
        return false;
    }
    return tracez_seek(t->index, place, problem) && tracez_u32(t->index, &t->blocks, problem);
}

tracez *tracez_open(FILE *file, const char *path, const char **problem) {
    tracez *t = calloc(1, sizeof *t);
    if (!t) {
        *problem = "out of memory";
        return NULL;
    }
    t->file = file;
    t->index = fopen(path, "rbe");
    t->zstd = ZSTD_createDCtx();
    t->last = '\n';
    if (!t->index || !t->zstd)
        *problem = "out of memory";
    else if (tracez_find_index(t, problem))
        return t;
    tracez_close(t);
    return NULL;
}

void tracez_close(tracez *t) {
    if (!t)
        return;
    ZSTD_freeDCtx(t->zstd);
    ZSTD_freeDDict(t->dictionary);
    if (t->index)
        fclose(t->index);
    free(t);
}

/* Behind the header. */
static bool tracez_read_dictionary(tracez *t, const char **problem) {
    uint32_t size, usual;
    if (!tracez_u32(t->file, &size, problem) || !tracez_u32(t->file, &usual, problem))
        return false;
    if (size > DICTIONARY_LIMIT) {
        *problem = "a .tracez dictionary of more than 1 MB, expected less";
        return false;
    }
    void *data = malloc(size ? size : 1);
    bool ok = data && tracez_bytes(t->file, data, size, problem);
    if (ok && size) {
        t->dictionary = ZSTD_createDDict(data, size);
        ok = t->dictionary && !ZSTD_isError(ZSTD_DCtx_refDDict(t->zstd, t->dictionary));
    }
    free(data);
    if (!ok && !*problem)
        *problem = corrupt;
    return ok;
}

__attribute__((format(printf, 2, 3))) static void tracez_say(tracez *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(t->text, sizeof t->text, format, args);
    va_end(args);
    t->text_at = 0;
    t->text_end = (size_t)length;
}

/* The next thread block of the index, or the end. */
static bool tracez_next_block(tracez *t, const char **problem) {
    uint32_t id[10]; /* block, cluster, place in the cluster, rank in the cluster */
    if (t->blocks == 0) {
        t->place = AT_END;
        if ((uint64_t)ftello(t->index) == t->index_end)
            return true;
        *problem = corrupt;
        return false;
    }
    for (size_t i = 0; i < sizeof id / sizeof *id; i++)
        if (!tracez_u32(t->index, &id[i], problem))
            return false;
    t->blocks--;
    t->warp = 0;
    t->place = AT_WARP;
    tracez_say(t,
               "#BEGIN_TB\nthread block = %" PRIu32 ",%" PRIu32 ",%" PRIu32 "\ncluster rank = %" PRIu32 "\n",
               id[0], id[1], id[2], id[9]);
    return tracez_u32(t->index, &t->warps, problem);
}

/* The next warp of the block, or the block's end. */
static bool tracez_next_warp(tracez *t, const char **problem) {
    uint32_t insts, parts;
    uint64_t place;
    if (t->warps == 0) {
        tracez_say(t, "#END_TB\n");
        t->place = AT_BLOCK;
        return true;
    }
    if (!tracez_u32(t->index, &insts, problem) || !tracez_u32(t->index, &t->parts, problem) ||
        !tracez_u64(t->index, &place, problem) ||
        !tracez_seek(t->index, (uint64_t)ftello(t->index) + 4 * (uint64_t)t->parts, problem) ||
        !tracez_seek(t->file, place, problem))
        return false;
    uint32_t same;
    if (!tracez_u32(t->file, &same, problem) || !tracez_u32(t->file, &parts, problem))
        return false;
    if (same != insts || parts != t->parts) {
        *problem = corrupt;
        return false;
    }
    tracez_say(t, "warp = %" PRIu32 "\ninsts = %" PRIu32 "\n", t->warp++, insts);
    t->warps--;
    t->place = AT_PART;
    return true;
}

static bool tracez_next_part(tracez *t, const char **problem) {
    if (t->parts == 0) {
        t->place = AT_WARP;
        return true;
    }
    t->parts--;
    t->in = (ZSTD_inBuffer){t->input, 0, 0};
    t->frame_ended = false;
    t->place = IN_PART;
    ZSTD_DCtx_reset(t->zstd, ZSTD_reset_session_only);
    return tracez_u32(t->file, &t->bytes, problem);
}

/* Some bytes of the part, none at its end. */
static size_t tracez_inflate(tracez *t, void *to, size_t size, const char **problem) {
    ZSTD_outBuffer out = {to, size, 0};
    while (out.pos < size && !t->frame_ended) {
        if (t->in.pos == t->in.size && t->bytes) {
            const uint32_t piece = t->bytes < INPUT_BYTES ? t->bytes : INPUT_BYTES;
            if (!tracez_bytes(t->file, t->input, piece, problem))
                return out.pos;
            t->bytes -= piece;
            t->in = (ZSTD_inBuffer){t->input, piece, 0};
        }
        const size_t before = t->in.pos + out.pos;
        const size_t result = ZSTD_decompressStream(t->zstd, &out, &t->in);
        t->frame_ended = result == 0;
        if (ZSTD_isError(result) || (!t->frame_ended && t->in.pos + out.pos == before)) {
            *problem = corrupt;
            return out.pos;
        }
    }
    if (t->frame_ended && (t->bytes || t->in.pos != t->in.size))
        *problem = corrupt;
    return out.pos;
}

static bool tracez_advance(tracez *t, const char **problem) {
    switch (t->place) {
    case AT_BLOCK:
        return tracez_next_block(t, problem);
    case AT_WARP:
        return tracez_next_warp(t, problem);
    case AT_PART:
        return tracez_next_part(t, problem);
    default:
        return false;
    }
}

/* Bytes of the header, up to its zero. */
static size_t tracez_header(tracez *t, char *to, size_t size, const char **problem) {
    size_t n = 0;
    while (n < size) {
        const int c = getc(t->file);
        if (c == EOF) {
            *problem = truncated;
            return n;
        }
        if (c == '\0') {
            t->place = AT_BLOCK;
            tracez_say(t, "\n");
            (void)tracez_read_dictionary(t, problem);
            return n;
        }
        to[n++] = (char)c;
    }
    return n;
}

/* Some bytes of what is next; 0: nothing in this place. */
static size_t tracez_some(tracez *t, char *to, size_t size, const char **problem) {
    size_t n = t->text_end - t->text_at < size ? t->text_end - t->text_at : size;
    if (n) {
        memcpy(to, t->text + t->text_at, n);
        t->text_at += n;
        return n;
    }
    if (t->place == AT_HEADER)
        return tracez_header(t, to, size, problem);
    if (t->place != IN_PART)
        return 0;
    n = tracez_inflate(t, to, size, problem);
    if (n)
        t->last = to[n - 1];
    if (!n && !*problem) { /* the part ends; its last line gets the newline it lacks */
        if (t->last != '\n')
            tracez_say(t, "\n");
        t->last = '\n';
        t->place = AT_PART;
    }
    return n;
}

size_t tracez_read(tracez *t, void *to, size_t size, const char **problem) {
    size_t n = 0;
    while (n < size && !*problem) {
        const tracez_place before = t->place;
        const size_t some = tracez_some(t, (char *)to + n, size - n, problem);
        n += some;
        if (some || *problem || t->place != before || t->text_at != t->text_end)
            continue;
        if (t->place == AT_END || !tracez_advance(t, problem))
            break;
    }
    return n;
}
