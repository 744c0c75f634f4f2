/* SPDX-License-Identifier: Apache-2.0 */
#include "program/trace/packer.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "program/inst_table.h"
#include "program/trace/packed.h"
#include "program/varint.h"

/* Out of memory is an error like others, not the end of the program. */
#define uthash_nonfatal_oom(elem) ((elem)->hh.tbl = NULL)
#define HASH_NONFATAL_OOM         1
#include <uthash.h>

#define PACKED_LEVEL 6 /* of zstd */
#define BUFFER_BYTES (64U << 10)

/* What tells entries apart: the text and the PC of a line. */
typedef struct {
    uint64_t pc;
    char text[TRACE_MEMO_TEXT];
} entry_key;

typedef struct {
    entry_key key;
    uint32_t number;
    UT_hash_handle hh;
} entry;

struct packer {
    FILE *to;
    ZSTD_CCtx *zstd;
    entry *entries; /* of the kernel */
    inst_context context;
    size_t used; /* of buffer */
    uint8_t buffer[BUFFER_BYTES];
    uint8_t out[BUFFER_BYTES];
};

static bool packer_full(lines *l) {
    return lines_fail(l, NULL, PACKER_FULL);
}

/* What is in the buffer, and with ZSTD_e_end all of the frame, into the file. */
static bool packer_deflate(packer *p, ZSTD_EndDirective end) {
    ZSTD_inBuffer in = {p->buffer, p->used, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {p->out, sizeof p->out, 0};
        left = ZSTD_compressStream2(p->zstd, &out, &in, end);
        if (ZSTD_isError(left) || fwrite(p->out, 1, out.pos, p->to) != out.pos)
            return false;
    } while (in.pos < in.size || (end == ZSTD_e_end && left != 0));
    p->used = 0;
    return true;
}

static bool packer_bytes(packer *p, const void *data, size_t size) {
    const uint8_t *from = data;
    while (size) {
        if (p->used == sizeof p->buffer && !packer_deflate(p, ZSTD_e_continue))
            return false;
        const size_t room = sizeof p->buffer - p->used;
        const size_t piece = size < room ? size : room;
        memcpy(p->buffer + p->used, from, piece);
        p->used += piece;
        from += piece;
        size -= piece;
    }
    return true;
}

static bool put_number(packer *p, uint64_t value) {
    uint8_t bytes[VARINT_BYTES];
    return packer_bytes(p, bytes, (size_t)(varint_put(bytes, value) - bytes));
}

static bool put_string(packer *p, const char *text, size_t length) {
    return put_number(p, length) && packer_bytes(p, text, length);
}

/* The table first: its entries stay linked. */
static void forget_entries(packer *p) {
    entry *e = p->entries;
    HASH_CLEAR(hh, p->entries);
    while (e) {
        entry *next = e->hh.next;
        free(e);
        e = next;
    }
}

packer *packer_new(FILE *to) {
    packer *p = calloc(1, sizeof *p);
    if (p)
        p->zstd = ZSTD_createCCtx();
    if (p && p->zstd &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_compressionLevel, PACKED_LEVEL)) &&
        !ZSTD_isError(ZSTD_CCtx_setParameter(p->zstd, ZSTD_c_checksumFlag, 1))) {
        p->to = to;
        return p;
    }
    packer_free(p);
    return NULL;
}

void packer_free(packer *p) {
    if (!p)
        return;
    forget_entries(p);
    ZSTD_freeCCtx(p->zstd);
    free(p);
}

bool packer_begin(packer *p, const char *name) {
    return packer_bytes(p, PACKED_MAGIC, sizeof PACKED_MAGIC - 1) && put_string(p, name, strlen(name));
}

bool packer_kernel(packer *p, const char *listed, const char *header, size_t length) {
    forget_entries(p);
    return put_number(p, PACKED_KERNEL) && put_string(p, listed, strlen(listed)) &&
           put_string(p, header, length);
}

bool packer_end(packer *p) {
    static const uint8_t ahead[PACKED_LOOK_AHEAD];
    return put_number(p, PACKED_END) && packer_bytes(p, ahead, sizeof ahead) && packer_deflate(p, ZSTD_e_end);
}

/* ---- told by the reader ---- */

bool packer_block(packer *p, lines *l, uint64_t number) {
    return put_number(p, PACKED_BLOCK) && put_number(p, number) ? true : packer_full(l);
}

bool packer_cluster(packer *p, lines *l) {
    return put_number(p, PACKED_CLUSTER) && put_number(p, l->number) ? true : packer_full(l);
}

bool packer_warp(packer *p, lines *l, uint32_t warp, uint64_t insts) {
    p->context = (inst_context){0};
    return put_number(p, PACKED_WARP + (uint64_t)warp) && put_number(p, insts) ? true : packer_full(l);
}

bool packer_block_end(packer *p, lines *l) {
    return put_number(p, PACKED_BLOCK_END) ? true : packer_full(l);
}

/* The entry of what a line has in common with others; a new one is written. NULL: the error is in l. */
static const entry *entry_of(packer *p, lines *l, const trace_known *known) {
    entry_key key = {.pc = known->pc};
    unsigned hash;
    entry *e;
    memcpy(key.text, known->text, known->length);
    HASH_VALUE(&key, sizeof key, hash);
    HASH_FIND_BYHASHVALUE(hh, p->entries, &key, sizeof key, hash, e);
    if (e)
        return e;
    if (HASH_COUNT(p->entries) == INST_TABLE_LIMIT) {
        lines_fail(l, NULL, "cannot be packed: more than %u static instructions in a kernel",
                   INST_TABLE_LIMIT);
        return NULL;
    }
    e = calloc(1, sizeof *e);
    if (e) {
        memcpy(&e->key, &key, sizeof key);
        e->number = HASH_COUNT(p->entries);
        HASH_ADD_BYHASHVALUE(hh, p->entries, key, sizeof key, hash, e);
        if (!e->hh.tbl) {
            free(e);
            e = NULL;
        }
    }
    if (!e || !put_number(p, PACKED_ENTRY) || !put_number(p, l->number) || !put_number(p, known->pc) ||
        !put_string(p, known->text, known->length)) {
        packer_full(l);
        return NULL;
    }
    return e;
}

bool packer_inst(packer *p, lines *l, const trace_known *known, warp_inst *inst) {
    uint8_t encoded[INST_MAX_BYTES];
    if (!known->length)
        return lines_fail(l, NULL,
                          "cannot be packed: an instruction of more than %u characters before its addresses",
                          TRACE_MEMO_TEXT);
    const entry *e = entry_of(p, l, known);
    if (!e)
        return false;
    inst->space = known->addresses ? SPACE_GLOBAL : SPACE_NONE; /* are there addresses? */
    return packer_bytes(p, encoded, inst_encode(&p->context, e->number, inst, encoded)) ? true
                                                                                        : packer_full(l);
}
