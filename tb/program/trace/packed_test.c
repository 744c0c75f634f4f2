/* SPDX-License-Identifier: Apache-2.0 */
/* A packed trace means what its text means: each instruction, for all forms of lines and all tracer versions,
 * and of real traces. A damaged one is refused with one line. */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "program/trace/packed_source.h"
#include "program/trace/trace_pack.h"
#include "trace_text.h"

#define WINDOW     (64U << 10)
#define TEXT_BYTES (1U << 20)
#define BLOCKS     7U
#define WARPS      3U
#define PACKED_MAX (1U << 22)

/* What stands behind the PC and the lanes: with all lanes, four neighbours, scattered ones, none. */
static const char *const forms[] = {
    "1 R6 S2R 0 0",
    "0 BAR.SYNC 0 0",
    "2 R4 R6 IMAD.WIDE 3 R3 R17 R0 0",
    "0 NOSUCH 1 R3 0",
    "1 R2 LDC 1 R1 4 1 0x20 4",
    "1 R2 LDG.E.64 1 R8 8 1 0x7f0000001000 -8",
    "0 STG.E 2 R8 R2 4 1 0xffffffffff00 4",
    "0 ST.E 2 R8 R2 4 1 0x7fb139000010 4", /* generic: shared */
    "1 R2 LDL 1 R1 4 1 0x7fb137000010 4",
    "1 R2 LDS 1 R1 4 1 0x20 16",
    "1 R2 ATOMG.E.ADD 2 R8 R2 4 1 0x7f0000002000 0",
};
#define FORMS (sizeof forms / sizeof forms[0])

typedef struct {
    char folder[64], list[96], kernel[96], packed[96];
    char *text;
    size_t length;
} rig;

__attribute__((format(printf, 2, 3))) static void say(rig *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(r->text + r->length, TEXT_BYTES - r->length, format, args);
    va_end(args);
    assert_true(n >= 0 && r->length + (size_t)n < TEXT_BYTES);
    r->length += (size_t)n;
}

static FILE *open_file(const char *path, const char *mode) {
    FILE *f = fopen(path, mode);
    if (!f)
        fail_msg("cannot open %s", path);
    return f;
}

static void *memory(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        fail_msg("out of memory");
    return p;
}

/* A lane list or deltas, which need an address for each lane. */
static void say_scattered(rig *r, uint32_t mask, bool deltas, uint64_t *random) {
    say(r, "1 R2 LDG.E 1 R8 4 %d 0x%llx", deltas ? 2 : 0, 0x10000ULL + 4 * (unit_test_random(random) % 9999));
    for (mask &= mask - 1; mask; mask &= mask - 1) {
        const unsigned long long step = unit_test_random(random) % 99999;
        say(r, deltas ? " -%lld" : " 0x%llx", deltas ? step % 100 : 0x20000ULL + step);
    }
}

static void say_inst(rig *r, unsigned version, bool lineinfo, uint32_t block, uint32_t warp,
                     uint64_t *random) {
    static const uint32_t masks[] = {0xffffffff, 0x0000000f, 0x80000000, 0, 0xf0f0a001};
    const uint32_t mask = masks[unit_test_random(random) % 5];
    const uint64_t which = unit_test_random(random) % (FORMS + 2);
    const bool neighbours = mask != 0xf0f0a001;
    if (version < TRACE_VERSION_NO_PLACE)
        say(r, "%u 0 0 %u ", block, warp);
    if (lineinfo)
        say(r, "%u ", (unsigned)(unit_test_random(random) % 1000));
    say(r, "%04x %08x ", (unsigned)(unit_test_random(random) % 4096 * 16), mask);
    if (which >= FORMS ? mask != 0 : false)
        say_scattered(r, mask, which == FORMS, random);
    else
        say(r, "%s", which >= FORMS || !neighbours ? forms[which % 4] : forms[which]);
    say(r, "%s\n", version < TRACE_VERSION_IMMEDIATE ? "" : unit_test_random(random) & 1U ? " 0x1f" : " -12");
}

