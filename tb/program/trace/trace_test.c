/* SPDX-License-Identifier: Apache-2.0 */
/* What the trace reader makes of instruction lines and headers of all versions. */
#include "unit_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/trace/opcodes.h"
#include "trace_text.h"

/* The slot of warp 1 of block 0. */
#define SLOT 1U

static warp_inst read_inst(unsigned version, const char *keys, const char *line) {
    char error[LINE_ERROR_SIZE];
    warp_inst inst;
    uint64_t insts;
    char *text = trace_text_inst(version, keys, line);
    assert_non_null(text);
    if (trace_text_read(text, &inst, &insts, error) != 1 || insts != 1)
        fail_msg("v%u '%s': %s", version, line, error);
    free(text);
    return inst;
}

/* "R1 R2 -> R3": sources and destinations, as text. */
static void registers_text(const warp_inst *inst, char text[128]) {
    int at = 0;
    for (unsigned i = 0; i < inst->nsrc; i++)
        at += snprintf(text + at, 128 - (size_t)at, "%u ", inst->src[i]);
    at += snprintf(text + at, 128 - (size_t)at, ">");
    for (unsigned i = 0; i < inst->ndst; i++)
        at += snprintf(text + at, 128 - (size_t)at, " %u", inst->dst[i]);
}

typedef struct {
    const char *line;
    op_class op;
    mem_space space;
    unsigned width;
    const char *registers; /* "sources > destinations" */
} line_case;

static void check_lines(const line_case *cases, size_t count) {
    for (unsigned version = 1; version <= 5; version++) {
        for (size_t i = 0; i < count; i++) {
            const line_case *c = &cases[i];
            char registers[128];
            warp_inst inst = read_inst(version, "", c->line);
            registers_text(&inst, registers);
            if (inst.op != c->op || inst.space != c->space || inst.width != c->width ||
                strcmp(registers, c->registers) != 0)
                fail_msg("v%u '%s': op %u space %u width %u registers '%s'", version, c->line, inst.op,
                         inst.space, inst.width, registers);
        }
    }
}

#define CHECK_LINES(cases) check_lines((cases), sizeof(cases) / sizeof((cases)[0]))

static void arithmetic(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"0000 ffffffff 1 R1 MOV 0 0", OP_ALU, SPACE_NONE, 0, "> 1"},
        {"0010 ffffffff 1 R4 IMAD 3 R1 R2 R255 0", OP_ALU, SPACE_NONE, 0, "1 2 > 4"},
        {"0010 ffffffff 1 R4 IMAD.WIDE 3 R1 R2 R8 0", OP_ALU, SPACE_NONE, 0, "1 2 8 9 > 4 5"},
        {"0010 ffffffff 1 R254 IMAD.WIDE.U32 2 R1 R2 0", OP_ALU, SPACE_NONE, 0, "1 2 > 254"},
        {"0010 ffffffff 1 R255 FADD 1 R1 0", OP_ALU, SPACE_NONE, 0, "1 >"},
        {"0010 ffffffff 1 R4 MUFU.RCP 1 R1 0", OP_SFU, SPACE_NONE, 0, "1 > 4"},
        {"0010 ffffffff 1 R4 DFMA 3 R6 R8 R10 0", OP_SFU, SPACE_NONE, 0, "6 7 8 9 10 11 > 4 5"},
        {"0010 ffffffff 0 DSETP.GT.AND 2 R6 R8 0", OP_SFU, SPACE_NONE, 0, "6 7 8 9 >"},
        {"0010 ffffffff 1 R4 F2F.F64.F32 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 > 4 5"},
        {"0010 ffffffff 1 R4 F2F.F32.F64 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 7 > 4"},
        {"0010 ffffffff 1 R4 F2I.S64.F64.TRUNC 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 7 > 4 5"},
        {"0010 ffffffff 1 R4 F2I.TRUNC.NTZ 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 > 4"},
        {"0010 ffffffff 1 R4 I2F.F64.S64 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 7 > 4 5"},
        {"0010 ffffffff 1 R4 I2F.U32.RP 1 R6 0", OP_SFU, SPACE_NONE, 0, "6 > 4"},
        {"0010 ffffffff 1 R4 HMMA.16816.F32 3 R8 R12 R4 0", OP_ALU, SPACE_NONE, 0, "8 12 4 > 4 5 6 7"},
        {"0010 ffffffff 1 R4 HMMA.884.F32.F32.STEP0 3 R8 R12 R4 0", OP_ALU, SPACE_NONE, 0, "8 12 4 > 4 5"},
        {"0010 ffffffff 1 R4 IMMA.8816.S8.S8 3 R8 R12 R4 0", OP_ALU, SPACE_NONE, 0, "8 12 4 > 4 5"},
        {"0010 ffffffff 1 R4 TEX.SCR.LL 2 R8 R9 0", OP_SFU, SPACE_NONE, 0, "8 9 > 4"},
        {"0010 ffffffff 1 R4 SOMENEWOP.X 1 R2 0", OP_ALU, SPACE_NONE, 0, "2 > 4"},
    };
    CHECK_LINES(cases);
}

