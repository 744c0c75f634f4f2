/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The file is read once, front to back, through a buffer in which the longest number or instruction is always
 * whole: PACKED_LOOK_AHEAD bytes from the place where reading goes on, which the end of the file also has.
 */
#include "program/trace/packed_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "program/inst_table.h"
#include "program/trace/kernel_blocks.h"
#include "program/trace/packed.h"
#include "program/trace/trace_inst.h"
#include "program/varint.h"

#define BUFFER_BYTES (64U << 10)

/* What instructions of one PC have in common. */
typedef struct {
    trace_known known;
    uint64_t line; /* of the text, of the first one */
} entry;

typedef struct {
    source base;
    spool *spool;
    char path[LINE_NAME_SIZE];
    const void *data; /* NULL: from the file */
    size_t size;
    byte_source *bytes;
    uint8_t *buffer;
    size_t at, end;
    lines place; /* the text that was packed, for messages: no text is read from it */
    notes notes;
    bool in_kernel, ended;
    trace_header header;
    kernel_blocks blocks;
    trace_memo *memo; /* to make entries with */
    entry *entries;
    size_t count, room;
} packed_source;

/* ---- bytes ---- */

static bool packed_fail(packed_source *s, const char *problem) {
    s->place.number = 0;
    return lines_fail(&s->place, NULL, "%s", problem);
}

static bool packed_corrupt(packed_source *s) {
    return packed_fail(s, "corrupt packed trace, expected a file as 'gmmu pack' writes it");
}

static bool packed_fill(packed_source *s) {
    const char *problem = NULL;
    memmove(s->buffer, s->buffer + s->at, s->end - s->at);
    s->end -= s->at;
    s->at = 0;
    const size_t got = bytes_read(s->bytes, s->buffer + s->end, BUFFER_BYTES - s->end, &problem);
    s->end += got;
    if (problem)
        return packed_fail(s, problem);
    return got != 0 || packed_fail(s, "truncated packed trace, expected more");
}

/* Where reading goes on, PACKED_LOOK_AHEAD bytes; NULL: the error is in place. */
static inline const uint8_t *packed_ahead(packed_source *s) {
    while (s->end - s->at < PACKED_LOOK_AHEAD)
        if (!packed_fill(s))
            return NULL;
    return s->buffer + s->at;
}

static bool packed_number(packed_source *s, uint64_t *value) {
    const uint8_t *p = packed_ahead(s);
    if (!p)
        return false;
    const uint8_t *behind = varint_get(p, value);
    s->at += (size_t)(behind - p);
    return varint_ended(behind) || packed_corrupt(s);
}

static bool packed_bytes(packed_source *s, void *to, size_t size) {
    uint8_t *out = to;
    while (size) {
        if (s->at == s->end && !packed_fill(s))
            return false;
        const size_t have = s->end - s->at;
        const size_t piece = size < have ? size : have;
        memcpy(out, s->buffer + s->at, piece);
        s->at += piece;
        out += piece;
        size -= piece;
    }
    return true;
}