/* A kernel of random instructions: blocks and warps in any order, warps without instructions, or missing. */
static void make_text(rig *r, unsigned version, bool lineinfo, uint64_t *random) {
    r->length = 0;
    say(r, "\n-kernel name = k\n-grid dim = (%u,1,1)\n-block dim = (%u,1,1)\n-shmem base_addr = 0x%llx\n",
        BLOCKS, WARPS * 32, TEXT_SHARED_BASE);
    say(r, "-local mem base_addr = 0x%llx\n-accelsim tracer version = %u\n-enable lineinfo = %d\n",
        TEXT_LOCAL_BASE, version, lineinfo);
    say(r, "-no such key = 1\n#traces format = x\n\n");
    const uint32_t first = (uint32_t)(unit_test_random(random) % BLOCKS);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        const uint32_t block = (first + 3 * i) % BLOCKS;
        say(r, "#BEGIN_TB\n\nthread block = %u,0,0\n", block);
        if (block & 1U)
            say(r, "cluster rank = 1\n");
        for (uint32_t w = WARPS; w-- > 0;) {
            const uint32_t insts = (uint32_t)(unit_test_random(random) % 60);
            if (insts == 1)
                continue;
            say(r, "warp = %u\ninsts = %u\n", w, insts);
            for (uint32_t n = 0; n < insts; n++)
                say_inst(r, version, lineinfo, block, w, random);
        }
        say(r, "#END_TB\n");
    }
    trace_text_write(r->kernel, r->text, r->length);
}

static void pack_trace(const char *trace, const char *to) {
    char err[LINE_ERROR_SIZE] = "";
    FILE *f = open_file(to, "wb");
    if (!f || !trace_pack(trace, f, err, sizeof err))
        fail_msg("%s", err);
    assert_int_equal(fclose(f), 0);
}

static uint64_t assert_same_block(block_stream *a, block_stream *b, uint32_t warps) {
    uint64_t count = 0;
    warp_inst x, y;
    for (uint32_t w = 0; w < warps; w++) {
        while (block_next_inst(a, w, &x)) {
            assert_true(block_next_inst(b, w, &y));
            if (!trace_text_same_inst(&x, &y))
                fail_msg("warp %u differs at pc 0x%llx", w, (unsigned long long)x.pc);
            count++;
        }
        assert_false(block_next_inst(b, w, &y));
    }
    block_close(a);
    block_close(b);
    return count;
}

/* Kernel by kernel and block by block; their instructions. */
static uint64_t read_both(source *text, source *packed) {
    if (!text || !packed)
        return 0;
    char err[LINE_ERROR_SIZE] = "";
    kernel_info a, b;
    uint64_t count = 0;
    int more;
    while ((more = text->ops->next_kernel(text, &a, err, sizeof err)) > 0) {
        block_stream *x, *y;
        assert_int_equal(packed->ops->next_kernel(packed, &b, err, sizeof err), 1);
        assert_string_equal(a.name, b.name);
        assert_int_equal(a.blocks, b.blocks);
        assert_int_equal(a.warps_per_block, b.warps_per_block);
        assert_int_equal(a.regs_per_thread, b.regs_per_thread);
        assert_int_equal(a.shared_bytes, b.shared_bytes);
        while ((more = text->ops->next_block(text, &x, err, sizeof err)) > 0) {
            const int same = packed->ops->next_block(packed, &y, err, sizeof err);
            if (same != 1)
                fail_msg("%s", err);
            count += assert_same_block(x, y, a.warps_per_block);
        }
        assert_int_equal(more, 0);
        assert_int_equal(packed->ops->next_block(packed, &y, err, sizeof err), 0);
    }
    assert_int_equal(more, 0);
    if (packed->ops->next_kernel(packed, &b, err, sizeof err) != 0)
        fail_msg("%s", err);
    assert_int_equal(packed->ops->next_kernel(packed, &b, err, sizeof err), 0); /* and it stays at its end */
    return count;
}