static void control(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"0010 ffffffff 0 BRA 0 0", OP_BRANCH, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 BSSY 0 0", OP_BRANCH, SPACE_NONE, 0, ">"},
        {"0010 0000000f 0 EXIT 0 0", OP_EXIT, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 BAR.SYNC 0 0", OP_BARRIER, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 BAR.SYNC.DEFER_BLOCKING 0 0", OP_BARRIER, SPACE_NONE, 0, ">"},
        {"0010 00000000 0 BAR.SYNC 0 0", OP_ALU, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 BAR.ARV 0 0", OP_ALU, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 MEMBAR.SC.GPU 0 0", OP_MEMBAR, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 DEPBAR.LE 0 0", OP_MEMBAR, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 LDGDEPBAR 0 0", OP_ALU, SPACE_NONE, 0, ">"},
        {"0010 ffffffff 0 CCTL.IVALL 0 4 1 0x7fb0fc400000 0", OP_ALU, SPACE_NONE, 0, ">"},
    };
    CHECK_LINES(cases);
}

static void memory(void **state) {
    (void)state;
    static const line_case cases[] = {
        {"0 3 1 R4 LDG.E 1 R2 4 1 0x7fb0fc400000 4", OP_LOAD, SPACE_GLOBAL, 4, "2 3 > 4"},
        {"0 3 1 R4 LDG 1 R2 4 1 0x7fb0fc400000 4", OP_LOAD, SPACE_GLOBAL, 4, "2 > 4"},
        {"0 3 1 R4 LDG.E.U8.SYS 1 R2 1 1 0x7fb0fc400000 1", OP_LOAD, SPACE_GLOBAL, 1, "2 3 > 4"},
        {"0 3 1 R4 LDG.E.S16 1 R2 2 1 0x7fb0fc400000 2", OP_LOAD, SPACE_GLOBAL, 2, "2 3 > 4"},
        {"0 3 1 R4 LDG.E.64 1 R2 8 1 0x7fb0fc400000 8", OP_LOAD, SPACE_GLOBAL, 8, "2 3 > 4 5"},
        {"0 3 1 R4 LDG.E.LTC128B.128.CONSTANT 1 R2 4 1 0x7fb0fc400000 16", OP_LOAD, SPACE_GLOBAL, 16,
         "2 3 > 4 5 6 7"},
        {"0 3 0 STG.E.128 2 R2 R8 16 1 0x7fb0fc400000 16", OP_STORE, SPACE_GLOBAL, 16, "2 3 8 9 10 11 >"},
        {"0 3 0 STG.E 1 R8 4 1 0x7fb0fc400000 4", OP_STORE, SPACE_GLOBAL, 4, "8 >"},
        {"0 3 0 STG.E 2 R2 R255 4 1 0x7fb0fc400000 4", OP_STORE, SPACE_GLOBAL, 4, "2 3 >"},
        {"0 3 1 R4 ATOMG.E.ADD.STRONG.GPU 2 R2 R8 4 1 0x7fb0fc400000 0", OP_ATOMIC, SPACE_GLOBAL, 4,
         "2 3 8 > 4"},
        {"0 3 1 R4 ATOMG.E.CAS.64 3 R2 R8 R10 8 1 0x7fb0fc400000 0", OP_ATOMIC, SPACE_GLOBAL, 8,
         "2 3 8 9 10 11 > 4 5"},
        {"0 3 1 R4 ATOM.E.CAS 2 R2 R8 4 1 0x7fb0fc400000 0", OP_ATOMIC, SPACE_GLOBAL, 4, "2 3 8 9 > 4"},
        {"0 3 0 RED.E.ADD.F64.RN 2 R2 R8 8 1 0x7fb0fc400000 0", OP_ATOMIC, SPACE_GLOBAL, 8, "2 3 8 9 >"},
        {"0 3 0 RED.E.ADD.F16x2.RN 2 R2 R8 4 1 0x7fb0fc400000 0", OP_ATOMIC, SPACE_GLOBAL, 4, "2 3 8 >"},
        {"0 3 1 R4 LDS.U.128 1 R2 16 1 0x0 16", OP_LOAD, SPACE_SHARED, 16, "2 > 4 5 6 7"},
        {"0 3 0 STS 2 R2 R8 4 1 0x1000 4", OP_STORE, SPACE_SHARED, 4, "2 8 >"},
        {"0 3 1 R4 LDSM.16.M88.4 1 R2 16 1 0x0 16", OP_LOAD, SPACE_SHARED, 16, "2 > 4 5 6 7"},
        {"0 3 1 R4 ATOMS.POPC.INC.32 1 R2 4 1 0x0 4", OP_ATOMIC, SPACE_SHARED, 4, "2 > 4"},
        {"0 3 1 R4 LDL.64 1 R1 8 1 0xfffc80 0", OP_LOAD, SPACE_GLOBAL, 8, "1 > 4 5"},
        {"0 3 0 STL 2 R1 R9 4 1 0xfffc80 0", OP_STORE, SPACE_GLOBAL, 4, "1 9 >"},
        {"0 3 0 LDGSTS.E.BYPASS.128 2 R9 R2 16 1 0x7fb0fc400000 16", OP_LOAD, SPACE_GLOBAL, 16, "9 2 3 >"},
        {"0 3 1 R4 LDC.64 1 R2 0", OP_LOAD, SPACE_CONST, 8, "2 > 4 5"},
        {"0 3 0 ULDC.64 0 0", OP_LOAD, SPACE_CONST, 8, ">"},
        /* predicated off */
        {"0 0 1 R4 LDG.E.64 1 R2 8 1 0x0 0", OP_LOAD, SPACE_NONE, 0, "2 3 > 4 5"},
        {"0 0 1 R4 LDG.E 1 R2 4 2 0x0", OP_LOAD, SPACE_NONE, 0, "2 3 > 4"},
        {"0 0 1 R4 LDG.E 1 R2 4 0 0x0", OP_LOAD, SPACE_NONE, 0, "2 3 > 4"},
        {"0 0 1 R4 LDG.E 1 R2 4 0", OP_LOAD, SPACE_NONE, 0, "2 3 > 4"},
    };
    CHECK_LINES(cases);
}

