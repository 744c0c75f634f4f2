/* SPDX-License-Identifier: Apache-2.0 */
/* dcr_bridge: before the registers of the block and their AXI4-Lite port, commits of satp as the block sees
 * them, the window, faults; before a bus of its own, errors. */
#include "unit_test.h"

#include "axi4_lite_port.h"
#include "dcr_bridge.h"
#include "mmu_registers.h"
#include "mmu_registers_map.h"
#include "page_walker_formats.h"

#include <stdbool.h>
#include <string.h>

enum { FIVE = GMMU_DCR_MMU_AT, WINDOW = GMMU_DCR_WINDOW_AT, STATUS = WINDOW + DCR_STATUS_WORD };
enum { ENOUGH = 400, MOST_COMMANDS = 16 };

/* A command that the block has begun. */
typedef struct {
    unsigned kind, asid;
    bool enable;
    uint64_t lowest, highest;
    uint32_t root;
} command;

typedef struct {
    dcr_bridge_state s;
    dcr_bridge_in in; /* cleared by edge() */
    dcr_bridge_out out;
    axi4_lite_port_state port;
    mmu_registers_state regs;
    mmu_registers_out pins;
    command commands[MOST_COMMANDS];
    unsigned count;
    unsigned patience; /* cycles of a command */
    unsigned left;     /* of the one that is under way */
    bool refuses;      /* the block refuses commands */
    bool sv32;         /* cfg_sv32 */
    unsigned writes;   /* of registers */
} bench;

static void start(bench *b) {
    memset(b, 0, sizeof *b);
    dcr_bridge_reset(&b->s);
    dcr_bridge_outputs(&b->s, &b->out);
    axi4_lite_port_reset(&b->port);
    mmu_registers_reset(&b->regs);
    mmu_registers_outputs(&b->regs, &b->pins);
}

static void take_command(bench *b, mmu_registers_in *in) {
    const mmu_registers_out *p = &b->pins;
    in->cmd_refused = (u1)b->refuses;
    in->cmd_done = (u1)(b->left == 1);
    b->left -= b->left != 0;
    in->cmd_ready = p->cmd_valid;
    if (!p->cmd_valid)
        return;
    assert_true(b->count < MOST_COMMANDS);
    b->commands[b->count++] =
        (command){.kind = (unsigned)p->cmd_kind,
                  .asid = (unsigned)p->cmd_asid,
                  .enable = p->cmd_enable != 0,
                  .lowest = (uint64_t)p->cmd_page_high << 32 | (uint64_t)p->cmd_page_low,
                  .highest = (uint64_t)p->cmd_highest_high << 32 | (uint64_t)p->cmd_highest_low,
                  .root = (uint32_t)p->cmd_root};
    b->left = b->patience + 1;
}

static void edge(bench *b) {
    axi4_lite_port_in lite;
    axi4_lite_port_out shown;
    mmu_registers_in in;
    memset(&lite, 0, sizeof lite);
    memset(&in, 0, sizeof in);
    axi4_lite_port_outputs(&b->port, &shown);
    lite.awvalid = b->out.awvalid;
    lite.awaddr = b->out.awaddr;
    lite.wvalid = b->out.wvalid;
    lite.wdata = b->out.wdata;
    lite.wstrb = b->out.wstrb;
    lite.bready = b->out.bready;
    lite.arvalid = b->out.arvalid;
    lite.araddr = b->out.araddr;
    lite.rready = b->out.rready;
    lite.wr_ok = b->pins.wr_ok;
    lite.rd_ok = b->pins.rd_ok;
    lite.rd_data = b->pins.rd_data;
    in.wr_valid = shown.wr_valid;
    in.wr_addr = shown.wr_addr;
    in.wr_data = shown.wr_data;
    in.rd_valid = shown.rd_valid;
    in.rd_addr = shown.rd_addr;
    b->writes += shown.wr_valid;
    take_command(b, &in);
    b->in.awready = shown.awready;
    b->in.wready = shown.wready;
    b->in.bvalid = shown.bvalid;
    b->in.bresp = shown.bresp;
    b->in.arready = shown.arready;
    b->in.rvalid = shown.rvalid;
    b->in.rdata = shown.rdata;
    b->in.rresp = shown.rresp;
    axi4_lite_port_step(&b->port, &lite, &shown);
    mmu_registers_step(&b->regs, &in, &b->pins);
    mmu_registers_outputs(&b->regs, &b->pins);
    b->in.cfg_sv32 = b->sv32;
    dcr_bridge_step(&b->s, &b->in, &b->out);
    dcr_bridge_outputs(&b->s, &b->out);
    memset(&b->in, 0, sizeof b->in);
}