/* ---- warnings ---- */

typedef struct {
    FILE *file;
    int standard_error; /* what it was */
} capture;

/* Standard error goes to a file. */
static capture capture_begin(void) {
    fflush(stderr);
    const capture c = {tmpfile(), dup(STDERR_FILENO)};
    if (!c.file || c.standard_error < 0 || dup2(fileno(c.file), STDERR_FILENO) < 0)
        fail_msg("standard error cannot be read");
    return c;
}

static void capture_end(const capture *c) {
    fflush(stderr);
    if (c->standard_error < 0 || dup2(c->standard_error, STDERR_FILENO) < 0 || close(c->standard_error) != 0)
        fail_msg("standard error is lost");
}

/* Of the lines that begin with `name`, what stands behind it. */
static char *lines_of(FILE *file, const char *name) {
    char line[2 * LINE_NAME_SIZE], *all = memory(TEXT_BYTES);
    size_t length = 0;
    assert_int_equal(fseek(file, 0, SEEK_SET), 0);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, name, strlen(name)) != 0)
            continue;
        const int n = snprintf(all + length, TEXT_BYTES - length, "%s", line + strlen(name));
        assert_true(n >= 0 && length + (size_t)n < TEXT_BYTES);
        length += (size_t)n;
    }
    return all;
}

/* The packed trace has warned of the same as its text. */
static void assert_same_warnings(const capture *c, const rig *r) {
    char kernel[256], name[256];
    capture_end(c);
    snprintf(kernel, sizeof kernel, "gmmu: %s", r->kernel);
    snprintf(name, sizeof name, "gmmu: %s(kernel-1.traceg)", r->packed);
    char *text = lines_of(c->file, kernel), *packed = lines_of(c->file, name);
    fclose(c->file);
    assert_non_null(strstr(text, "no such key"));
    assert_string_equal(text, packed);
    free(text);
    free(packed);
}

/* ---- the same ---- */

/* Twice: an application may start again. */
static uint64_t assert_same_traces(const char *text, const char *packed) {
    char err[LINE_ERROR_SIZE] = "";
    spool *sp = spool_new(WINDOW), *other = spool_new(WINDOW);
    assert_true(sp && other);
    source *a = trace_source_open(text, sp, err, sizeof err),
           *b = trace_source_open(packed, other, err, sizeof err);
    if (!a || !b) {
        fail_msg("%s", err);
        return 0;
    }
    assert_string_equal(a->name, b->name);
    const uint64_t count = read_both(a, b);
    assert_int_equal(a->ops->rewind(a, err, sizeof err), 1);
    assert_int_equal(b->ops->rewind(b, err, sizeof err), 1);
    assert_int_equal(read_both(a, b), count);
    a->ops->close(a);
    b->ops->close(b);
    spool_free(sp);
    spool_free(other);
    return count;
}

static int setup(void **state) {
    rig *r = calloc(1, sizeof *r);
    assert_non_null(r);
    strcpy(r->folder, "/tmp/packed-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    snprintf(r->list, sizeof r->list, "%s/kernelslist.g", r->folder);
    snprintf(r->kernel, sizeof r->kernel, "%s/kernel-1.traceg", r->folder);
    snprintf(r->packed, sizeof r->packed, "%s/a.tracep", r->folder);
    r->text = malloc(TEXT_BYTES);
    assert_non_null(r->text);
    static const char list[] = "kernel-1.traceg\nMemcpyHtoD,0x7f0000001000,64\nkernel-1.traceg\n";
    trace_text_write(r->list, list, sizeof list - 1);
    *state = r;
    return 0;
}

static int teardown(void **state) {
    rig *r = *state;
    unlink(r->list);
    unlink(r->kernel);
    unlink(r->packed);
    rmdir(r->folder);
    free(r->text);
    free(r);
    return 0;
}

static void test_same_as_text(void **state) {
    rig *r = *state;
    uint64_t random = unit_test_seed(), count = 0;
    for (unsigned round = 0; round < 20; round++) {
        make_text(r, 1 + round % 5, round & 1U, &random);
        const capture packing = capture_begin(); /* its warnings are those of the text */
        pack_trace(r->list, r->packed);
        capture_end(&packing);
        fclose(packing.file);
        const capture reading = capture_begin();
        count += assert_same_traces(r->list, r->packed);
        assert_same_warnings(&reading, r);
    }
    assert_true(count > 20ULL * BLOCKS * WARPS * 20);
}

static void test_real_traces(void **state) {
    static const char *const names[] = {"bfs_rodinia_sm80", "matmul_tiled_sm61", "vectoradd_sm80"};
    const rig *r = *state;
    const char *folder = trace_text_real_traces();
    if (!folder)
        skip();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[LINE_NAME_SIZE];
        snprintf(text, sizeof text, "%s/%s/kernelslist.g", folder, names[i]);
        pack_trace(text, r->packed);
        assert_true(assert_same_traces(text, r->packed) > 1000);
    }
}