static void check_address(const warp_inst *inst, unsigned lane, uint64_t expected) {
    if (inst->addr[lane] != expected)
        fail_msg("lane %u: 0x%llx, expected 0x%llx", lane, (unsigned long long)inst->addr[lane],
                 (unsigned long long)expected);
}

static void address_modes(void **state) {
    (void)state;
    for (unsigned version = 1; version <= 5; version++) {
        warp_inst i =
            read_inst(version, "", "a0 80000011 1 R4 LDG.E 1 R2 4 0 0x7f0000001000 0x10 0x7fb0fc400000");
        assert_int_equal(i.pc, 0xa0);
        assert_int_equal(i.mask, 0x80000011);
        check_address(&i, 0, 0x7f0000001000);
        check_address(&i, 4, 0x10);
        check_address(&i, 31, 0x7fb0fc400000);
        i = read_inst(version, "", "a0 00000ff0 1 R4 LDG.E 1 R2 4 1 0x7fb0fc400000 -4");
        for (unsigned lane = 4; lane < 12; lane++)
            check_address(&i, lane, 0x7fb0fc400000 - 4ULL * (lane - 4));
        i = read_inst(version, "", "a0 00010006 1 R4 LDG.E 1 R2 4 2 0x7fb0fc400000 -8 100000000000");
        check_address(&i, 1, 0x7fb0fc400000);
        check_address(&i, 2, 0x7fb0fc3ffff8);
        check_address(&i, 16, 0x7fb0fc3ffff8 + 100000000000);
        i = read_inst(version, "", "a0 00010000 1 R4 LDG.E 1 R2 4 2 0x7fb0fc400000");
        check_address(&i, 16, 0x7fb0fc400000);
    }
}

static void line_numbers_and_immediates(void **state) {
    (void)state;
    char error[LINE_ERROR_SIZE];
    warp_inst i = read_inst(4, "-enable lineinfo = 1\n", "17 00a0 ffffffff 1 R4 MOV 0 0");
    assert_int_equal(i.pc, 0xa0);
    static const char *const immediates[] = {"0", "-1", "18446744073709551615", "0xff", "42"};
    for (unsigned k = 0; k < 5; k++) {
        char body[256];
        snprintf(body, sizeof body,
                 "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0 1 0 EXIT 0 0 %s\n#END_TB\n",
                 immediates[k]);
        char *text = trace_text(5, "", body);
        if (trace_text_read(text, NULL, NULL, error) != 1)
            fail_msg("%s", error);
        free(text);
    }
}

