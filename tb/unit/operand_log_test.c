/* SPDX-License-Identifier: Apache-2.0 */
/* operand_log with a RAM beside it: directed corners, save and restore, and a plain model. */
#include "operand_log.h"

#include "unit_test.h"

#include <stdbool.h>
#include <string.h>

#define ENTRIES GMMU_LOG_ENTRIES

typedef struct {
    operand_log_state s;
    operand_log_in in; /* of the coming edge; cleared by edge() */
    operand_log_out out;
    uint64_t ram[ENTRIES]; /* one word stands for the 256 bytes */
    uint64_t write_data;   /* on the RAM's input while ram_we is set */
    uint64_t read_data;    /* of the last cycle with ram_re */
} bench;

/* The RAM does what its pins say in the cycle before the edge. */
static void edge(bench *b) {
    if (b->out.ram_re)
        b->read_data = b->ram[b->out.ram_raddr];
    if (b->out.ram_we)
        b->ram[b->out.ram_waddr] = b->write_data;
    operand_log_step(&b->s, &b->in, &b->out);
    operand_log_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void set_up(bench *b, unsigned entries, unsigned per_block) {
    b->in.setup_valid = 1;
    b->in.setup_entries = (u8)GMMU_WRAP(entries, 8);
    b->in.setup_per_block = (u8)GMMU_WRAP(per_block, 8);
    edge(b);
}

/* Until the entries are handed out; gives the cycles. */
static unsigned wait_for_setup(bench *b) {
    unsigned cycles = 0;

    for (; !b->out.setup_ready; cycles++)
        edge(b);
    return cycles;
}

static void start(bench *b, unsigned entries, unsigned per_block) {
    memset(b, 0, sizeof *b);
    operand_log_reset(&b->s);
    operand_log_outputs(&b->s, &b->out);
    set_up(b, entries, per_block);
    (void)wait_for_setup(b);
}

static unsigned used(const bench *b) {
    unsigned n = 0;

    for (unsigned i = 0; i < ENTRIES; i++)
        n += b->s.used[i] != 0;
    return n;
}

static bool room(const bench *b, unsigned block, unsigned entries) {
    const uint32_t blocks = entries == 1 ? b->out.room1 : b->out.room2;

    return (blocks >> block & 1U) != 0;
}

static void alloc(bench *b, unsigned block, unsigned warp, unsigned seq, unsigned parts) {
    b->in.alloc_valid = 1;
    b->in.alloc_block = (u4)GMMU_WRAP(block, 4);
    b->in.alloc_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.alloc_seq = (u16)GMMU_WRAP(seq, 16);
    b->in.alloc_parts = (u2)GMMU_WRAP(parts, 2);
    edge(b);
}

static void write(bench *b, unsigned warp, unsigned seq, unsigned part, uint64_t operand) {
    b->in.wr_valid = 1;
    b->in.wr_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.wr_seq = (u16)GMMU_WRAP(seq, 16);
    b->in.wr_part = (u1)GMMU_WRAP(part, 1);
    edge(b);
    b->write_data = operand;
    edge(b);
}

/* The operand, or 0 if the log does not hold it. */
static uint64_t read(bench *b, unsigned warp, unsigned seq, unsigned part) {
    b->in.rd_valid = 1;
    b->in.rd_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.rd_seq = (u16)GMMU_WRAP(seq, 16);
    b->in.rd_part = (u1)GMMU_WRAP(part, 1);
    edge(b);
    assert_true(b->out.a_valid);
    const bool hit = b->out.a_hit != 0;
    assert_int_equal(b->out.ram_re, hit);
    edge(b);
    return hit ? b->read_data : 0;
}

static void check(bench *b, unsigned warp, unsigned seq) {
    b->in.check_valid = 1;
    b->in.check_warp = (u6)GMMU_WRAP(warp, 6);
    b->in.check_seq = (u16)GMMU_WRAP(seq, 16);
    edge(b);
}

static void is_empty_after_reset(void **unused) {
    bench b;

    (void)unused;
    memset(&b, 0xA5, sizeof b);
    operand_log_reset(&b.s);
    operand_log_outputs(&b.s, &b.out);
    assert_true(b.out.setup_ready && b.out.rd_ready);
    assert_int_equal(b.out.room1, 0); /* nobody has a partition yet */
    assert_false(b.out.save_valid || b.out.ram_we || b.out.ram_re || b.out.a_valid);
}

/* Thesis Fig. 6.8 and 6.9: ld reads R2, add overwrites it, the replay reads the log. */
static void keeps_operands_until_the_last_check(void **unused) {
    bench b;

    (void)unused;
    start(&b, 64, 4);
    alloc(&b, 3, 12, 7, 1);
    assert_true(read(&b, 12, 7, 0) == 0); /* not written: the register still holds it */
    write(&b, 12, 7, 0, 0x1111);
    alloc(&b, 3, 12, 8, 3);
    write(&b, 12, 8, 0, 0x2222);
    write(&b, 12, 8, 1, 0x3333);
    assert_int_equal(used(&b), 3);
    assert_true(read(&b, 12, 7, 0) == 0x1111);
    assert_true(read(&b, 12, 8, 0) == 0x2222);
    assert_true(read(&b, 12, 8, 1) == 0x3333);
    check(&b, 12, 8);
    assert_int_equal(used(&b), 1);
    assert_true(read(&b, 12, 8, 1) == 0);
    assert_true(read(&b, 12, 7, 0) == 0x1111); /* once more */
    check(&b, 12, 7);
    assert_int_equal(used(&b), 0);
}

/* 8, 16, 20 and 32 KB, 16 blocks: 8 KB is one store each (thesis 6.3.3). */
static void gives_every_block_its_share(void **unused) {
    static const unsigned sizes[] = {32, 64, 80, 128};

    (void)unused;
    for (unsigned k = 0; k < 4; k++) {
        const unsigned share = sizes[k] / 16;
        bench b;

        start(&b, sizes[k], share);
        assert_int_equal(b.out.room2, 0xFFFF);
        for (unsigned seq = 0; seq < 100; seq++)
            alloc(&b, 5, 1, seq, 1); /* a greedy block */
        assert_int_equal(used(&b), share);
        assert_int_equal(b.out.room1, 0xFFFF & ~(1U << 5));
        for (unsigned block = 0; block < 16; block++)
            alloc(&b, block, 2 + block, 0, 3);
        assert_int_equal(used(&b), share + 15 * 2);
        for (unsigned i = 0; i < ENTRIES; i++)
            assert_true(!b.s.used[i] || (i < sizes[k] && (i / share == 5) == (b.s.warp[i] == 1)));
    }
}

static void gives_few_blocks_more(void **unused) {
    bench b;

    (void)unused;
    start(&b, 80, 26); /* three blocks */
    assert_int_equal(b.out.room1, 7);
    for (unsigned seq = 0; seq < 40; seq++)
        alloc(&b, 2, 0, seq, 1);
    assert_int_equal(used(&b), 26);
    start(&b, 255, 128); /* one block, and no more entries than there are */
    assert_int_equal(b.out.room2, 1);
    alloc(&b, 1, 0, 0, 1);
    assert_int_equal(used(&b), 0);
}

static void allocates_all_or_nothing(void **unused) {
    bench b;

    (void)unused;
    start(&b, 32, 2);
    alloc(&b, 0, 1, 1, 1);
    assert_true(room(&b, 0, 1) && !room(&b, 0, 2));
    alloc(&b, 0, 1, 2, 3);
    assert_int_equal(used(&b), 1);
    alloc(&b, 0, 1, 1, 1); /* it has this one */
    alloc(&b, 0, 1, 1, 3);
    alloc(&b, 0, 1, 3, 0);
    assert_int_equal(used(&b), 1);
    alloc(&b, 0, 1, 1, 2);
    assert_int_equal(used(&b), 2);
    assert_false(room(&b, 0, 1));
}

/* For every size and share, odd ones too: the entries of the contract, in the time of the
 * contract: a cycle for each, and one to see that no other slot fits, if there is one left. */
static void hands_out_every_entry(void **unused) {
    static const unsigned sizes[] = {0, 1, 31, 32, 33, 64, 80, 127, 128, 255};
    bench b;

    (void)unused;
    memset(&b, 0, sizeof b);
    operand_log_reset(&b.s);
    operand_log_outputs(&b.s, &b.out);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (unsigned share = 0; share < 256; share++) {
            const unsigned entries = sizes[k] < ENTRIES ? sizes[k] : ENTRIES;
            const unsigned fit = share ? entries / share : 0, slots = fit < 16 ? fit : 16;

            set_up(&b, sizes[k], share); /* over what is left of the setup before */
            assert_int_equal(wait_for_setup(&b), slots * share + (slots < 16));
            for (unsigned i = 0; i < ENTRIES; i++) {
                assert_int_equal(b.s.owned[i], i < slots * share);
                assert_true(!b.s.owned[i] || (b.s.owner[i] * share <= i && i < (b.s.owner[i] + 1U) * share));
            }
        }
}

/* Who asks early gets what is handed out already; nobody gets anything at the edge of a setup. */
static void grants_what_is_handed_out(void **unused) {
    bench b;

    (void)unused;
    start(&b, 64, 4);
    b.in.alloc_valid = 1;
    b.in.alloc_parts = 1;
    set_up(&b, 64, 16);
    assert_int_equal(used(&b), 0);
    assert_int_equal(b.out.room1, 0);
    edge(&b);
    assert_true(room(&b, 0, 1) && !room(&b, 0, 2) && !room(&b, 1, 1));
    alloc(&b, 0, 1, 1, 1);
    assert_int_equal(used(&b), 1);
    alloc(&b, 1, 1, 2, 1);
    assert_int_equal(used(&b), 1);
    assert_false(b.out.setup_ready);
    for (unsigned i = 0; i < 62; i++)
        edge(&b);
    assert_false(b.s.walking || b.out.setup_ready);
    check(&b, 1, 1);
    assert_true(b.out.setup_ready);
    assert_int_equal(b.out.room2, 15);
}

static void refuses_setup_while_in_use(void **unused) {
    bench b;

    (void)unused;
    start(&b, 64, 4);
    alloc(&b, 9, 1, 1, 1);
    assert_false(b.out.setup_ready);
    set_up(&b, 1, 1);
    assert_int_equal(b.s.per_block, 4);
    assert_int_equal(b.s.entries, 64);
    check(&b, 1, 1);
    set_up(&b, 64, 8);
    set_up(&b, 1, 1); /* nor while another one goes on */
    (void)wait_for_setup(&b);
    assert_int_equal(b.out.room2, 0xFF);
}

typedef struct {
    unsigned warp, seq, part;
    bool written;
    uint64_t operand;
} record;

/* Streams block `block` out, with a port that is ready now and then; the RAM's word comes a
 * cycle after the transfer. */
static unsigned save(bench *b, unsigned block, record *stream, uint64_t *random) {
    unsigned count = 0;
    bool fetch = false;

    b->in.save_start = 1;
    b->in.save_block = (u4)GMMU_WRAP(block, 4);
    edge(b);
    while (b->out.saving || fetch) {
        const bool take = b->out.save_valid && (unit_test_random(random) & 1U);
        const record r = {b->out.save_warp, b->out.save_seq, b->out.save_part, b->out.save_written != 0, 0};

        b->in.save_ready = (u1)take;
        assert_int_equal(b->out.rd_ready, !b->out.saving);
        assert_int_equal(b->out.ram_re, fetch);
        edge(b);
        if (fetch)
            stream[count - 1].operand = b->read_data;
        if (take)
            stream[count++] = r;
        fetch = take;
    }
    return count;
}

static void restores_what_was_saved(void **unused) {
    record stream[ENTRIES];
    uint64_t random = unit_test_seed();
    bench b;

    (void)unused;
    start(&b, 128, 16);
    for (unsigned seq = 0; seq < 5; seq++) {
        alloc(&b, 2, 8 + seq % 3, seq, seq & 1 ? 3 : 1);
        alloc(&b, 3, 20, seq, 1);
        write(&b, 8 + seq % 3, seq, 0, 100 + seq);
        if (seq == 1)
            write(&b, 9, 1, 1, 201); /* the data of store 3 is never read */
        write(&b, 20, seq, 0, 300 + seq);
    }
    const unsigned count = save(&b, 2, stream, &random);
    assert_int_equal(count, 7);
    assert_int_equal(used(&b), 5); /* the other block is untouched */
    assert_true(read(&b, 8, 0, 0) == 0);
    for (unsigned k = 0; k < count; k++) { /* into another slot, partly taken */
        alloc(&b, 3, stream[k].warp, stream[k].seq, 1U << stream[k].part);
        if (stream[k].written)
            write(&b, stream[k].warp, stream[k].seq, stream[k].part, stream[k].operand);
    }
    for (unsigned seq = 0; seq < 5; seq++) {
        assert_true(read(&b, 8 + seq % 3, seq, 0) == 100 + seq);
        assert_true(read(&b, 20, seq, 0) == 300 + seq);
        check(&b, 20, seq);
    }
    assert_true(read(&b, 9, 1, 1) == 201);
    assert_true(read(&b, 8, 3, 1) == 0);
    assert_int_equal(save(&b, 3, stream, &random), count); /* and out again, the same */
    assert_int_equal(used(&b), 0);
}

static void stands_still_when_idle(void **unused) {
    operand_log_state before;
    bench b;

    (void)unused;
    start(&b, 64, 4);
    alloc(&b, 1, 1, 1, 3);
    write(&b, 1, 1, 0, 5);
    edge(&b);
    before = b.s;
    b.in.save_ready = 1;
    edge(&b);
    assert_memory_equal(&before, &b.s, sizeof before);
}

/* ---- the model: the operands that are held, by name ---- */

#define WARPS 4
#define SEQS  32

typedef struct {
    bool held, written;
    uint64_t operand;
} operand;

static unsigned model_used(operand (*of_warp)[2]) {
    unsigned n = 0;

    for (unsigned seq = 0; seq < SEQS; seq++)
        n += (of_warp[seq][0].held ? 1U : 0U) + (of_warp[seq][1].held ? 1U : 0U);
    return n;
}

/* Warp w is all of block w; each has 8 entries. */
static void agrees_with_a_table(void **unused) {
    static operand model[WARPS][SEQS][2];
    uint64_t random = unit_test_seed();
    bench b;

    (void)unused;
    memset(model, 0, sizeof model);
    start(&b, 32, 8);
    for (unsigned c = 0; c < 50000; c++) {
        const uint64_t r = unit_test_random(&random);
        const unsigned warp = (unsigned)(r >> 4) % WARPS, seq = (unsigned)(r >> 8) % SEQS, part = r >> 16 & 1;
        const unsigned parts = (unsigned)(r >> 20) % 4, need = (parts & 1) + (parts >> 1);
        operand *two = model[warp][seq];
        operand *one = &two[part];
        const bool there = ((parts & 1) && two[0].held) || ((parts & 2) && two[1].held);

        assert_int_equal(room(&b, warp, 1), model_used(model[warp]) <= 7);
        assert_int_equal(room(&b, warp, 2), model_used(model[warp]) <= 6);
        switch (r % 8) {
        case 0:
            check(&b, warp, seq);
            memset(two, 0, 2 * sizeof *two);
            break;
        case 1:
        case 2:
            if (!there && model_used(model[warp]) + need <= 8) {
                two[0].held = two[0].held || (parts & 1);
                two[1].held = two[1].held || (parts & 2);
            }
            alloc(&b, warp, warp, seq, parts);
            break;
        case 3:
        case 4:
            write(&b, warp, seq, part, r);
            if (one->held) {
                one->written = true;
                one->operand = r;
            }
            break;
        default:
            assert_true(read(&b, warp, seq, part) == (one->written ? one->operand : 0));
            break;
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_empty_after_reset),        cmocka_unit_test(keeps_operands_until_the_last_check),
        cmocka_unit_test(gives_every_block_its_share), cmocka_unit_test(gives_few_blocks_more),
        cmocka_unit_test(hands_out_every_entry),       cmocka_unit_test(grants_what_is_handed_out),
        cmocka_unit_test(allocates_all_or_nothing),    cmocka_unit_test(refuses_setup_while_in_use),
        cmocka_unit_test(restores_what_was_saved),     cmocka_unit_test(stands_still_when_idle),
        cmocka_unit_test(agrees_with_a_table),
    };
    return UNIT_TEST_RUN("operand_log", tests);
}