/* All of a packed trace, without its compression. */
static uint8_t *unpacked(const rig *r, uint8_t **packed, size_t *packed_size, size_t *size) {
    FILE *f = open_file(r->packed, "rb");
    *packed = memory(PACKED_MAX);
    uint8_t *data = memory(PACKED_MAX);
    *packed_size = f && *packed ? fread(*packed, 1, PACKED_MAX, f) : 0;
    assert_true(*packed_size > 100);
    if (f)
        fclose(f);
    *size = ZSTD_decompress(data, PACKED_MAX, *packed, *packed_size);
    assert_false(ZSTD_isError(*size));
    return data;
}

/* Reads all, or as far as it goes: 0, or -1 with one printable line that begins with the file's name. */
static int read_all(source *s, const char *name, char err[LINE_ERROR_SIZE]) {
    kernel_info info;
    block_stream *b;
    int more = s ? 1 : -1;
    while (more > 0 && (more = s->ops->next_kernel(s, &info, err, LINE_ERROR_SIZE)) > 0) {
        while ((more = s->ops->next_block(s, &b, err, LINE_ERROR_SIZE)) > 0)
            block_close(b);
        more = more < 0 ? more : 1;
    }
    if (s)
        s->ops->close(s);
    if (more < 0) {
        assert_int_equal(strncmp(err, name, strlen(name)), 0);
        for (const char *p = err; *p; p++)
            assert_true(*p >= ' ' && *p <= '~');
    }
    return more;
}

static int read_file(const rig *r, char err[LINE_ERROR_SIZE]) {
    spool *sp = spool_new(WINDOW);
    const int result = read_all(packed_source_open(r->packed, sp, err, LINE_ERROR_SIZE), r->packed, err);
    spool_free(sp);
    return result;
}

/* One bit changed anywhere in the file, or its end missing, or something behind it. A bit that the
 * compression does not use may change: the content must not. */
static void test_damaged(void **state) {
    rig *r = *state;
    uint64_t random = unit_test_seed();
    uint8_t *packed;
    size_t packed_size, size;
    unsigned refused = 0;
    char err[LINE_ERROR_SIZE] = "";
    make_text(r, 4, false, &random);
    pack_trace(r->list, r->packed);
    uint8_t *data = unpacked(r, &packed, &packed_size, &size), *again = memory(PACKED_MAX);
    assert_int_equal(read_file(r, err), 0);
    for (unsigned i = 0; i < 300; i++) {
        const size_t at = packed_size ? unit_test_random(&random) % packed_size : 0;
        const uint8_t bit = (uint8_t)(1U << unit_test_random(&random) % 8);
        packed[at] ^= bit;
        trace_text_write(r->packed, packed, packed_size);
        if (read_file(r, err) == 0) {
            assert_int_equal(ZSTD_decompress(again, PACKED_MAX, packed, packed_size), size);
            assert_memory_equal(again, data, size);
        } else {
            refused++;
        }
        packed[at] ^= bit;
    }
    assert_true(refused > 280);
    for (size_t cut = 0; cut < packed_size; cut += 1 + packed_size / 100) {
        trace_text_write(r->packed, packed, cut);
        assert_int_equal(read_file(r, err), -1);
        assert_non_null(strstr(err, "expected"));
    }
    packed[packed_size] = 'x';
    trace_text_write(r->packed, packed, packed_size + 1);
    assert_int_equal(read_file(r, err), -1);
    free(again);
    free(packed);
    free(data);
}