static void ask(bench *b, bool write, unsigned addr, uint32_t data) {
    b->in.req_valid = 1;
    b->in.req_rw = write;
    b->in.req_addr = (u12)addr;
    b->in.req_data = data;
    edge(b);
}

static uint32_t read_dcr(bench *b, unsigned addr) {
    ask(b, false, addr, 0);
    for (unsigned i = 0; i < ENOUGH && !b->out.rsp_valid; i++)
        edge(b);
    assert_int_equal(b->out.rsp_valid, 1);
    return (uint32_t)b->out.rsp_data;
}

static void settle(bench *b, bool setup) {
    unsigned i = 0;
    while (i++ < ENOUGH && b->out.busy) {
        b->in.cfg_setup = setup;
        edge(b);
    }
    assert_int_equal(b->out.busy, 0);
}

static void commit(bench *b, unsigned mode, unsigned asid, uint64_t root) {
    ask(b, true, FIVE + DCR_SATP_LOW, (uint32_t)root);
    ask(b, true, FIVE + DCR_SATP_HIGH, mode << 28 | asid << 12 | (uint32_t)(root >> 32));
}

static void command_is(const bench *b, unsigned n, unsigned kind, unsigned asid, bool enable) {
    assert_true(n < b->count);
    assert_int_equal(b->commands[n].kind, kind);
    assert_int_equal(b->commands[n].asid, asid);
    assert_int_equal(b->commands[n].enable, enable);
}

/* satp of Sv32: its low word has all. */
static void commit_sv32(bench *b, bool paged, unsigned asid, unsigned root) {
    ask(b, true, FIVE + DCR_SATP_LOW, (paged ? UINT32_C(1) << 31 : 0) | asid << 22 | root);
    ask(b, true, FIVE + DCR_SATP_HIGH, 0);
}

static void commit_of(bench *b, bool paged, unsigned asid, unsigned root) {
    if (b->sv32)
        commit_sv32(b, paged, asid, root);
    else
        commit(b, paged ? DCR_SATP_SV39 : DCR_SATP_BARE, asid, root);
}

static void registers_hold(const mmu_registers_out *p, const page_walker_format *of, bool set) {
    const page_walker_format f = set ? *of : (page_walker_format){0};
    assert_int_equal(p->fmt_root, f.root);
    for (unsigned i = 0; i <= of->root && set; i++) {
        assert_int_equal(p->fmt_low[i], f.low[i]);
        assert_int_equal(p->fmt_bits[i], f.bits[i]);
        assert_int_equal(p->fmt_leaf[i], f.leaf[i]);
    }
    const unsigned have[] = {
        (unsigned)p->fmt_frame,      (unsigned)p->fmt_frame_bits,  (unsigned)p->fmt_pointer,
        (unsigned)p->fmt_page,       (unsigned)p->fmt_large,       (unsigned)p->fmt_marked,
        (unsigned)p->fmt_read,       (unsigned)p->fmt_write,       (unsigned)p->fmt_system,
        (unsigned)p->fmt_exec,       (unsigned)p->fmt_accessed,    (unsigned)p->fmt_dirty,
        (unsigned)p->fmt_dual,       (unsigned)p->fmt_read_no,     (unsigned)p->fmt_write_no,
        (unsigned)p->fmt_system_no,  (unsigned)p->fmt_exec_no,     (unsigned)p->fmt_exec_all,
        (unsigned)p->fmt_pointer_no, (unsigned)p->fmt_write_reads, (unsigned)p->fmt_every_level,
        (unsigned)p->fmt_short};
    const unsigned want[] = {f.frame,       f.frame_bits,   f.pointer,  f.page,       f.large,
                             f.marked,      f.read,         f.write,    f.system,     f.exec,
                             f.accessed,    f.dirty,        f.dual,     f.read_no,    f.write_no,
                             f.system_no,   f.exec_no,      f.exec_all, f.pointer_no, f.write_reads,
                             f.every_level, f.short_entries};
    for (unsigned i = 0; i < sizeof want / sizeof want[0]; i++)
        assert_int_equal(have[i], want[i]);
}

