/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PTX as a workload: what a program leaves in memory, the warp instructions it gives, its registers, and
 * lines about what is wrong. Text that was changed at random is read or refused with one line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/ptx/ptx_build.h"
#include "program/ptx/ptx_compute.h"
#include "program/ptx/ptx_registers.h"
#include "program/workload.h"
#include "unit_test.h"

#define HEAD                                                                                                 \
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u64 k_0, .param .u32 "         \
    "k_1)\n{\n"
#define REGISTERS                                                                                            \
    ".reg .b32 %r<20>;\n.reg .f32 %f<20>;\n.reg .b64 %d<20>;\n.reg .f64 %g<9>;\n.reg .pred %p<9>;\n"
#define PLACE                                                                                                \
    "ld.param.u64 %d1, [k_0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 4;\nadd.s64 %d1, %d1, %d2;\n"
#define STORE "st.global.u32 [%d1], %r2;\nret;\n}\n"

typedef struct {
    char folder[64], ptx[96], toml[96], spec[256];
} files;

static void files_write(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (!file) {
        fail_msg("%s cannot be written", path);
        return;
    }
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void files_make(files *f) {
    snprintf(f->folder, sizeof f->folder, "%s", "/tmp/gmmu-ptx-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->ptx, sizeof f->ptx, "%s/t.ptx", f->folder);
    snprintf(f->toml, sizeof f->toml, "%s/t.toml", f->folder);
    snprintf(f->spec, sizeof f->spec, "ptx:%s,launch=%s", f->ptx, f->toml);
}

static void files_remove(const files *f) {
    (void)unlink(f->ptx);
    (void)unlink(f->toml);
    assert_int_equal(rmdir(f->folder), 0);
}

static uint64_t read_all(block_stream *b, uint32_t warps, uint64_t classes[OP_EXIT + 1]) {
    warp_inst i;
    uint64_t count = 0;
    for (uint32_t w = 0; w < warps; w++)
        for (; block_next_inst(b, w, &i); count++) {
            classes[i.op]++;
            assert_true(i.ndst <= GMMU_MAX_DST && i.nsrc <= GMMU_MAX_SRC && i.width <= 16);
        }
    block_close(b);
    return count;
}

/* To the end; "" or the line of an error. */
static void run(const files *f, char *err, size_t n, uint64_t classes[OP_EXIT + 1]) {
    kernel_info info;
    block_stream *b;
    int r, kernel;
    *err = '\0';
    workload *w = workload_open(f->spec, 1 << 20, 1, (code_style){0}, err, n);
    if (!w)
        return;
    while ((kernel = workload_next_kernel(w, &info, err, n)) > 0) {
        while ((r = workload_next_block(w, &b, err, n)) > 0)
            (void)read_all(b, info.warps_per_block, classes);
        if (r < 0)
            break;
    }
    if (kernel == 0)
        (void)workload_check(w, err, n);
    workload_close(w);
}

static const char launch_of_16[] = "[[buffer]]\nname = \"x\"\ncount = 64\n"
                                   "[[step]]\nkernel = \"k\"\nblock = 16\nargs = [\"x\", 3]\n"
                                   "[[check]]\nbuffer = \"x\"\nvalues = [%s]\n";

/* The words that 16 threads leave. */
static void leaves(const char *code, const char *words) {
    char text[4096], launch[1024], err[2048];
    uint64_t classes[OP_EXIT + 1] = {0};
    files f;
    files_make(&f);
    snprintf(text, sizeof text, "%s%s%s%s%s", HEAD, REGISTERS, PLACE, code, STORE);
    snprintf(launch, sizeof launch, launch_of_16, words);
    files_write(f.ptx, text);
    files_write(f.toml, launch);
    run(&f, err, sizeof err, classes);
    files_remove(&f);
    assert_string_equal(err, "");
    assert_int_equal(classes[OP_EXIT], 1);
}

static void test_values(void **state) {
    (void)state;
    leaves("add.u32 %r2, %r1, 0x10;", "16, 17, 18, 19");
    leaves("ld.param.u32 %r2, [k_1];", "3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0");
    leaves("setp.gt.u32 %p1, %r1, 1;\n@%p1 mov.u32 %r2, 5;\n@!%p1 sub.u32 %r2, 0, 1;",
           "0xffffffff, 0xffffffff, 5, 5");
    leaves("setp.lt.and.u32 %p1|%p2, %r1, 3, %p3;\nsetp.lt.or.u32 %p1|%p2, %r1, 1, !%p3;\nselp.b32 %r2, 7, "
           "9, %p2;",
           "7, 7");
    leaves("cvt.rn.f32.u32 %f1, %r1;\nmul.f32 %f1, %f1, 0f3F000000;\nmov.b32 %r2, %f1;",
           "0, 0x3f000000, 0x3f800000, 0x3fc00000");
    leaves(
        "cvt.rn.f64.s32 %g1, %r1;\nfma.rn.f64 %g1, %g1, %g1, 0d3FE0000000000000;\ncvt.rzi.u32.f64 %r2, %g1;",
        "0, 1, 4, 9, 16, 25");
    leaves("cvt.rn.f32.u32 %f1, %r1;\nrcp.approx.ftz.f32 %f2, %f1;\ncvt.rzi.s32.f32 %r2, %f2;",
           "0x7fffffff, 1, 0, 0");
    leaves("{ .reg .b16 %h; cvt.rn.f32.u32 %f1, %r1; cvt.rn.f16.f32 %h, %f1; cvt.u32.u16 %r2, %h; }",
           "0, 0x3c00, 0x4000, 0x4200, 0x4400");
    /* 2^24 + 1 is between two numbers, 65535 is none of half precision. */
    leaves("cvt.rn.f32.u32 %f1, %r1;\nadd.rp.f32 %f2, 0f4B800000, %f1;\nmov.b32 %r2, %f2;",
           "0x4b800000, 0x4b800001, 0x4b800001, 0x4b800002, 0x4b800002");
    leaves("cvt.rn.f32.u32 %f1, %r1;\nfma.rm.f32 %f2, %f1, 0fBF800000, 0fCB800000;\nmov.b32 %r2, %f2;",
           "0xcb800000, 0xcb800001, 0xcb800001, 0xcb800002, 0xcb800002");
    leaves("add.u32 %r3, %r1, 16777216;\ncvt.rz.f32.u32 %f1, %r3;\nmov.b32 %r2, %f1;",
           "0x4b800000, 0x4b800000, 0x4b800001, 0x4b800001");
    leaves(
        "{ .reg .b16 %h<3>;\ncvt.rn.f16.u32 %h0, %r1;\nmov.b16 %h1, 0x3800;\nfma.rn.f16 %h2, %h0, %h0, %h1;\n"
        "add.f16 %h2, %h2, %h1;\nneg.f16 %h2, %h2;\ncvt.u32.u16 %r2, %h2; }",
        "0xbc00, 0xc000, 0xc500, 0xc900");
    leaves("{ .reg .b16 %h;\nadd.u32 %r3, %r1, 65535;\ncvt.rz.f16.u32 %h, %r3;\ncvt.u32.u16 %r2, %h; }",
           "0x7bff, 0x7bff");
    leaves("cvt.u16.u32 %r2, %r1;\nbrev.b32 %r2, %r2;\nclz.b32 %r2, %r2;", "32, 0, 1, 0, 2, 0, 1, 0, 3");
    leaves("mov.b64 %d3, {%r1, %r1};\nadd.u64 %d3, %d3, 0xffffffff;\nmov.b64 {_, %r2}, %d3;", "0, 2, 3, 4");
    leaves("sub.cc.u32 %r3, %r1, 2;\naddc.u32 %r2, 5, 0;", "5, 5, 6, 6");
    leaves("sub.cc.u32 %r3, %r1, 2;\nsubc.u32 %r2, 5, 0;", "4, 4, 5, 5");
    leaves("mul.lo.s32 %r3, %r1, -7;\ndiv.s32 %r4, %r3, 3;\nrem.s32 %r5, %r3, 3;\nmad.lo.s32 %r2, %r4, 100, "
           "%r5;",
           "0, 0xffffff37, 0xfffffe6e, 0xfffffd44");
}

/* Lanes that went other ways are together again, and the code behind is executed once. */
static void test_together(void **state) {
    (void)state;
    const char *code = "mov.u32 %r2, 0;\nmov.u32 %r3, %r1;\n"
                       "$loop:\nsetp.eq.u32 %p1, %r3, 0;\n@%p1 bra $end;\nadd.u32 %r2, %r2, %r3;\n"
                       "sub.u32 %r3, %r3, 1;\nsetp.gt.u32 %p2, %r2, 50;\n@%p2 bra $end;\nbra.uni $loop;\n"
                       "$end:\nvote.sync.ballot.b32 %r4, %p1, 0xffff;\nbar.sync 0;\nadd.u32 %r2, %r2, %r4;";
    leaves(code, "0x3ff, 0x400, 0x402, 0x405, 0x409");
}

/* A kernel's registers: no more than are alive at once, pairs where values are wide. */
static void test_registers(void **state) {
    (void)state;
    char text[8192] = HEAD ".reg .b32 %r<200>;\n.reg .b64 %d<200>;\nmov.u32 %r0, 1;\nmov.u64 %d0, 1;\n",
         err[1024];
    for (uint32_t i = 1; i < 60; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "add.u32 %%r%u, %%r%u, 1;\nadd.u64 %%d%u, %%d%u, 1;\n", i,
                 i - 1, i, i - 1);
    }
    const size_t end = strlen(text);
    snprintf(text + end, sizeof text - end, "ret;\n}\n");
    ptx_module m;
    ptx_kernel k;
    assert_true(ptx_module_open(&m, "t.ptx", strdup(text), strlen(text), err, sizeof err));
    assert_true(ptx_build(&m, &m.function[0], PTX_REGISTERS_MOST, &k, err, sizeof err));
    assert_int_equal(k.used, 4); /* one of each, the wide one at an even place */
    for (uint32_t i = 0; i < k.count; i++)
        assert_true(k.inst[i].names_dst != 2 || k.inst[i].name_dst[0] % 2 == 0);
    ptx_kernel_free(&k);
    assert_false(ptx_build(&m, &m.function[0], 2, &k, err, sizeof err));
    assert_non_null(strstr(err, "needs more than 2 registers"));
    ptx_kernel_free(&k);
    ptx_module_close(&m);
}

static void refused(const char *code, const char *line) {
    char text[4096], err[2048], expected[512];
    uint64_t classes[OP_EXIT + 1] = {0};
    files f;
    files_make(&f);
    snprintf(text, sizeof text, "%s%s%s", HEAD, REGISTERS, code);
    files_write(f.ptx, text);
    char launch[1024];
    snprintf(launch, sizeof launch, launch_of_16, "0");
    files_write(f.toml, launch);
    run(&f, err, sizeof err, classes);
    snprintf(expected, sizeof expected, "%s:%s", f.ptx, line);
    files_remove(&f);
    if (strncmp(err, expected, strlen(expected)) != 0)
        fail_msg("'%s': expected '%s'", err, expected);
}

static void test_refused(void **state) {
    (void)state;
    refused("tex.1d.v4.f32.f32 {%f1}, [a, {%f2}];\n}", "11:1: this instruction is not supported");
    refused("add.u32 %r1, %r2;\n}", "11:17: expected ',' (;)");
    refused("add.u32 %r1, %r2, %r33;\n}", "11:19: expected a declared register");
    refused("add.u32 %d1, %r2, %r3;\n}", "11:9: expected a register of type .u32, not one of 64 bits (%d1)");
    refused("bar.warp 0;\n}", "11:1: this form of the instruction is not supported (bar.warp)");
    refused("min.rz.f32 %f1, %f2, %f3;\n}", "11:1: the modifier .rz is not supported here (min.rz.f32)");
    refused("{ .reg .b16 %h;\nadd.rz.f16 %h, %h, %h;\n}\n}",
            "12:1: the modifier .rz is not supported here (add.rz.f16)");
    refused("{ .reg .b16 %h;\ndiv.f16 %h, %h, %h;\n}\n}",
            "12:1: this form of the instruction is not supported");
    refused("ld.global.v4.f64 {%g1,%g2,%g3,%g4}, [%d1];\n}",
            "11:1: this form of the instruction is not supported");
    refused("bra $nowhere;\n}", "11:5: expected a label of this function ($nowhere)");
    refused("$a:\n$a:\nret;\n}", "14:2: the label $a stands twice");
    refused("call.uni f, ();\n}", "11:10: expected a function that this file defines (f)");
    refused("bar.sync 1;\n}", "11:10: expected barrier 0 (1)");
    refused("mov.u32 %r1, %clock;\n}", "11:14: expected a declared register");
    refused(".shared .b8 s[99999999];\n}", "11:15: expected a size");
    refused("mov.u32 %r1, 0x1ffffffffffffffff;\n}", "11:14: expected a number");
    refused("ld.global.u32 %r1, [%d1];\nret;\n}", "11:1: kernel k, block 0: thread 0 accesses 4 bytes of "
                                                  "global memory at 0x0: expected an address inside a "
                                                  "buffer");
    refused("ld.param.u64 %d1, [k_0];\nld.global.u32 %r1, [%d1+2];\n}",
            "12:1: kernel k, block 0: thread 0 accesses 4 bytes at 0x100000002: expected an aligned address");
    refused("mov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 3;\n@%p1 bar.sync 0;\n}",
            "13:6: kernel k, block 0: a barrier that not all threads of a warp reach together");
    refused("$l:\nbra $l;\n}", "12:1: kernel k, block 0: more than 67108864 warp instructions");
    refused("trap;\n}", "11:1: kernel k, block 0: the kernel executes trap");
    refused("ret;\n", "5:1: expected '}' for this '{' ({)");
}

static void refused_launch(const char *launch, const char *line) {
    char err[2048], expected[512];
    uint64_t classes[OP_EXIT + 1] = {0};
    files f;
    files_make(&f);
    files_write(f.ptx, HEAD "ret;\n}\n");
    files_write(f.toml, launch);
    run(&f, err, sizeof err, classes);
    snprintf(expected, sizeof expected, "%s:%s", f.toml, line);
    files_remove(&f);
    if (strncmp(err, expected, strlen(expected)) != 0)
        fail_msg("'%s': expected '%s'", err, expected);
}

static void test_launches(void **state) {
    (void)state;
#define BUFFER "[[buffer]]\nname = \"x\"\ncount = 64\n"
    refused_launch("", "1:1: expected a [[step]] with kernel =");
    refused_launch("[[bufer]]\n",
                   "1:3: unknown key, expected one of docs/reference/ptx.md; did you mean 'buffer'? (bufer)");
    refused_launch(BUFFER "[step]\nkernel = \"k\"\n",
                   "4:2: expected a table in double brackets, as [[step]] (step)");
    refused_launch("[[buffer]]\nname = x\n", "2:8: expected a value: a text in double quotes");
    refused_launch("[[buffer]]\nname = \"x\"\n", "1:3: expected count = or size =");
    refused_launch(BUFFER "size = 7\ncount = 3\n", "5:1: expected each key once in a table (count)");
    refused_launch(BUFFER "[[step]]\nkernel = \"kk\"\n", "5:10: expected a kernel of ");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nargs = [\"x\"]\n",
                   "6:8: expected 2 arguments of kernel k, not 1");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nargs = [\"y\", 1]\n",
                   "6:9: expected the name of a buffer above");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nargs = [\"x\", 1.5]\n",
                   "6:14: expected a whole number of type u32");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nargs = [\"x\", -3000000000]\n",
                   "6:14: expected a number of 32 bits");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nblock = [2000]\n",
                   "6:10: block: expected a number from 1 to 1024");
    refused_launch(BUFFER "[[step]]\nkernel = \"k\"\nblok = 3\n",
                   "6:1: unknown key, expected one of docs/reference/ptx.md; did you mean 'block'? (blok)");
    refused_launch(BUFFER "[[step]]\ncopy = \"x\"\n", "4:3: expected kernel =, copy = with to =, or reset =");
    refused_launch(BUFFER "[[check]]\nbuffer = \"x\"\n", "4:3: expected one of value, values, file and same");
    refused_launch("[[step]]\ngrid = 3\n", "2:1: expected kernel = in this step as well (grid)");
    refused_launch("[[buffer]]\nname = \"x\"\nsize = 8\ncount = 2\n", "1:3: expected either count or size");
    refused_launch(BUFFER "value = 3\nfill = \"index\"\n",
                   "5:1: expected one of fill, value, values and file (fill)");
    /* products of 2^64 and of 2^90 are not small ones */
    refused_launch("[[step]]\nkernel = \"k\"\ngrid = [1073741824, 1073741824, 16]\n",
                   "3:8: grid: expected one to three numbers, in all at most 2147483647");
    refused_launch("[[step]]\nkernel = \"k\"\ngrid = [1073741824, 1073741824, 1073741824]\n",
                   "3:8: grid: expected one to three numbers, in all at most 2147483647");
    refused_launch(BUFFER "[[check]]\nbuffer = \"x\"\nvalues = [1]\nvalue = 0\n",
                   "7:1: expected one of value, values, file and same (value)");
    refused_launch(BUFFER "[[check]]\nbuffer = \"x\"\nvalue = 0\ntolerance = -1\n",
                   "7:13: tolerance: expected a number from 0 on");
    refused_launch("a = 1e999\n", "1:5: expected a number (1e999)");
    refused_launch("a = 010\n", "1:5: expected a number without a zero before it (010)");
    refused_launch("[[buffer]]\nname = \"b\"\ntype = \"u8\"\ncount = 3\n" BUFFER
                   "[[check]]\nbuffer = \"x\"\nsame = \"b\"\n",
                   "8:3: expected whole elements of 4 bytes, not 3 bytes");
    refused_launch("a = \"\\q\"\n", "1:5: expected \\\", \\\\, \\n or \\t");
    refused_launch("a = [1, [2, [3, [4, [5]]]]]\n", "1:21: expected arrays in each other");
}

/* Steps of the host between kernels, buffers of all kinds, repetitions. */
static void test_sequence(void **state) {
    (void)state;
    char err[2048];
    uint64_t classes[OP_EXIT + 1] = {0};
    files f;
    files_make(&f);
    files_write(f.ptx, HEAD REGISTERS PLACE "ld.param.u32 %r3, [k_1];\nld.global.u32 %r2, [%d1];\n"
                                            "add.u32 %r2, %r2, %r3;\n" STORE);
    files_write(f.toml, "repeat = 3\n[[buffer]]\nname = \"x\"\ncount = 16\nfill = \"index\"\n"
                        "[[buffer]]\nname = \"y\"\nsize = \"64\"\nvalue = 5\n"
                        "[[step]]\nkernel = \"k\"\nblock = [4, 4]\nargs = [\"x\", 1]\nrepeat = 2\n"
                        "[[step]]\ncopy = \"x\"\nto = \"y\"\n[[step]]\nreset = \"x\"\n"
                        "[[check]]\nbuffer = \"y\"\nvalues = [2, 3, 4, 5, 4, 5, 6]\n"
                        "[[check]]\nbuffer = \"x\"\nfirst = 14\nvalues = [14, 15]\n");
    run(&f, err, sizeof err, classes);
    files_remove(&f);
    assert_string_equal(err, "");
    assert_int_equal(classes[OP_EXIT], 6);
}

static uint16_t half_of(double x) {
    return ptx_half_from_double(x);
}

static void test_halves(void **state) {
    (void)state;
    for (uint32_t h = 0; h < 0x10000; h++)
        if ((h & 0x7c00U) != 0x7c00U || (h & 0x3ffU) == 0)
            assert_int_equal(half_of((double)ptx_half_to_float((uint16_t)h)), h);
    assert_int_equal(half_of(65519.0), 0x7bff);
    assert_int_equal(half_of(65520.0), 0x7c00);
    assert_int_equal(half_of(1.0 + 0x1p-11), 0x3c00); /* a tie goes to the even one */
    assert_int_equal(half_of(1.0 + 0x3p-11), 0x3c02);
    assert_int_equal(half_of(0x1p-25), 0);
    assert_int_equal(half_of(0x1.8p-25), 1);
    assert_int_equal(half_of(-0.0), 0x8000);
}

/* Bytes of a program that uses most of the language, changed: no crash, and an error is one line with a
 * place. */
static void test_changed_text(void **state) {
    (void)state;
    static const char text[] =
        ".version 7.0\n.target sm_70\n.address_size 64\n.const .align 4 .b8 c[8] = {1, 2, 3, 4};\n"
        ".func (.param .b32 r) f(.param .b32 a)\n{ .reg .b32 %x; ld.param.b32 %x, [a]; add.s32 %x, %x, 1; "
        "st.param.b32 [r+0], %x; ret; }\n"
        ".visible .entry k(.param .u64 .ptr .global .align 4 k_0, .param .u32 k_1) .maxntid 64, 1, "
        "1\n{\n" REGISTERS ".shared .align 4 .b8 s[64];\n.local .align 8 .b8 l[16];\n" PLACE
        "mov.u64 %d3, s;\ncvta.shared.u64 %d4, %d3;\nst.v2.b32 [%d4], {%r1, %r1};\nmov.u64 %d5, l;\n"
        "cvta.local.u64 %d5, %d5;\nst.u64 [%d5+8], %d1;\nld.const.u8 %r3, [c+2];\n"
        "{ .param .b32 p; st.param.b32 [p+0], %r3; .param .b32 q; call.uni (q), f, (p); ld.param.b32 %r2, "
        "[q+0]; }\n"
        "$l:\nsetp.lt.u32 %p1, %r2, %r1;\n@!%p1 bra $m;\nadd.u32 %r2, %r2, 2;\nbra $l;\n$m:\nbar.sync 0;\n"
        "shfl.sync.idx.b32 %r4|%p2, %r2, 3, 31, 0xffff;\natom.shared.add.u32 %r5, [s+60], %r4;\n"
        "sqrt.rn.f32 %f1, 0f40800000;\nfma.rn.f32 %f2, %f1, 1.5, %f1;\n" STORE;
    uint64_t seed = unit_test_seed(), good = 0, bad = 0;
    files f;
    files_make(&f);
    files_write(f.toml,
                "steps = 2000\n[[buffer]]\nname = \"x\"\ncount = 64\n[[step]]\nkernel = \"k\"\nblock = 16\n"
                "args = [\"x\", 3]\n");
    for (uint32_t n = 0; n < 3000; n++) {
        char changed[sizeof text], err[2048];
        uint64_t classes[OP_EXIT + 1] = {0};
        memcpy(changed, text, sizeof text);
        for (uint64_t c = n ? unit_test_random(&seed) % 3 + 1 : 0; c > 0; c--) {
            const size_t at = unit_test_random(&seed) % (sizeof text - 1),
                         from = unit_test_random(&seed) % (sizeof text - 1);
            const size_t length = unit_test_random(&seed) % 12;
            if (unit_test_random(&seed) % 2)
                changed[at] = " \n{}[](),;:.%$@!+-0189abfux\"/*<>|_="[unit_test_random(&seed) % 34];
            else
                memmove(changed + at, changed + from,
                        length < sizeof text - 1 - (at > from ? at : from) ? length : 0);
        }
        files_write(f.ptx, changed);
        run(&f, err, sizeof err, classes);
        good += *err == '\0';
        bad += *err != '\0';
        assert_null(strchr(err, '\n'));
        assert_true(*err == '\0' || strncmp(err, f.folder, strlen(f.folder)) == 0);
        assert_true(n || *err == '\0');
    }
    files_remove(&f);
    if (good < 30 || bad < 1000)
        fail_msg("%llu programs were read, %llu refused", (unsigned long long)good, (unsigned long long)bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),  cmocka_unit_test(test_together),     cmocka_unit_test(test_registers),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_launches),     cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_halves),  cmocka_unit_test(test_changed_text),
    };
    return UNIT_TEST_RUN("ptx", tests);
}