/* Bytes changed before the compression: what is read is either a trace or refused. */
static void test_wrong_bytes(void **state) {
    rig *r = *state;
    uint64_t random = unit_test_seed();
    uint8_t *packed, *data;
    size_t packed_size, size;
    unsigned refused = 0;
    make_text(r, 5, true, &random);
    pack_trace(r->list, r->packed);
    data = unpacked(r, &packed, &packed_size, &size);
    uint8_t *changed = memory(size);
    for (unsigned i = 0; i < 500; i++) {
        char err[LINE_ERROR_SIZE] = "";
        memcpy(changed, data, size);
        for (uint64_t n = unit_test_random(&random) % 4; n != UINT64_MAX; n--)
            changed[size ? unit_test_random(&random) % size : 0] = (uint8_t)unit_test_random(&random);
        spool *sp = spool_new(WINDOW);
        source *s = packed_source_open_memory("m.tracep", changed, size, sp, err, sizeof err);
        refused += read_all(s, "m.tracep", err) < 0;
        assert_int_equal(spool_memory_bytes(sp), 0);
        spool_free(sp);
    }
    assert_true(refused > 100);
    free(changed);
    free(packed);
    free(data);
}

/* A trace of one empty block; the record behind it as given. */
static int read_block_end(const void *end, size_t size) {
    static const char header[] = "-kernel name = k\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n"
                                 "#traces format = x\n";
    static const char begin[] = PACKED_MAGIC "\1a";
    const uint8_t kernel[] = {PACKED_KERNEL, 1, 'k', sizeof header - 1};
    const uint8_t block[] = {PACKED_BLOCK, 0};
    const struct {
        const void *data;
        size_t size;
    } parts[] = {{begin, sizeof begin - 1},
                 {kernel, sizeof kernel},
                 {header, sizeof header - 1},
                 {block, sizeof block},
                 {end, size},
                 {(uint8_t[]){PACKED_END}, 1}};
    static const uint8_t nothing[PACKED_LOOK_AHEAD];
    uint8_t data[1024];
    size_t length = 0;
    char err[LINE_ERROR_SIZE] = "";
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        memcpy(data + length, parts[i].data, parts[i].size);
        length += parts[i].size;
    }
    memcpy(data + length, nothing, sizeof nothing);
    spool *sp = spool_new(WINDOW);
    source *s = packed_source_open_memory("m.tracep", data, length + sizeof nothing, sp, err, sizeof err);
    const int result = read_all(s, "m.tracep", err);
    spool_free(sp);
    return result;
}

/* A number that does not end is refused, whatever its bits would say. */
static void test_endless_number(void **state) {
    (void)state;
    static const uint8_t longer[] = {PACKED_BLOCK_END | 0x80U, 0x80U, 0};
    static const uint8_t endless[] = {
        PACKED_BLOCK_END | 0x80U, 0x80U, 0x80U, 0x80U, 0x80U, 0x80U, 0x80U, 0x80U, 0x80U, 0x80U};
    assert_int_equal(read_block_end((uint8_t[]){PACKED_BLOCK_END}, 1), 0);
    assert_int_equal(read_block_end(longer, sizeof longer), 0);
    assert_int_equal(read_block_end(endless, sizeof endless), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_same_as_text, setup, teardown),
        cmocka_unit_test_setup_teardown(test_real_traces, setup, teardown),
        cmocka_unit_test_setup_teardown(test_damaged, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrong_bytes, setup, teardown),
        cmocka_unit_test(test_endless_number),
    };
    return UNIT_TEST_RUN("packed", tests);
}