/* The registers hold what the walker is given for the format, and are written once. */
static void the_first_commit_writes_the_format(void **unused) {
    static const page_walker_format formats[] = {PAGE_WALKER_SV39, PAGE_WALKER_SV32};
    bench b;
    (void)unused;
    for (unsigned i = 0; i < 4; i++) {
        const bool setup = i % 2 != 0;
        const unsigned words = i < 2 ? 7 : 6; /* Sv32 has a level less */
        start(&b);
        b.sv32 = i >= 2;
        commit_of(&b, false, 0, 0);
        settle(&b, setup);
        assert_int_equal(b.writes, 0);
        commit_of(&b, true, 1, 0x1234);
        settle(&b, setup);
        assert_int_equal(b.writes, setup ? 7 + words : 7);
        registers_hold(&b.pins, &formats[i / 2], setup);
        const unsigned before = b.writes;
        commit_of(&b, true, 1, 0x1234);
        settle(&b, true);
        assert_int_equal(b.writes - before, setup ? 7 : 7 + words);
    }
}

/* A commit enables the space with all pages of Sv39 and its root, and a fence follows. */
static void a_commit_enables_the_space(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.patience = 20;
    assert_int_equal(b.out.vm_active, 0);
    commit(&b, DCR_SATP_SV39, 5, 0x89ABCDE);
    assert_int_equal(b.out.vm_active, 1);
    assert_int_equal(b.out.asid, 5);
    assert_int_equal(b.out.busy, 1);
    settle(&b, false);
    assert_int_equal(b.count, 2);
    command_is(&b, 0, 0, 5, true);
    assert_int_equal(b.commands[0].lowest, 0);
    assert_int_equal(b.commands[0].highest, (1U << 27) - 1);
    assert_int_equal(b.commands[0].root, 0x89ABCDE);
    assert_int_equal(b.commands[1].kind, 4);
    assert_int_equal(read_dcr(&b, STATUS), 0);
}

/* So does one of Sv32, by the low word alone. */
static void a_commit_of_sv32(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.sv32 = true;
    commit_sv32(&b, true, 0x155, 0x2BCDEF);
    assert_int_equal(b.out.vm_active, 1);
    assert_int_equal(b.out.asid, 0x155);
    settle(&b, false);
    assert_int_equal(b.count, 2);
    command_is(&b, 0, 0, 0x155, true);
    assert_int_equal(b.commands[0].lowest, 0);
    assert_int_equal(b.commands[0].highest, (1U << 20) - 1);
    assert_int_equal(b.commands[0].root, 0x2BCDEF);
    ask(&b, true, FIVE + DCR_SATP_LOW, 0); /* no commit yet */
    settle(&b, false);
    assert_int_equal(b.out.vm_active, 1);
    assert_int_equal(b.count, 2);
    ask(&b, true, FIVE + DCR_SATP_HIGH, UINT32_MAX);
    settle(&b, false);
    assert_int_equal(b.out.vm_active, 0);
    command_is(&b, 2, 0, 0x155, false);
    assert_int_equal(read_dcr(&b, STATUS), 0);
}

/* The same space again is set anew; another one, or none, ends it first. */
static void a_commit_ends_the_space_before(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    commit(&b, DCR_SATP_SV39, 1, 0x100);
    settle(&b, false);
    commit(&b, DCR_SATP_SV39, 1, 0x200);
    settle(&b, false);
    assert_int_equal(b.count, 4);
    command_is(&b, 2, 0, 1, true);
    assert_int_equal(b.commands[2].root, 0x200);
    commit(&b, DCR_SATP_SV39, 2, 0x300);
    settle(&b, false);
    assert_int_equal(b.count, 7);
    command_is(&b, 4, 0, 1, false);
    command_is(&b, 5, 0, 2, true);
    commit(&b, DCR_SATP_BARE, 9, 0x300);
    assert_int_equal(b.out.vm_active, 0);
    settle(&b, false);
    assert_int_equal(b.count, 8);
    command_is(&b, 7, 0, 2, false);
    commit(&b, DCR_SATP_BARE, 0, 0); /* nothing is left to end */
    settle(&b, false);
    assert_int_equal(b.count, 8);
}

/* Commits that come while one is under way are not mixed with it, and the last one of them counts. */
static void no_commit_is_lost(void **unused) {
    bench b;
    (void)unused;
    for (unsigned after = 0; after < 80; after++) {
        start(&b);
        commit(&b, DCR_SATP_SV39, 1, 0x100);
        for (unsigned i = 0; i < after; i++)
            edge(&b);
        commit(&b, DCR_SATP_SV39, 2, 0x200);
        commit(&b, DCR_SATP_SV39, 3, 0x300);
        assert_int_equal(b.out.asid, 3);
        settle(&b, false);
        for (unsigned i = 0; i < b.count; i++)
            assert_true(b.commands[i].kind == 4 || !b.commands[i].enable ||
                        b.commands[i].root == b.commands[i].asid * 0x100);
        command_is(&b, b.count - 2, 0, 3, true);
        assert_int_equal(b.commands[b.count - 1].kind, 4);
        assert_int_equal(b.s.open_asid, 3);
    }
}

