/* SPDX-License-Identifier: Apache-2.0 */
/* .tracez files, written here as Accel-Sim 2.0 lays them out, give the text that they were made of. */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zdict.h>
#include <zstd.h>

#include "trace_text.h"

#define BLOCKS     3U
#define WARPS      2U
#define FILE_BYTES (4U << 20)

typedef struct {
    unsigned char *data;
    size_t size;
} bytes;

typedef struct {
    char folder[64], path[96];
    bytes text, file; /* what comes out, what goes in */
} rig;

static void put(bytes *b, const void *data, size_t size) {
    assert_true(b->size + size <= FILE_BYTES);
    memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void put_text(bytes *b, const char *text) {
    put(b, text, strlen(text));
}

static void put_number(bytes *b, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++, value >>= 8) {
        const unsigned char low = value & 255U;
        put(b, &low, 1);
    }
}

static uint32_t insts_of(uint32_t block, uint32_t warp) {
    return warp == 1 && block == 1 ? 0 : 20 + 3000 * block + warp;
}

/* Instruction n of a warp, without newline. */
static void inst_text(char text[80], uint32_t block, uint32_t warp, uint32_t n, bool last) {
    if (last)
        snprintf(text, 80, "%04x ffffffff 0 EXIT 0 0 0", 16 * n);
    else
        snprintf(text, 80, "%04x ffffffff 1 R%u LDG.E 1 R4 4 1 0x%x 4 0", 16 * n, n % 100,
                 0x10000 + 128 * (n + 7 * warp + block));
}

/* The dictionary of all instructions, as the tracer trains it. */
static size_t train(unsigned char *dictionary, size_t room) {
    char *all = malloc(FILE_BYTES);
    size_t sizes[4096], at = 0;
    unsigned count = 0;
    assert_non_null(all);
    for (uint32_t n = 0; n < 4096; n++, count++) {
        inst_text(all + at, n % BLOCKS, n % WARPS, n, false);
        sizes[count] = strlen(all + at);
        at += sizes[count];
    }
    const size_t size = ZDICT_trainFromBuffer(dictionary, room, all, sizes, count);
    assert_false(ZDICT_isError(size));
    free(all);
    return size;
}

/* Parts of up to `part` instructions of one warp, into both texts; its record into the index. */
static void put_warp(rig *r, bytes *index, uint32_t block, uint32_t warp, uint32_t part,
                     ZSTD_CDict *dictionary) {
    const uint32_t insts = insts_of(block, warp);
    const uint32_t parts = (insts + part - 1) / part;
    char line[128];
    bytes body = {malloc(FILE_BYTES), 0};
    unsigned char *packed = malloc(ZSTD_compressBound(FILE_BYTES));
    ZSTD_CCtx *zstd = ZSTD_createCCtx();
    assert_true(body.data && packed && zstd);
    put_number(index, insts, 4);
    put_number(index, parts, 4);
    put_number(index, r->file.size, 8);
    put_number(&r->file, insts, 4);
    put_number(&r->file, parts, 4);
    snprintf(line, sizeof line, "warp = %u\ninsts = %u\n", warp, insts);
    put_text(&r->text, line);
    for (uint32_t first = 0; first < insts; first += part) {
        const uint32_t count = insts - first < part ? insts - first : part;
        body.size = 0;
        for (uint32_t i = first; i < first + count; i++) {
            inst_text(line, block, warp, i, i + 1 == insts);
            put_text(&body, line);
            if (i + 1 < first + count)
                put_text(&body, "\n");
        }
        const size_t size =
            dictionary ? ZSTD_compress_usingCDict(zstd, packed, FILE_BYTES, body.data, body.size, dictionary)
                       : ZSTD_compressCCtx(zstd, packed, FILE_BYTES, body.data, body.size, 3);
        assert_false(ZSTD_isError(size));
        put_number(&r->file, size, 4);
        put(&r->file, packed, size);
        put(&r->text, body.data, body.size);
        put_text(&r->text, "\n");
        put_number(index, count, 4);
    }
    ZSTD_freeCCtx(zstd);
    free(packed);
    free(body.data);
}

static void make(rig *r, uint32_t part, bool with_dictionary) {
    static const char header[] = "-kernel name = k\n-grid dim = (3,1,1)\n-block dim = (64,1,1)\n"
                                 "-accelsim tracer version = 5.1\n#traces format = x\n";
    unsigned char trained[65536];
    const size_t trained_size = with_dictionary ? train(trained, sizeof trained) : 0;
    ZSTD_CDict *dictionary = with_dictionary ? ZSTD_createCDict(trained, trained_size, 3) : NULL;
    bytes index = {malloc(FILE_BYTES), 0};
    assert_non_null(index.data);
    r->text.size = r->file.size = 0;
    put_text(&r->text, header);
    put_text(&r->text, "\n");
    put(&r->file, header, sizeof header); /* with its zero */
    put_number(&r->file, trained_size, 4);
    put_number(&r->file, part, 4);
    put(&r->file, trained, trained_size);
    put_number(&index, BLOCKS, 4);
    for (uint32_t b = 0; b < BLOCKS; b++) {
        char line[96];
        snprintf(line, sizeof line, "#BEGIN_TB\nthread block = %u,0,0\ncluster rank = %u\n", b, b % 2);
        put_text(&r->text, line);
        const uint32_t id[] = {b, 0, 0, b / 2, 0, 0, b % 2, 0, 0, b % 2, WARPS};
        for (size_t i = 0; i < sizeof id / sizeof *id; i++)
            put_number(&index, id[i], 4);
        for (uint32_t w = 0; w < WARPS; w++)
            put_warp(r, &index, b, w, part, dictionary);
        put_text(&r->text, "#END_TB\n");
    }
    const uint64_t place = r->file.size;
    put(&r->file, index.data, index.size);
    put_number(&r->file, place, 8);
    ZSTD_freeCDict(dictionary);
    free(index.data);
    trace_text_write(r->path, r->file.data, r->file.size);
}