/* Printable text of at most room - 1 characters. */
static bool packed_string(packed_source *s, char *to, size_t room) {
    uint64_t length;
    if (!packed_number(s, &length))
        return false;
    if (length >= room)
        return packed_corrupt(s);
    if (!packed_bytes(s, to, (size_t)length))
        return false;
    to[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if (to[i] < ' ' || to[i] > '~')
            to[i] = '?';
    return true;
}

/* ---- opening ---- */

static void packed_leave_kernel(packed_source *s) {
    kernel_blocks_clear(&s->blocks);
    s->count = 0;
    s->in_kernel = false;
}

/* To the first kernel, of a source as packed_rewind() leaves it. */
static bool packed_start(packed_source *s) {
    static const char magic[] = PACKED_MAGIC;
    char found[sizeof magic - 1];
    const char *problem = "out of memory";
    (void)snprintf(s->place.name, sizeof s->place.name, "%s", s->path);
    s->bytes = s->data ? bytes_from_memory(s->data, s->size) : bytes_from_file(s->path, &problem);
    if (!s->bytes) {
        s->place.number = 0;
        return lines_fail(&s->place, NULL, "cannot be opened: %s", problem);
    }
    if (!packed_bytes(s, found, sizeof found))
        return false;
    if (memcmp(found, magic, sizeof found) != 0)
        return packed_fail(s, "not a packed trace of this version, expected a file as 'gmmu pack' writes it");
    return packed_string(s, s->base.name, sizeof s->base.name);
}

/* ---- a kernel ---- */

static bool packed_header(packed_source *s) {
    char *text = NULL;
    uint64_t length = 0;
    lines l = {0};
    bool ok = packed_number(s, &length);
    if (ok && length > PACKED_HEADER_MAX)
        ok = packed_corrupt(s);
    if (ok) {
        text = malloc(length ? (size_t)length : 1);
        ok = text ? packed_bytes(s, text, (size_t)length) : packed_fail(s, "out of memory");
    }
    if (ok) {
        ok = lines_open_memory(&l, s->place.name, text, (size_t)length) &&
             trace_header_read(&s->header, &l, &s->notes, &s->base.limits);
        if (!ok)
            memcpy(s->place.error, l.error, sizeof l.error);
    }
    lines_close(&l);
    free(text);
    return ok;
}

/* The kernel's name in the list stands behind the file's in messages: its lines are meant. */
static bool packed_enter_kernel(packed_source *s) {
    char listed[LINE_NAME_SIZE];
    if (!packed_string(s, listed, sizeof listed))
        return false;
    (void)snprintf(s->place.name, sizeof s->place.name, "%.700s(%.300s)", s->path, listed);
    memset(s->memo, 0, sizeof *s->memo);
    s->in_kernel = true;
    return packed_header(s);
}

/* 1: the next block begins; 0: the kernel is complete, and the next byte is read no more than looked at. */
static int packed_next_record(packed_source *s) {
    const uint8_t *p = packed_ahead(s);
    if (!p)
        return -1;
    if (*p == PACKED_BLOCK) {
        s->at++;
        return 1;
    }
    s->place.number = 0;
    return kernel_blocks_complete(&s->blocks, &s->place, s->header.info.blocks) ? 0 : -1;
}

/* ---- instructions ---- */

/* The line that the entry stands for, without active lanes, as its tracer version has it. */
static void entry_line(const trace_header *h, uint64_t pc, const char *text, bool addresses,
                       char line[TRACE_MEMO_TEXT + 64U]) {
    (void)snprintf(line, TRACE_MEMO_TEXT + 64U, "%s%s%llx 0 %s%s%s",
                   h->version < TRACE_VERSION_NO_PLACE ? "0 0 0 0 " : "", h->lineinfo ? "0 " : "",
                   (unsigned long long)pc, text, addresses ? " 0" : "",
                   h->version >= TRACE_VERSION_IMMEDIATE ? " 0" : "");
}

/* Does the text end with a mem_width other than 0? */
static bool has_addresses(const char *text) {
    const char *last = strrchr(text, ' ');
    return last && strspn(last + 1, "0") != strlen(last + 1);
}

/* Parsed as the text would be, so that it means the same and warns of the same. */
static bool packed_entry(packed_source *s) {
    static const trace_place nowhere;
    const opcode_info *info;
    warp_inst inst;
    uint64_t number, pc;
    char text[TRACE_MEMO_TEXT + 1U], line[TRACE_MEMO_TEXT + 64U];
    if (!packed_number(s, &number) || !packed_number(s, &pc) || !packed_string(s, text, sizeof text))
        return false;
    if (s->count == INST_TABLE_LIMIT)
        return packed_corrupt(s);
    entry *grown = alloc_grow(s->entries, s->count, &s->room, sizeof *grown);
    if (!grown)
        return packed_fail(s, "out of memory");
    s->entries = grown;
    entry_line(&s->header, pc, text, has_addresses(text), line);
    s->place.number = number;
    if (!trace_inst_read(&s->header, &nowhere, s->memo, &s->place, &s->notes, line, &info, &inst))
        return false;
    const trace_known *known = trace_memo_of(s->memo, pc);
    if (!known->length)
        return packed_corrupt(s);
    s->entries[s->count++] = (entry){.known = *known, .line = number};
    return true;
}

static bool packed_inst(packed_source *s, const trace_place *place, inst_context *c, block_stream *b) {
    const uint8_t *p = packed_ahead(s);
    warp_inst inst;
    while (p && *p == PACKED_ENTRY) {
        s->at++;
        if (!packed_entry(s))
            return false;
        p = packed_ahead(s);
    }
    if (!p)
        return false;
    if (*p >= PACKED_END)
        return packed_corrupt(s);
    size_t bytes = inst_decode_head(c, p);
    if (c->number - 1U >= s->count)
        return packed_corrupt(s);
    const entry *e = &s->entries[c->number - 1U];
    if (c->mask && e->known.addresses) {
        inst_decode_addresses(c, p + bytes, inst.addr);
        bytes += inst_pass_addresses(c, p + bytes);
    }
    s->at += bytes;
    if (!trace_inst_known(&e->known, c->mask, &inst))
        return packed_corrupt(s);
    s->place.number = e->line;
    if (!trace_inst_map(&s->header, place, &s->place, e->known.info, &inst))
        return false;
    inst.opcode = trace_memo_opcode(&e->known, b);
    return spool_block_add(b, place->warp, &inst) || packed_fail(s, SPOOL_FULL);
}

static bool packed_warp(packed_source *s, trace_place *place, uint64_t warp, warp_set *seen,
                        block_stream *b) {
    inst_context c = {0};
    uint64_t insts;
    if (warp >= s->header.info.warps_per_block)
        return packed_corrupt(s);
    s->place.number = 0;
    place->warp = (uint32_t)warp;
    if (!warp_set_add(seen, &s->place, NULL, place->warp) || !packed_number(s, &insts))
        return false;
    for (; insts; insts--)
        if (!packed_inst(s, place, &c, b))
            return false;
    return true;
}

static bool packed_block(packed_source *s, block_stream *b) {
    trace_place place = {0};
    warp_set seen = 0;
    uint64_t part;
    bool more;
    s->place.number = 0;
    if (!packed_number(s, &place.block_number))
        return false;
    if (place.block_number >= s->header.info.blocks)
        return packed_corrupt(s);
    if (!kernel_blocks_add(&s->blocks, &s->place, NULL, place.block_number))
        return false;
    while ((more = packed_number(s, &part)) && part != PACKED_BLOCK_END) {
        if (part == PACKED_CLUSTER) {
            if (!packed_number(s, &s->place.number))
                return false;
            kernel_blocks_note_cluster(&s->notes, &s->place);
        } else if (part < PACKED_WARP) {
            return packed_corrupt(s);
        } else if (!packed_warp(s, &place, part - PACKED_WARP, &seen, b)) {
            return false;
        }
    }
    return more && (spool_block_finish(b) || packed_fail(s, SPOOL_FULL));
}

/* ---- the source ---- */

static int packed_error(packed_source *s, char *err, size_t n) {
    (void)snprintf(err, n, "%s", s->place.error);
    packed_leave_kernel(s);
    return -1;
}

/* Behind the last kernel: the rest is zeros, and what reads them has seen the checksum. */
static bool packed_finish(packed_source *s) {
    uint8_t rest[PACKED_LOOK_AHEAD];
    const char *problem = NULL;
    if (!packed_bytes(s, rest, sizeof rest))
        return false;
    if (s->at != s->end || bytes_read(s->bytes, rest, 1, &problem) != 0)
        return packed_corrupt(s);
    return !problem || packed_fail(s, problem);
}

static int packed_next_kernel(source *base, kernel_info *info, char *err, size_t n) {
    packed_source *s = (packed_source *)base;
    uint64_t record = PACKED_END;
    if (s->in_kernel) { /* read to its end, where the grid is checked */
        const int more = packed_next_record(s);
        if (more > 0)
            (void)packed_fail(s, "more thread blocks than were asked for");
        if (more != 0)
            return packed_error(s, err, n);
    }
    packed_leave_kernel(s);
    if (s->ended)
        return 0;
    if (!s->bytes && !packed_start(s))
        return packed_error(s, err, n);
    if (!packed_number(s, &record))
        return packed_error(s, err, n);
    if (record == PACKED_END) {
        s->ended = true;
        return packed_finish(s) ? 0 : packed_error(s, err, n);
    }
    if (record != PACKED_KERNEL)
        (void)packed_corrupt(s);
    else if (packed_enter_kernel(s)) {
        *info = s->header.info;
        return 1;
    }
    return packed_error(s, err, n);
}

static int packed_next_block(source *base, block_stream **block, char *err, size_t n) {
    packed_source *s = (packed_source *)base;
    if (!s->in_kernel)
        return 0;
    const int more = packed_next_record(s);
    if (more <= 0) {
        if (more < 0)
            return packed_error(s, err, n);
        packed_leave_kernel(s);
        return 0;
    }
    block_stream *b = spool_block_new(s->spool, s->header.info.warps_per_block);
    if (b && packed_block(s, b)) {
        *block = b;
        return 1;
    }
    if (!b)
        (void)packed_fail(s, "out of memory");
    block_close(b);
    return packed_error(s, err, n);
}

static int packed_rewind(source *base, char *err, size_t n) {
    packed_source *s = (packed_source *)base;
    (void)snprintf(err, n, "%s", "");
    packed_leave_kernel(s);
    bytes_close(s->bytes);
    s->bytes = NULL;
    s->at = s->end = 0;
    s->ended = false;
    return 1;
}

static void packed_close(source *base) {
    packed_source *s = (packed_source *)base;
    packed_leave_kernel(s);
    bytes_close(s->bytes);
    free(s->buffer);
    free(s->memo);
    free(s->entries);
    free(s);
}

/* data NULL: from the file. */
static source *packed_open(const char *path, const void *data, size_t size, spool *sp, char *err, size_t n) {
    static const source_ops ops = {.next_kernel = packed_next_kernel,
                                   .next_block = packed_next_block,
                                   .rewind = packed_rewind,
                                   .close = packed_close};
    packed_source *s = calloc(1, sizeof *s);
    if (!s) {
        (void)snprintf(err, n, "%.900s: out of memory", path);
        return NULL;
    }
    s->base.ops = &ops;
    s->spool = sp;
    s->data = data;
    s->size = size;
    s->notes.quiet = data != NULL;
    s->buffer = malloc(BUFFER_BYTES);
    s->memo = calloc(1, sizeof *s->memo);
    (void)snprintf(s->path, sizeof s->path, "%s", path);
    if (s->buffer && s->memo && packed_start(s))
        return &s->base;
    if (s->place.error[0])
        (void)snprintf(err, n, "%s", s->place.error);
    else
        (void)snprintf(err, n, "%.900s: out of memory", path);
    packed_close(&s->base);
    return NULL;
}

bool packed_source_is(const char *path) {
    return bytes_named(path, PACKED_SUFFIX);
}

source *packed_source_open(const char *path, spool *sp, char *err, size_t n) {
    if (strlen(path) >= LINE_NAME_SIZE) {
        (void)snprintf(err, n, "%.200s...: the file name is too long, expected at most %u characters", path,
                       LINE_NAME_SIZE - 1U);
        return NULL;
    }
    return packed_open(path, NULL, 0, sp, err, n);
}

source *packed_source_open_memory(const char *name, const void *data, size_t size, spool *sp, char *err,
                                  size_t n) {
    return packed_open(name, data, size, sp, err, n);
}