/* What the block has no bits for is refused, and changes nothing. */
static void a_satp_that_cannot_be(void **unused) {
    const struct {
        unsigned mode, asid;
        uint64_t root;
    } bad[] = {{9, 1, 1},
               {1, 1, 1},
               {8, 1U << GMMU_ASID_W, 1},
               {8, 1, UINT64_C(1) << GMMU_PPN_W},
               {8, 1, UINT64_C(1) << 43}};
    bench b;
    (void)unused;
    start(&b);
    commit(&b, DCR_SATP_SV39, 4, 0x100);
    settle(&b, false);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        commit(&b, bad[i].mode, bad[i].asid, bad[i].root);
        assert_int_equal(b.out.busy, 0);
        assert_int_equal(b.out.vm_active, 1);
        assert_int_equal(b.out.asid, 4);
        assert_int_equal(read_dcr(&b, STATUS), DCR_REFUSED);
        ask(&b, true, STATUS, 0);
        assert_int_equal(read_dcr(&b, STATUS), 0);
    }
    assert_int_equal(b.count, 2);
}

/* The block refuses the command: the commit is over, no space is open, and the status says it. */
static void a_refused_command(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.refuses = true;
    commit(&b, DCR_SATP_SV39, 4, 0x100);
    settle(&b, false);
    assert_int_equal(b.count, 1);
    assert_int_equal(read_dcr(&b, STATUS), DCR_REFUSED);
    b.refuses = false;
    commit(&b, DCR_SATP_BARE, 0, 0);
    settle(&b, false);
    assert_int_equal(b.count, 1);
    commit(&b, DCR_SATP_SV39, 4, 0x100);
    settle(&b, false);
    assert_int_equal(b.count, 3);
}

/* All registers of the block by DCR; a register that is none answers with an error. */
static void the_window(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    assert_int_equal(read_dcr(&b, WINDOW + MMU_ID / 4), 0x474D4D55);
    ask(&b, true, WINDOW + MMU_COMMAND_ROOT / 4, 0x7654321);
    assert_int_equal(read_dcr(&b, STATUS), DCR_ACCESS);
    for (unsigned i = 0; i < 10; i++)
        edge(&b);
    assert_int_equal(b.pins.cmd_root, 0x7654321);
    assert_int_equal(read_dcr(&b, WINDOW + MMU_COMMAND_ROOT / 4), 0x7654321);
    assert_int_equal(read_dcr(&b, STATUS), 0);
    assert_int_equal(read_dcr(&b, WINDOW + 62), 0);
    assert_int_equal(read_dcr(&b, STATUS), DCR_ERROR);
    ask(&b, true, STATUS, 0);
    ask(&b, true, WINDOW + MMU_ID / 4, 1);
    for (unsigned i = 0; i < 10; i++)
        edge(&b);
    assert_int_equal(read_dcr(&b, STATUS), DCR_ERROR);
}

/* One access at a time: another one is lost, which the status says, and its read is answered. */
static void a_lost_access(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, true, WINDOW + MMU_COMMAND_ROOT / 4, 1);
    ask(&b, true, WINDOW + MMU_COMMAND_ROOT / 4, 2);
    for (unsigned i = 0; i < 10; i++)
        edge(&b);
    assert_int_equal(b.pins.cmd_root, 1);
    assert_int_equal(read_dcr(&b, STATUS), DCR_LOST);
    ask(&b, true, STATUS, 0);
    ask(&b, true, WINDOW + MMU_COMMAND_ROOT / 4, 3);
    ask(&b, false, WINDOW + MMU_ID / 4, 0);
    assert_int_equal(b.out.rsp_valid, 1);
    assert_int_equal(b.out.rsp_data, 0);
    assert_int_equal(read_dcr(&b, STATUS) & DCR_LOST, DCR_LOST);
}