static uint64_t local(unsigned lane, uint64_t offset) {
    return local_address(SLOT, lane, offset);
}

static void generic_addresses(void **state) {
    (void)state;
    warp_inst i = read_inst(4, "", "0 3 1 R4 LD.E 1 R2 4 0 0x7fb139000010 0x7fb139fffffc");
    assert_int_equal(i.space, SPACE_SHARED);
    check_address(&i, 0, 0x10);
    i = read_inst(4, "", "0 3 0 ST.E 2 R2 R4 4 0 0x7fb137000010 0x7fb0fc400000");
    assert_int_equal(i.space, SPACE_GLOBAL);
    check_address(&i, 0, local(0, 0x10));
    check_address(&i, 1, 0x7fb0fc400000);
    i = read_inst(
        4, "", "0 3 1 R4 ATOM.E.ADD 2 R2 R4 4 0 0x7fb138000000 0x7fb13a000000"); /* just behind the windows */
    assert_int_equal(i.space, SPACE_GLOBAL);
    check_address(&i, 0, 0x7fb138000000);
    /* LDG is never generic; shared and local offsets may come as generic addresses */
    i = read_inst(4, "", "0 1 1 R4 LDG.E 1 R2 4 2 0x7fb139000010");
    check_address(&i, 0, 0x7fb139000010);
    i = read_inst(4, "", "0 1 1 R4 LDS 1 R2 4 2 0x7fb139000010");
    check_address(&i, 0, 0x10);
    i = read_inst(4, "", "0 1 1 R4 LDL 1 R2 4 2 0x7fb137fffc80");
    check_address(&i, 0, local(0, 0xfffc80));
}

static void windows_in_either_order(void **state) {
    (void)state;
    const uint64_t mb = 1ULL << 20, a = 0x7f0000000000;
    address_windows local_above = {a, a + 32 * mb}, local_close = {a, a + 8 * mb},
                    local_below = {a + 32 * mb, a};
    address_windows none = {0, 0};
    assert_int_equal(window_of(&local_above, a - 1), WINDOW_NONE);
    assert_int_equal(window_of(&local_above, a), WINDOW_SHARED);
    assert_int_equal(window_of(&local_above, a + 16 * mb - 1), WINDOW_SHARED);
    assert_int_equal(window_of(&local_above, a + 16 * mb), WINDOW_NONE);
    assert_int_equal(window_of(&local_above, a + 32 * mb), WINDOW_LOCAL);
    assert_int_equal(window_of(&local_above, a + 48 * mb), WINDOW_NONE);
    assert_int_equal(window_of(&local_close, a + 8 * mb - 1), WINDOW_SHARED);
    assert_int_equal(window_of(&local_close, a + 8 * mb), WINDOW_LOCAL);
    assert_int_equal(window_of(&local_below, a), WINDOW_LOCAL);
    assert_int_equal(window_of(&local_below, a + 32 * mb), WINDOW_SHARED);
    assert_int_equal(window_of(&none, 0), WINDOW_NONE);
}

static void local_layout(void **state) {
    (void)state;
    /* one word of all lanes is one line; neighbouring warps share no page */
    for (unsigned lane = 0; lane < GMMU_LANES; lane++) {
        assert_int_equal(local_address(5, lane, 0xfffc80), local_address(5, 0, 0xfffc80) + 4 * lane);
        assert_true(local_address(LOCAL_WARP_SLOTS - 1, lane, WINDOW_BYTES - 1) <
                    LOCAL_REGION + LOCAL_REGION_SIZE);
        assert_true(local_address(0, lane, 0) >= LOCAL_REGION);
    }
    assert_int_equal(local_address(5, 0, 0xfffc80) % 128, 0);
    assert_int_equal(local_address(6, 0, 0xfffc80), local_address(5, 0, 0xfffc80) + 4096);
    assert_int_equal(local_address(5, 3, 0xfffc84), local_address(5, 3, 0xfffc80) + 128);
    assert_int_equal(local_address(5, 3, 0xfffc82), local_address(5, 3, 0xfffc80) + 2);
}