/* All that is read, in pieces of `piece` bytes; the problem, or NULL. */
static const char *read_all(const rig *r, size_t piece, bytes *to) {
    const char *problem = NULL;
    to->size = 0;
    byte_source *b = bytes_from_file(r->path, &problem);
    if (!b) {
        assert_non_null(problem);
        return problem;
    }
    assert_null(problem);
    for (;;) {
        const size_t room = FILE_BYTES - to->size < piece ? FILE_BYTES - to->size : piece;
        const size_t n = bytes_read(b, to->data + to->size, room, &problem);
        to->size += n;
        if (n == 0 || problem || to->size == FILE_BYTES)
            break;
    }
    bytes_close(b);
    return problem;
}

static int setup(void **state) {
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    strcpy(r->folder, "/tmp/tracez-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    snprintf(r->path, sizeof r->path, "%s/k.tracez", r->folder);
    r->text.data = malloc(FILE_BYTES);
    r->file.data = malloc(FILE_BYTES);
    assert_true(r->text.data && r->file.data);
    *state = r;
    return 0;
}

static int teardown(void **state) {
    rig *r = *state;
    remove(r->path);
    rmdir(r->folder);
    free(r->text.data);
    free(r->file.data);
    free(r);
    return 0;
}

static void test_text(void **state) {
    rig *r = *state;
    bytes got = {malloc(FILE_BYTES), 0};
    assert_non_null(got.data);
    static const uint32_t parts[] = {1, 7, 2048};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        make(r, parts[i], i != 1);
        for (size_t piece = 1; piece < 100000; piece = piece * 41 + 3) {
            const char *problem = read_all(r, piece, &got);
            assert_null(problem);
            assert_int_equal(got.size, r->text.size);
            assert_memory_equal(got.data, r->text.data, got.size);
        }
    }
    free(got.data);
}

/* Through the reader of traces: blocks, instructions, clusters passed over, a minor version. */
static void test_kernel(void **state) {
    rig *r = *state;
    kernel_trace t = {0};
    notes n = {.quiet = true};
    spool *sp = spool_new(1U << 20);
    block_stream *block;
    uint64_t insts = 0, expected = 0;
    make(r, 64, true);
    assert_true(lines_open_file(&t.lines, r->path) && kernel_trace_start(&t, &n));
    while (kernel_trace_block(&t, &n, sp, &block) > 0) {
        insts += block_inst_count(block);
        block_close(block);
    }
    for (uint32_t b = 0; b < BLOCKS; b++)
        for (uint32_t w = 0; w < WARPS; w++)
            expected += insts_of(b, w);
    assert_string_equal(t.lines.error, "");
    assert_int_equal(insts, expected);
    assert_int_equal(t.header.version, 5);
    assert_int_equal(n.count, 1); /* the clusters */
    kernel_trace_close(&t);
    spool_free(sp);
}

static void test_cut(void **state) {
    rig *r = *state;
    bytes got = {malloc(FILE_BYTES), 0};
    assert_non_null(got.data);
    make(r, 512, false);
    for (size_t size = 0; size < r->file.size; size += 1 + r->file.size / 300) {
        trace_text_write(r->path, r->file.data, size);
        const char *problem = read_all(r, 4096, &got);
        assert_non_null(problem);
        assert_non_null(strstr(problem, "expected"));
    }
    free(got.data);
}

/* Any byte may be wrong: the reader ends, with the text or a problem. */
static void test_damaged(void **state) {
    rig *r = *state;
    bytes got = {malloc(FILE_BYTES), 0};
    unsigned problems = 0, runs = 0;
    assert_non_null(got.data);
    make(r, 512, true);
    for (size_t at = 0; at < r->file.size; at += 1 + r->file.size / 400, runs++) {
        const unsigned char right = r->file.data[at];
        r->file.data[at] = (unsigned char)~right;
        trace_text_write(r->path, r->file.data, r->file.size);
        problems += read_all(r, 4096, &got) != NULL;
        r->file.data[at] = right;
    }
    assert_true(problems > runs / 4);
    free(got.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kernel, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged, setup, teardown),
    };
    return UNIT_TEST_RUN("tracez", tests);
}