/* Software serves faults while the commit waits for a command. */
static void the_window_while_a_command_waits(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.patience = 300;
    commit(&b, DCR_SATP_SV39, 1, 0x100);
    for (unsigned i = 0; i < 100; i++)
        edge(&b);
    assert_int_equal(b.count, 1);
    ask(&b, true, WINDOW + MMU_RESUME / 4, 1U << MMU_RESUME_ASID_AT);
    for (unsigned i = 0; i < 20; i++)
        edge(&b);
    assert_int_equal(b.pins.resume_asid, 1);
    assert_int_equal(read_dcr(&b, STATUS), DCR_BUSY);
    b.patience = 0;
    settle(&b, false);
}

/* A read that is not answered yet is forgotten when another request comes, and an answer stays until then. */
static void answers_stay(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    ask(&b, false, WINDOW + MMU_ID / 4, 0);
    ask(&b, true, 0xABC, 0); /* somebody else's */
    for (unsigned i = 0; i < 20; i++) {
        edge(&b);
        assert_int_equal(b.out.rsp_valid, 0);
    }
    assert_int_equal(read_dcr(&b, WINDOW + MMU_ID / 4), 0x474D4D55);
    for (unsigned i = 0; i < 20; i++) {
        edge(&b);
        assert_int_equal(b.out.rsp_valid, 1);
        assert_int_equal(b.out.rsp_data, 0x474D4D55);
    }
    ask(&b, false, 0xABC, 0);
    assert_int_equal(b.out.rsp_valid, 0);
    ask(&b, false, FIVE + DCR_SATP_LOW, 0); /* which is only written */
    edge(&b);
    assert_int_equal(b.out.rsp_valid, 0);
}

static void report(bench *b, uint64_t va, unsigned access, bool amo) {
    b->in.fault_valid = 1;
    b->in.fault_va = va;
    b->in.fault_access = (u2)access;
    b->in.fault_amo = amo;
}

static void fault_is(bench *b, uint64_t va, uint32_t info) {
    assert_int_equal(read_dcr(b, FIVE + DCR_FAULT_LOW), va & UINT32_MAX);
    assert_int_equal(read_dcr(b, FIVE + DCR_FAULT_HIGH), va >> 32);
    assert_int_equal(read_dcr(b, FIVE + DCR_FAULT_INFO), info);
}

/* The first fault is kept until software, or a commit, forgets it. */
static void the_first_fault(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    fault_is(&b, 0, 0);
    report(&b, UINT64_C(0x123456789000), 1, true);
    edge(&b);
    report(&b, UINT64_C(0x999999999000), 2, false);
    edge(&b);
    fault_is(&b, UINT64_C(0x123456789000), 1 | 1 << 1 | 1 << 3);
    ask(&b, true, FIVE + DCR_FAULT_INFO, 0);
    assert_int_equal(read_dcr(&b, FIVE + DCR_FAULT_INFO), 0);
    report(&b, 0x5000, 2, false);
    edge(&b);
    fault_is(&b, 0x5000, 1 | 2 << 1);
    report(&b, 0x7000, 0, false); /* as the other is forgotten */
    ask(&b, true, FIVE + DCR_FAULT_INFO, 0);
    fault_is(&b, 0x7000, 1);
    commit(&b, DCR_SATP_BARE, 0, 0);
    assert_int_equal(read_dcr(&b, FIVE + DCR_FAULT_INFO), 0);
}

/* The block answers a write of a commit with an error: the commit ends there. */
static void an_error_on_the_bus(void **unused) {
    bench b;
    (void)unused;
    start(&b);
    b.patience = ENOUGH;
    ask(&b, true, WINDOW + MMU_COMMAND / 4, 4); /* software's own command is under way */
    for (unsigned i = 0; i < 20; i++)
        edge(&b);
    commit(&b, DCR_SATP_SV39, 1, 0x100);
    settle(&b, false);
    assert_int_equal(read_dcr(&b, STATUS), DCR_REFUSED);
    assert_int_equal(b.s.open, 0);
    assert_int_equal(b.count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_commit_writes_the_format),
        cmocka_unit_test(a_commit_enables_the_space),
        cmocka_unit_test(a_commit_of_sv32),
        cmocka_unit_test(a_commit_ends_the_space_before),
        cmocka_unit_test(no_commit_is_lost),
        cmocka_unit_test(a_satp_that_cannot_be),
        cmocka_unit_test(a_refused_command),
        cmocka_unit_test(the_window),
        cmocka_unit_test(a_lost_access),
        cmocka_unit_test(the_window_while_a_command_waits),
        cmocka_unit_test(answers_stay),
        cmocka_unit_test(the_first_fault),
        cmocka_unit_test(an_error_on_the_bus),
    };
    return UNIT_TEST_RUN("dcr_bridge", tests);
}