static void header_values(void **state) {
    (void)state;
    char *text = trace_text(2,
                            "-grid dim = (3,4,5)\n-block dim = (10,10,1)\n-nregs = 33\n-shmem = 4096\n"
                            "-some new key = 1\n",
                            "");
    kernel_trace t = {0};
    notes n = {.quiet = true};
    assert_true(lines_open_memory(&t.lines, "t.g", text, strlen(text)));
    assert_true(kernel_trace_start(&t, &n));
    assert_string_equal(t.header.info.name, "_Z4kernPf");
    assert_int_equal(t.header.info.blocks, 60);
    assert_int_equal(t.header.info.warps_per_block, 4);
    assert_int_equal(t.header.info.regs_per_thread, 33);
    assert_int_equal(t.header.info.shared_bytes, 4096);
    assert_int_equal(t.header.version, 2);
    assert_int_equal(t.header.windows.shared_base, TEXT_SHARED_BASE);
    assert_int_equal(n.count, 1); /* the unknown key */
    kernel_trace_close(&t);
    free(text);
}

/* Sizes of an SM, beyond which a block has no place: taken at the limit, once for each kernel, by its line.
 */
static void sizes_at_their_limit(void **state) {
    (void)state;
    static const struct {
        kernel_limits limits;
        uint32_t regs, shared, notes;
    } cases[] = {
        {{65536, 8, 49152}, 128, 49152, 2}, /* 512 threads of at most 128 registers */
        {{60000, 8, 49152}, 112, 49152, 2}, /* 117, of which 8 make a unit */
        {{60000, 0, 49152}, 117, 49152, 2},
        {{1U << 20, 8, 4096}, 256, 4096, 2}, /* no thread has more */
        {{0, 0, 0}, 256, 1U << 24, 1}};      /* no chip is known: what any could have; 2^24 bytes fit it */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = trace_text(
            2, "-grid dim = (3,1,1)\n-nregs = 21955\n-block dim = (512,1,1)\n-shmem = 16777216\n", "");
        notes n = {.quiet = true};
        for (unsigned launch = 0; launch < 2; launch++) {
            kernel_trace t = {.limits = cases[i].limits};
            assert_true(lines_open_memory(&t.lines, "f/kernel-1.traceg", text, strlen(text)));
            assert_true(kernel_trace_start(&t, &n));
            assert_int_equal(t.header.info.regs_per_thread, cases[i].regs);
            assert_int_equal(t.header.info.shared_bytes, cases[i].shared);
            assert_int_equal(n.count, cases[i].notes);
            kernel_trace_close(&t);
        }
        free(text);
    }
}

/* Warps in any order, missing and empty ones, blocks in any order, CR LF. */
static void loose_structure(void **state) {
    (void)state;
    char error[LINE_ERROR_SIZE];
    uint64_t insts;
    char *text = trace_text(3, "-grid dim = (2,1,1)\n",
                            "#BEGIN_TB\r\n thread block = 1,0,0\r\nwarp = 1\r\ninsts = 2\r\n"
                            "0 1 0 BRA 0 0 \r\n\r\n\t\n10 1 0 EXIT 0 0\r\nwarp = 0\ninsts = 0\n#END_TB\n"
                            "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0 1 0 EXIT 0 0\n#END_TB");
    if (trace_text_read(text, NULL, &insts, error) != 2)
        fail_msg("%s", error);
    assert_int_equal(insts, 3);
    free(text);
}

static void opcodes_are_found(void **state) {
    (void)state;
    const opcode_info *info, *before = NULL;
    for (size_t i = 0; (info = opcode_at(i)); i++, before = info) {
        char with_modifier[64];
        snprintf(with_modifier, sizeof with_modifier, "%s.E.64", info->name);
        assert_true(!before || strcmp(before->name, info->name) < 0);
        assert_ptr_equal(opcode_find(info->name), info);
        assert_ptr_equal(opcode_find(with_modifier), info);
    }
    static const char *const unknown[] = {"", "L", "LDGX", "AAAA", "ZZZ", "LDG_", "BARX.SYNC"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        assert_null(opcode_find(unknown[i]));
    assert_int_equal(opcode_bytes("LDG.E.LTC128B"), 0);
    assert_int_equal(opcode_bytes("LDG.E.ENL2.256"), 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(control),
        cmocka_unit_test(memory),
        cmocka_unit_test(address_modes),
        cmocka_unit_test(line_numbers_and_immediates),
        cmocka_unit_test(generic_addresses),
        cmocka_unit_test(windows_in_either_order),
        cmocka_unit_test(local_layout),
        cmocka_unit_test(header_values),
        cmocka_unit_test(sizes_at_their_limit),
        cmocka_unit_test(loose_structure),
        cmocka_unit_test(opcodes_are_found),
    };
    return UNIT_TEST_RUN("trace", tests);
}
