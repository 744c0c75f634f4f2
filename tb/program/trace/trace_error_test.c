/* SPDX-License-Identifier: Apache-2.0 */
/* Every way a trace can be wrong ends in one error line: FILE:LINE: what was wrong,
 * what was expected (offending text). */
#include "unit_test.h"

#include <fnmatch.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program/source.h"
#include "program/trace/kernels_list.h"
#include "trace_text.h"

static void expect(const char *text, const char *pattern) {
    char error[LINE_ERROR_SIZE];
    if (trace_text_read(text, NULL, NULL, error) >= 0)
        fail_msg("read without error, expected: %s", pattern);
    if (fnmatch(pattern, error, 0) != 0)
        fail_msg("error: %s\n   expected: %s", error, pattern);
}

/* In these texts the instruction is line 21, the body begins in line 15, added keys
 * are in line 12. */
static void instruction_errors(void **state) {
    (void)state;
    static const struct {
        unsigned version;
        const char *line, *pattern;
    } cases[] = {
        {3, "", "t.g:23: warp 1 has 0 instructions, expected 1 by 'insts =' (#END_TB)"},
        {3, "zz 1 0 EXIT 0 0", "t.g:21: bad instruction, expected a PC (hexadecimal, at most *) (zz)"},
        {3, "11112222333344445 1 0 EXIT 0 0", "t.g:21: bad instruction, expected a PC *(11112222333344445)"},
        {3, "0 1ffffffff 0 EXIT 0 0", "t.g:21: bad instruction, expected a lane mask *(1ffffffff)"},
        {3, "0", "t.g:21: the instruction ends early, expected a lane mask"},
        {3, "0 1 9 R1 MOV 0 0", "t.g:21: *expected the number of destinations (a number from 0 to 8) (9)"},
        {3, "0 1 2 R1 MOV 0 0", "t.g:21: bad register, expected R0 to R255 (MOV)"},
        {3, "0 1 1 R256 MOV 0 0", "t.g:21: bad register, expected R0 to R255 (R256)"},
        {3, "0 1 1 UR4 MOV 0 0", "t.g:21: bad register, expected R0 to R255 (UR4)"},
        {3, "0 1 1", "t.g:21: the instruction ends early, expected a register"},
        {3, "0 1 0", "t.g:21: the instruction ends early, expected an opcode"},
        {3, "0 1 0 17 0 0", "t.g:21: bad instruction, expected an opcode (17)"},
        {3, "0 1 0 EXIT -1 0", "t.g:21: *expected the number of sources (a number from 0 to 8) (-1)"},
        {3, "0 1 0 EXIT 0", "t.g:21: the instruction ends early, expected mem_width"},
        {3, "0 1 0 EXIT 0 0 0",
         "t.g:21: the instruction has more words than expected for tracer version 3 (0)"},
        {4, "0 1 1 R4 LDG.E 1 R2 4", "t.g:21: the instruction ends early, expected an address mode"},
        {4, "0 1 1 R4 LDG.E 1 R2 4 3 0x0", "t.g:21: *expected an address mode (a number from 0 to 2) (3)"},
        {4, "0 1 1 R4 LDG.E 1 R2 0",
         "t.g:21: memory instruction with mem_width 0, expected its addresses (LDG.E)"},
        {4, "0 1 1 R4 LDG.E 1 R2 999", "t.g:21: *expected mem_width (a number from 0 to 255) (999)"},
        {4, "0 1 1 R4 LDG.E.256 1 R2 32 2 0x100",
         "t.g:21: access too wide, expected at most 16 bytes per lane *"},
        {4, "0 7 1 R4 LDG.E 1 R2 4 0 0x0 0x4", "t.g:21: *ends early, expected an address per active lane"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 0 0x0 0x4 0x8", "t.g:21: the instruction has more words *(0x8)"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 1 0x0", "t.g:21: the instruction ends early, expected a stride"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 1 0x0 x", "t.g:21: *expected a stride (a signed decimal number) (x)"},
        {4, "0 5 1 R4 LDG.E 1 R2 4 1 0x0 4",
         "t.g:21: addresses by stride with mask 00000005, expected contiguous active lanes"},
        {4, "0 7 1 R4 LDG.E 1 R2 4 2 0x0 4", "t.g:21: *expected a delta per further active lane"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 2 0x0 9223372036854775808", "t.g:21: *expected a delta *"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 2 0x0 4 4", "t.g:21: the instruction has more words *"},
        {4, "0 3 1 R4 LDG.E 1 R2 4 2 0x0 -4",
         "t.g:21: address 0xfffffffffffffffc, expected one of the 48-bit *"},
        {4, "0 1 1 R4 LDG.E 1 R2 4 2 0xfffffffffffe",
         "t.g:21: address 0xfffffffffffe, expected one of the 48-bit*"},
        {4, "0 1 1 R4 LDS 1 R2 4 2 0x1000000",
         "t.g:21: shared-memory offset 0x1000000, expected less than 16 MB"},
        {4, "0 1 1 R4 LDL 1 R2 4 2 0x1000000",
         "t.g:21: local-memory offset 0x1000000, expected less than 16 MB"},
        {4, "0 3 1 R4 LD.E 1 R2 4 0 0x7fb139000000 0x7fb0fc400000",
         "t.g:21: generic access to shared and other memory at once, expected one of them (LD)"},
        {4, "0 1 1 R4 UTMALDG.1D 1 R2 4 2 0x100",
         "t.g:21: unknown opcode with addresses, expected *(UTMALDG.1D)"},
        {4, "0 1 1 R\x01 MOV 0 0", "t.g:21: bad register, expected R0 to R255 (R[?])"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = trace_text_inst(cases[i].version, "", cases[i].line);
        expect(text, cases[i].pattern);
        free(text);
    }
}

static void body_errors(void **state) {
    (void)state;
    static const struct {
        unsigned version;
        const char *body, *pattern;
    } cases[] = {
        {3, "", "t.g:14: the file ends after 0 thread blocks, expected 1 for its grid"},
        {3, "warp = 0\n", "t.g:15: unknown line between thread blocks, expected '#BEGIN_TB' (warp = 0)"},
        {3, "#BEGIN_TB\n", "t.g:15: the file ends inside a thread block, expected 'thread block = x,y,z'"},
        {3, "#BEGIN_TB\nwarp = 0\n", "t.g:16: bad thread block, expected 'thread block = x,y,z' (warp = 0)"},
        {3, "#BEGIN_TB\nthread block = 0,0\n", "t.g:16: bad thread block, expected *"},
        {3, "#BEGIN_TB\nthread block = 0,0,99999999999\n", "t.g:16: bad thread block, expected *"},
        {3, "#BEGIN_TB\nthread block = 1,0,0\n",
         "t.g:16: thread block outside the grid, expected less than 1,1,1 (1,0,0)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nfoo\n",
         "t.g:17: unknown line in a thread block, expected 'warp = W' or '#END_TB' (foo)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 2\n",
         "t.g:17: bad warp, expected a number from 0 to 1 (2)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\n#END_TB\n",
         "t.g:18: bad instruction count, expected 'insts = N' (#END_TB)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 99999999999999999999\n",
         "t.g:18: bad instruction count*"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 18446744073709551615\n0 1 0 EXIT 0 0\n",
         "t.g:19: the file ends inside a thread block, expected an instruction"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n0 1 0 EXIT 0 0\nwarp = 1\n",
         "t.g:20: warp 0 has 1 instructions, expected 2 by 'insts =' (warp = 1)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0 1 0 EXIT 0 0\n8 1 0 EXIT 0 0\n",
         "t.g:20: unknown line in a thread block, expected 'warp = W' or '#END_TB' (8 1 0 EXIT 0 0)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\nwarp = 0\ninsts = 0\n",
         "t.g:19: warp given twice in a thread block, expected each once (0)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\n#END_TB\n#BEGIN_TB\nthread block = 0,0,0\n#END_TB\n",
         "t.g:19: thread block given twice, expected each once (0,0,0)"},
        {3, "#BEGIN_TB\nthread block = 0,0,0\n#END_TB\nrest\n",
         "t.g:18: unknown line between thread blocks, expected '#BEGIN_TB' (rest)"},
        {2, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 1\ninsts = 1\n0 0 0 0 0000 ffffffff 0 EXIT 0 0\n",
         "t.g:19: column warp is 0, expected 1 (tracer version 2 has these columns)"},
        {5, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 1\ninsts = 1\n0 1 0 EXIT 0 0\n",
         "t.g:19: the instruction ends early, expected an immediate"},
        {5, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 1\ninsts = 1\n0 1 0 EXIT 0 0 x\n",
         "t.g:19: bad immediate, expected a number (x)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = trace_text(cases[i].version, "", cases[i].body);
        expect(text, cases[i].pattern);
        free(text);
    }
}

static void header_errors(void **state) {
    (void)state;
    static const struct {
        const char *key, *pattern;
    } cases[] = {
        {"-grid dim = (0,1,1)\n", "t.g:12: bad grid dim, expected (x,y,z) with each from 1 ((0,1,1))"},
        {"-grid dim = 4\n", "t.g:12: bad grid dim, expected (x,y,z) with each from 1 (4)"},
        {"-grid dim = (1,1,65536)\n", "t.g:12: grid too large, expected y and z of at most 65535 *"},
        {"-grid dim = (99999999999,1,1)\n", "t.g:12: bad grid dim, *"},
        {"-grid dim = (2147483647,65535,65535)\n",
         "t.g:*: the file ends after 0 thread blocks, expected 92230*"},
        {"-block dim = (2049,1,1)\n",
         "t.g:12: thread block too large, expected at most 2048 threads (64 warps) *"},
        {"-block dim = (2000,2000,2000)\n", "t.g:12: thread block too large, *"},
        {"-shmem = 99999999999\n", "t.g:12: bad shmem, expected a number from 0 to 2147483647 (99999999999)"},
        {"-nregs = -1\n", "t.g:12: bad nregs, expected a number from 0 to 2147483647 (-1)"},
        {"-shmem base_addr = xyz\n",
         "t.g:12: bad shmem base_addr, expected a hexadecimal address below 2^48 (xyz)"},
        {"-local mem base_addr = 0xffffffffffffffff\n", "t.g:12: bad local mem base_addr, *"},
        {"-accelsim tracer version = 6\n",
         "t.g:12: unsupported accelsim tracer version, expected 1 to 5 (6)"},
        {"-accelsim tracer version = 0\n",
         "t.g:12: unsupported accelsim tracer version, expected 1 to 5 (0)"},
        {"-enable lineinfo = 2\n", "t.g:12: bad enable lineinfo, expected a number from 0 to 1 (2)"},
        {"hello\n",
         "t.g:12: unknown line in the header, expected '-key = value' or '#traces format = ...' (hello)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *text = trace_text(3, cases[i].key, "");
        expect(text, cases[i].pattern);
        free(text);
    }
    expect("", "t.g: the file ends inside the header, expected '#traces format = ...'");
    expect("-shmem = 0\n", "t.g:1: the file ends inside the header, expected '#traces format = ...'");
    expect("-shmem = 0\n#traces format\n",
           "t.g:2: the header has no grid dim, expected '-grid dim = (x,y,z)'");
    expect("-grid dim = (1,1,1)\n#traces format\n", "t.g:2: the header has no block dim, expected *");
}

/* A header of `count` bytes of `fill`. */
static void endless(char fill, size_t count, const char *pattern) {
    char *text = malloc(count + 1);
    memset(text, fill, count);
    text[count] = '\0';
    expect(text, pattern);
    free(text);
}

static void absurd_text(void **state) {
    (void)state;
    endless('x', 10 << 20, "t.g:1: line too long, expected at most 65536 bytes");
    endless('x', 65537, "t.g:1: line too long, *");
    endless('x', 65536, "t.g:1: unknown line in the header, * (xxxxx*xxx...)");
    endless('\n', 100000, "t.g:100000: the file ends inside the header, *");
    endless('\n', 1 << 20, "t.g:100001: more than 100000 blank lines in a row, expected text");
    kernel_trace t = {0};
    notes n = {.quiet = true};
    assert_true(lines_open_memory(&t.lines, "t.g", "-shmem\0 = 0\n", 12));
    assert_false(kernel_trace_start(&t, &n));
    assert_string_equal(t.lines.error, "t.g:1: binary data (a zero byte), expected text");
    kernel_trace_close(&t);
    enum { KEYS = 1500, KEY_BYTES = 9 };
    char *many = malloc(KEYS * KEY_BYTES + 1);
    assert_non_null(many);
    for (unsigned i = 0; i < KEYS; i++)
        memcpy(many + (size_t)i * KEY_BYTES, "-new = 1\n", KEY_BYTES + 1);
    expect(many, "t.g:1000: more than 1000 lines of header, expected *");
    free(many);
}

static void list_errors(void **state) {
    (void)state;
    static const struct {
        const char *text, *pattern;
    } cases[] = {
        {"", "l.g: no kernels in the list, expected lines like kernel-1.traceg"},
        {"MemcpyHtoD,0x7fb0fc400000,4\n", "l.g:1: no kernels in the list, *"},
        {"kernel-1\n",
         "l.g:1: bad kernel trace name, expected one ending in .traceg, .traceg.xz or .tracez (kernel-1)"},
        {"MemcpyHtoD\n", "l.g:1: bad copy, expected 'MemcpyHtoD,0xADDRESS,BYTES' (MemcpyHtoD)"},
        {"MemcpyHtoD,0x10\n", "l.g:1: bad copy, expected 'MemcpyHtoD,0xADDRESS,BYTES' (MemcpyHtoD,0x10)"},
        {"\nMemcpyHtoD,0xg,4\n", "l.g:2: bad copy, expected a hexadecimal address of the 48-bit space *"},
        {"MemcpyHtoD,0xffffffffffff,2\n",
         "l.g:1: bad copy, expected a decimal size inside the 48-bit space *"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        kernels_list k = {0};
        notes n = {.quiet = true};
        lines l;
        assert_true(lines_open_memory(&l, "l.g", cases[i].text, strlen(cases[i].text)));
        assert_false(kernels_list_read(&k, &l, &n));
        if (fnmatch(cases[i].pattern, l.error, 0) != 0)
            fail_msg("error: %s\n   expected: %s", l.error, cases[i].pattern);
        lines_close(&l);
        kernels_list_free(&k);
    }
}

static void list_lines(void **state) {
    (void)state;
    static const char text[] = "MemcpyHtoD,0x00007fb0fc400000,200000\r\nkernel-1.traceg \nncclAllReduce\n"
                               "kernel-2-ctx_0x5581.traceg.xz\nncclAllReduce\nMemcpyDtoH,0x7fb0fc400000,4";
    kernels_list k = {0};
    notes n = {.quiet = true};
    lines l;
    assert_true(lines_open_memory(&l, "l.g", text, sizeof text - 1));
    assert_true(kernels_list_read(&k, &l, &n));
    assert_int_equal(k.count, 2);
    assert_string_equal(k.kernel[0].file, "kernel-1.traceg");
    assert_string_equal(k.kernel[1].file, "kernel-2-ctx_0x5581.traceg.xz");
    assert_int_equal(k.kernel[1].line, 4);
    assert_int_equal(n.count, 1); /* the unknown line, reported once */
    lines_close(&l);
    kernels_list_free(&k);
}

/* A directory with a list of one kernel. */
typedef struct {
    char path[64], list[96], kernel[96];
} trace_directory;

static void make_directory(trace_directory *d, const char *kernel) {
    char line[64];
    snprintf(d->path, sizeof d->path, "/tmp/trace_test-XXXXXX");
    assert_non_null(mkdtemp(d->path));
    snprintf(d->list, sizeof d->list, "%s/kernelslist.g", d->path);
    snprintf(d->kernel, sizeof d->kernel, "%s/%s", d->path, kernel);
    int n = snprintf(line, sizeof line, "%s\n", kernel);
    trace_text_write(d->list, line, (size_t)n);
}

static void remove_directory(const trace_directory *d) {
    unlink(d->kernel);
    unlink(d->list);
    rmdir(d->path);
}

/* Reads the only kernel: 1 when good, else 0 with the error. */
static bool read_directory(const trace_directory *d, char err[LINE_ERROR_SIZE]) {
    spool *sp = spool_new(0);
    kernel_info info;
    block_stream *b;
    int r = -1;
    source *s = trace_source_open(d->list, sp, err, LINE_ERROR_SIZE);
    if (s) {
        r = s->ops->next_kernel(s, &info, err, LINE_ERROR_SIZE);
        while (r > 0 && (r = s->ops->next_block(s, &b, err, LINE_ERROR_SIZE)) > 0)
            block_close(b);
        s->ops->close(s);
    }
    spool_free(sp);
    return r == 0;
}

static void expect_error(const trace_directory *d, const char *pattern) {
    char err[LINE_ERROR_SIZE];
    assert_false(read_directory(d, err));
    if (fnmatch(pattern, err, 0) != 0)
        fail_msg("error: %s\n   expected: %s", err, pattern);
}

/* What a folder with these files is refused for; NULL: a kernel is read. */
static void expect_in_folder(const char *const *files, const char *list, const char *pattern) {
    char err[LINE_ERROR_SIZE] = "", path[160];
    trace_directory d;
    kernel_info info;
    make_directory(&d, "kernel-1.traceg");
    unlink(d.list);
    char *text = trace_text(3, "", "");
    trace_text_write(d.kernel, text, strlen(text));
    free(text);
    for (const char *const *f = files; *f; f++) {
        snprintf(path, sizeof path, "%s/%s", d.path, *f);
        trace_text_write(path, list, strlen(list));
    }
    spool *sp = spool_new(0);
    source *s = trace_source_open(d.path, sp, err, sizeof err);
    const bool read = s && s->ops->next_kernel(s, &info, err, sizeof err) > 0;
    if (read != (pattern == NULL) || (pattern && fnmatch(pattern, err, 0) != 0))
        fail_msg("error: %s\n   expected: %s", err, pattern ? pattern : "none");
    if (s)
        s->ops->close(s);
    spool_free(sp);
    for (const char *const *f = files; *f; f++) {
        snprintf(path, sizeof path, "%s/%s", d.path, *f);
        unlink(path);
    }
    remove_directory(&d);
}

/* The post-processor names the first list kernelslist.g, and others after their contexts; the tracer's own
 * list has no .g, and its kernels end in .trace. */
static void lists_of_a_folder(void **state) {
    (void)state;
    static const char list[] = "kernel-1.traceg\n";
    expect_in_folder((const char *const[]){"kernelslist_ctx_0x55d0c0.g", "stats.csv", NULL}, list, NULL);
    expect_in_folder((const char *const[]){"mine.g", "kernelslist", NULL}, list, NULL);
    expect_in_folder((const char *const[]){"b.g", "kernelslist.g", "a.g", NULL}, list, NULL);
    expect_in_folder((const char *const[]){"c.g", "b.g", "a.g", NULL}, list,
                     "/tmp/*: 3 lists of kernels, expected the path of one of them (a.g, b.g, ...)");
    expect_in_folder((const char *const[]){"kernelslist", "kernel-1.trace", NULL}, "kernel-1.trace\n",
                     "/tmp/*: raw traces, expected what Accel-Sim's post-traces-processing makes of them "
                     "(kernelslist.g)");
    expect_in_folder((const char *const[]){"kernel-1.trace.xz", NULL}, "",
                     "/tmp/*: raw traces, expected what Accel-Sim's post-traces-processing makes of them "
                     "(kernelslist.g)");
    expect_in_folder(
        (const char *const[]){"kernelslist.g", NULL}, "kernel-1.trace\n",
        "/tmp/*/kernelslist.g:1: a raw trace, expected what Accel-Sim's post-traces-processing makes "
        "of the list (kernelslist.g) (kernel-1.trace)");
    expect_in_folder((const char *const[]){"kernel-2.tracez", NULL}, "",
                     "/tmp/*/kernelslist.g: cannot be opened: No such file or directory");
    char err[LINE_ERROR_SIZE];
    assert_null(trace_source_open("/tmp/kernel-1.trace", NULL, err, sizeof err));
    assert_string_equal(err, "/tmp/kernel-1.trace: a raw trace of one kernel, expected what Accel-Sim's "
                             "post-traces-processing makes of all (kernelslist.g)");
}

static void missing_files(void **state) {
    (void)state;
    char err[LINE_ERROR_SIZE];
    trace_directory d;
    make_directory(&d, "kernel-1.traceg");
    expect_error(
        &d,
        "/tmp/*/kernelslist.g:1: no such kernel trace, expected a file beside the list (kernel-1.traceg)");
    unlink(d.list);
    expect_error(&d, "/tmp/*/kernelslist.g: cannot be opened: No such file or directory");
    assert_null(trace_source_open(d.path, NULL, err, sizeof err)); /* a folder stands for its list */
    assert_int_equal(fnmatch("/tmp/*/kernelslist.g: cannot be opened: No such file or directory", err, 0), 0);
    char *endless_name = malloc(5000);
    memset(endless_name, 'a', 4999);
    endless_name[4999] = '\0';
    assert_null(trace_source_open(endless_name, NULL, err, sizeof err));
    assert_int_equal(fnmatch("aaa*...: the file name is too long, expected at most 1023 characters", err, 0),
                     0);
    free(endless_name);
    remove_directory(&d);
}

/* A kernel with enough lines for several input buffers of the decompressor. */
static size_t compressed_kernel(uint8_t *to, size_t room) {
    enum { INSTS = 20000 };
    char *body = malloc(INSTS * 40U);
    uint64_t random = 7;
    size_t at = (size_t)sprintf(body, "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = %d\n", INSTS);
    for (unsigned i = 0; i < INSTS; i++)
        at += (size_t)sprintf(body + at, "%llx 1 0 NOP 0 0\n", (unsigned long long)unit_test_random(&random));
    memcpy(body + at, "#END_TB\n", sizeof "#END_TB\n");
    char *text = trace_text(4, "", body);
    size_t size = 0;
    assert_int_equal(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text, strlen(text),
                                             to, &size, room),
                     LZMA_OK);
    free(text);
    free(body);
    return size;
}

static void xz_errors(void **state) {
    (void)state;
    enum { ROOM = 1 << 20 };
    char err[LINE_ERROR_SIZE];
    uint8_t *xz = malloc(ROOM);
    size_t size = compressed_kernel(xz, ROOM);
    trace_directory d;
    assert_true(size > 150000);
    make_directory(&d, "kernel-1.traceg.xz");
    trace_text_write(d.kernel, xz, size);
    if (!read_directory(&d, err))
        fail_msg("%s", err);
    for (size_t cut = 0; cut < size; cut += cut < 32 || cut + 64 > size ? 1 : 9973) {
        trace_text_write(d.kernel, xz, cut);
        expect_error(&d, "/tmp/*/kernel-1.traceg.xz:*: truncated .xz data, expected more");
    }
    trace_text_write(d.kernel, xz, 100000); /* in the middle of the instructions */
    expect_error(&d, "/tmp/*/kernel-1.traceg.xz:[1-9][0-9][0-9]*: truncated *");
    xz[size / 2] ^= 0x55;
    trace_text_write(d.kernel, xz, size);
    assert_false(read_directory(&d, err));
    trace_text_write(d.kernel, "-kernel name = x\n-kernel id = 1\n", 30);
    expect_error(&d, "/tmp/*/kernel-1.traceg.xz:1: not .xz data, expected the .xz format");
    remove_directory(&d);
    free(xz);
}

/* kernel-1.traceg in the list, kernel-1.traceg.xz on the disk. */
static void compressed_later(void **state) {
    (void)state;
    enum { ROOM = 1 << 20 };
    char err[LINE_ERROR_SIZE], renamed[128];
    uint8_t *xz = malloc(ROOM);
    size_t size = compressed_kernel(xz, ROOM);
    trace_directory d;
    make_directory(&d, "kernel-1.traceg");
    snprintf(renamed, sizeof renamed, "%s.xz", d.kernel);
    trace_text_write(renamed, xz, size);
    if (!read_directory(&d, err))
        fail_msg("%s", err);
    unlink(renamed);
    remove_directory(&d);
    free(xz);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instruction_errors), cmocka_unit_test(body_errors),
        cmocka_unit_test(header_errors),      cmocka_unit_test(absurd_text),
        cmocka_unit_test(list_errors),        cmocka_unit_test(list_lines),
        cmocka_unit_test(lists_of_a_folder),  cmocka_unit_test(missing_files),
        cmocka_unit_test(xz_errors),          cmocka_unit_test(compressed_later),
    };
    return UNIT_TEST_RUN("trace errors", tests);
}
