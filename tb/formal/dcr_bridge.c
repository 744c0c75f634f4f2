/* SPDX-License-Identifier: Apache-2.0 */
/* What dcr_bridge promises: of requests on the DCR bus, of accesses to the block, and of commits. */
#include "dcr_bridge.h"

#include "mmu_registers_map.h"

#define CYCLE                                                                                                \
    const dcr_bridge_state *s, const dcr_bridge_in *in, const dcr_bridge_out *out, const dcr_bridge_state *n
#define UNUSED (void)s, (void)in, (void)out, (void)n

/* A request for one of the five registers. */
static u1 five(const dcr_bridge_in *in, unsigned which) {
    return (u1)(in->req_valid & (u1)((uint32_t)in->req_addr == GMMU_DCR_MMU_AT + which));
}

static u1 in_window(const dcr_bridge_in *in) {
    const uint32_t addr = (uint32_t)in->req_addr;
    return (u1)(in->req_valid & (u1)(addr >= GMMU_DCR_WINDOW_AT) & (u1)(addr <= GMMU_DCR_WINDOW_AT + 63));
}

static u1 of_status(const dcr_bridge_in *in) {
    return (u1)(in->req_valid & (u1)((uint32_t)in->req_addr == GMMU_DCR_WINDOW_AT + DCR_STATUS_WORD));
}

/* An access of the window comes, and is taken. */
static u1 takes(const dcr_bridge_state *s, const dcr_bridge_in *in) {
    return (u1)(in_window(in) & (u1)!of_status(in) & (u1)!s->win_valid);
}

static u1 commits(const dcr_bridge_in *in) {
    return (u1)(five(in, DCR_SATP_HIGH) & in->req_rw);
}

/* Fields of satp, of 64 bits in Sv39 and 32 in Sv32 (RISC-V privileged architecture). */
typedef struct {
    u1 bare, paged;
    uint64_t asid, root;
} satp_fields;

static satp_fields satp_of(const dcr_bridge_state *s, const dcr_bridge_in *in) {
    const uint64_t satp = (uint64_t)in->req_data << 32 | (uint64_t)s->satp_low;
    const satp_fields sv39 = {.bare = (u1)(satp >> 60 == 0),
                              .paged = (u1)(satp >> 60 == 8),
                              .asid = satp >> 44 & 0xFFFFU,
                              .root = satp & UINT64_C(0xFFFFFFFFFFF)};
    const satp_fields sv32 = {.bare = (u1)((satp >> 31 & 1U) == 0),
                              .paged = (u1)((satp >> 31 & 1U) == 1),
                              .asid = satp >> 22 & 0x1FFU,
                              .root = satp & 0x3FFFFFU};
    return in->cfg_sv32 ? sv32 : sv39;
}

/* It is of a mode, a space and a root that the block has the bits for. */
static u1 acceptable(const dcr_bridge_state *s, const dcr_bridge_in *in) {
    const satp_fields f = satp_of(s, in);
    return (u1)(f.bare | (f.paged & (u1)(f.asid < UINT64_C(1) << GMMU_ASID_W) &
                          (u1)(f.root < UINT64_C(1) << GMMU_PPN_W)));
}

/* The format is through: Sv32 has two levels, Sv39 three. */
static u1 ends_format(const dcr_bridge_state *s) {
    return (u1)(s->do_sv32 ? (u1)(s->step == DCR_LEVEL_1) : (u1)(s->step == DCR_LEVEL_2));
}

static u1 is_poll(u5 step) {
    return (u1)((step == DCR_END_DONE) | (step == DCR_SET_DONE) | (step == DCR_FENCE_DONE));
}

static u1 is_access(u5 step) {
    return (u1)((step >= DCR_FORMAT) & (step <= DCR_FENCE_DONE));
}

/* The access that is under way is a write. */
static u1 is_write(const dcr_bridge_state *s) {
    return s->for_window ? s->win_write : (u1)!is_poll(s->step);
}

static u1 ends(const dcr_bridge_in *in, const dcr_bridge_out *out) {
    return (u1)((in->bvalid & out->bready) | (in->rvalid & out->rready));
}

static u1 fails(const dcr_bridge_in *in, const dcr_bridge_out *out) {
    return (u1)((in->bvalid & out->bready & (u1)(in->bresp >= 2)) |
                (in->rvalid & out->rready & (u1)(in->rresp >= 2)));
}

/* The access of a step ends, and the command that it waits for is through. */
static u1 passes(const dcr_bridge_state *s, const dcr_bridge_in *in, const dcr_bridge_out *out) {
    const u1 waits = (u1)(is_poll(s->step) & (u1)(((uint32_t)in->rdata & MMU_CMD_MASK) != 0));
    return (u1)(ends(in, out) & (u1)!s->for_window & ((u1)!waits | fails(in, out)));
}

/* And well. */
static u1 succeeds(const dcr_bridge_state *s, const dcr_bridge_in *in, const dcr_bridge_out *out) {
    const u1 refused = (u1)(is_poll(s->step) & (u1)(((uint32_t)in->rdata & MMU_CMD_REFUSED_MASK) != 0));
    return (u1)(passes(s, in, out) & (u1)!fails(in, out) & (u1)!refused);
}

/* What is to leave belongs to an access, of its kind; an access is the window's, or a step's; an
 * answer is owed to a read of the window that is not answered. */
u1 dcr_bridge_inv(const dcr_bridge_state *s) {
    const u1 leaves = (u1)(s->aw_valid | s->w_valid | s->ar_valid);
    const u1 kind =
        (u1)(((u1) !(s->aw_valid | s->w_valid) | is_write(s)) & ((u1)!s->ar_valid | (u1)!is_write(s)));
    const u1 whose = s->for_window ? s->win_valid : is_access(s->step);
    return (u1)(((u1)!leaves | s->access) & ((u1)!s->access | (kind & whose)) &
                (u1)(s->step <= DCR_FENCE_DONE) & ((u1)!s->owed | (s->win_valid & (u1)!s->win_write)) &
                (u1) !(s->owed & s->rsp_valid));
}

/* After reset every register is 0: no translation, and nothing under way. */
u1 dcr_bridge_start_zero(const dcr_bridge_state *s) {
    const u1 satp =
        (u1)((s->satp_low == 0) & (u1)!s->active & (s->asid == 0) & (s->root == 0) & (u1)!s->pending);
    const u1 commit =
        (u1)((s->step == 0) & (u1)!s->do_set & (u1)!s->do_sv32 & (s->do_asid == 0) & (s->do_root == 0) &
             (u1)!s->open & (s->open_asid == 0) & (u1)!s->formatted & (u1)!s->refused);
    const u1 window = (u1)((u1)!s->win_valid & (u1)!s->win_write & (s->win_word == 0) & (s->win_data == 0) &
                           (u1)!s->owed & (u1)!s->error & (u1)!s->lost);
    const u1 access =
        (u1)((u1)!s->access & (u1)!s->for_window & (u1)!s->aw_valid & (u1)!s->w_valid & (u1)!s->ar_valid);
    return (u1)(satp & commit & window & access & (u1)!s->held & (s->held_va == 0) & (s->held_access == 0) &
                (u1)!s->held_amo & (u1)!s->rsp_valid & (s->rsp_data == 0));
}

u1 dcr_bridge_idle(const dcr_bridge_state *s, const dcr_bridge_in *in) {
    return (u1)((u1)!in->req_valid & (u1)!in->fault_valid & (u1)!s->pending & (s->step == DCR_IDLE) &
                (u1)!s->win_valid & (u1)!s->access);
}

/* ---- accesses of AXI4-Lite ---- */

/* Valid stays, and its payload with it, until ready; an answer is taken when all has left. */
u1 dcr_bridge_prop_stays(CYCLE) {
    const u1 aw = (u1)(s->aw_valid & (u1)!in->awready), w = (u1)(s->w_valid & (u1)!in->wready);
    const u1 ar = (u1)(s->ar_valid & (u1)!in->arready);
    const u1 window = (u1)((n->win_word == s->win_word) & (n->win_data == s->win_data));
    const u1 step = (u1)((n->step == s->step) & (n->do_sv32 == s->do_sv32) & (n->do_root == s->do_root) &
                         (n->do_asid == s->do_asid) & (n->open_asid == s->open_asid));
    const u1 same = (u1)(n->access & (u1)(n->for_window == s->for_window) & (s->for_window ? window : step));
    UNUSED;
    return (u1)(((u1) !(aw | w | ar) | same) & ((u1)!aw | n->aw_valid) & ((u1)!w | n->w_valid) &
                ((u1)!ar | n->ar_valid) &
                ((u1) !(out->bready | out->rready) | (u1) !(s->aw_valid | s->w_valid | s->ar_valid)));
}

/* One access at a time: a write has address and data, a read its address, each leaves once, and it is over
 * with its answer. */
u1 dcr_bridge_prop_once(CYCLE) {
    const u1 over = ends(in, out), begins = (u1)((u1)!s->access & n->access);
    UNUSED;
    return (u1)(((u1)!over | (s->access & (u1)!n->access)) & ((u1)!s->access | over | n->access) &
                ((u1)!begins | (n->aw_valid == is_write(n) && n->w_valid == is_write(n) &&
                                n->ar_valid == (u1)!is_write(n))) &
                (begins | ((u1) !(n->aw_valid & (u1)!s->aw_valid) & (u1) !(n->w_valid & (u1)!s->w_valid) &
                           (u1) !(n->ar_valid & (u1)!s->ar_valid))));
}

/* What has something to do begins at once, the window first. */
u1 dcr_bridge_prop_begins(CYCLE) {
    const u1 free = (u1)!s->access;
    UNUSED;
    return (u1)(((u1) !(free & s->win_valid) | (n->access & n->for_window)) &
                ((u1) !(free & (u1)!s->win_valid & is_access(s->step)) | (n->access & (u1)!n->for_window)));
}

/* ---- the window ---- */

/* An access is kept as it came, until it has been answered; one that comes meanwhile is lost, and said so. */
u1 dcr_bridge_prop_window(CYCLE) {
    const u1 taken = takes(s, in), over = (u1)(ends(in, out) & s->for_window);
    const u1 loses = (u1)(in_window(in) & (u1)!of_status(in) & s->win_valid);
    const u1 same =
        (u1)((n->win_write == s->win_write) & (n->win_word == s->win_word) & (n->win_data == s->win_data));
    const u1 its = (u1)((n->win_write == in->req_rw) &
                        ((uint32_t)n->win_word == (uint32_t)in->req_addr - GMMU_DCR_WINDOW_AT) &
                        (n->win_data == in->req_data));
    UNUSED;
    return (u1)((n->win_valid == (u1)(taken | (s->win_valid & (u1)!over))) & (taken ? its : same) &
                ((u1)!loses | n->lost));
}

/* Its access goes to the register of its word, and carries its data. */
u1 dcr_bridge_prop_word(CYCLE) {
    const u1 shown = (u1)(s->access & s->for_window);
    const uint32_t at = 4U * (uint32_t)s->win_word;
    UNUSED;
    return (u1)((u1)!shown | (((uint32_t)out->awaddr == at) & ((uint32_t)out->araddr == at) &
                              ((u1)!out->wvalid | (out->wdata == s->win_data))));
}

/* A read is answered once, with what the register holds, unless another request comes before; an answer stays
 * until the next request. */
u1 dcr_bridge_prop_answer(CYCLE) {
    const u1 asks = (u1)(takes(s, in) & (u1)!in->req_rw);
    const u1 comes = (u1)(in->rvalid & out->rready & s->for_window);
    UNUSED;
    return (u1)(((u1)!asks | (n->owed & (u1)!n->rsp_valid)) &
                ((u1) !(s->owed & (u1)!in->req_valid & (u1)!comes) | (n->owed & (u1)!n->rsp_valid)) &
                ((u1) !(s->owed & (u1)!in->req_valid & comes) |
                 (n->rsp_valid & (u1)!n->owed & (n->rsp_data == in->rdata))) &
                ((u1) !(s->rsp_valid & (u1)!in->req_valid) | (n->rsp_valid & (n->rsp_data == s->rsp_data))) &
                ((u1)!in->req_valid | (u1)!s->owed | asks | (u1)!n->owed));
}

/* The status is answered at once, bit by bit; its write forgets what it said, but for what is new. */
u1 dcr_bridge_prop_status(CYCLE) {
    const u1 reads = (u1)(of_status(in) & (u1)!in->req_rw), clears = (u1)(of_status(in) & in->req_rw);
    const uint32_t said = (uint32_t)n->rsp_data;
    const u1 bits = (u1)(((u1)(said & 1U) == out->busy) & ((u1)(said >> 1 & 1U) == s->win_valid) &
                         ((u1)(said >> 2 & 1U) == s->refused) & ((u1)(said >> 3 & 1U) == s->error) &
                         ((u1)(said >> 4) == s->lost) & (said < 32));
    const u1 fails_now = (u1)(fails(in, out) & s->for_window);
    const u1 refuses =
        (u1)((passes(s, in, out) & (u1)!succeeds(s, in, out)) | (commits(in) & (u1)!acceptable(s, in)));
    UNUSED;
    return (u1)(((u1)!reads | (n->rsp_valid & bits)) &
                (n->error == (u1)((s->error & (u1)!clears) | fails_now)) &
                (n->refused == (u1)((s->refused & (u1)!clears) | refuses)) & ((u1)!clears | (u1)!n->lost) &
                ((u1) !(s->lost & (u1)!clears) | n->lost));
}

/* What is not the bridge's it does not answer. */
u1 dcr_bridge_prop_others(CYCLE) {
    const u1 own =
        (u1)(in_window(in) | five(in, DCR_FAULT_LOW) | five(in, DCR_FAULT_HIGH) | five(in, DCR_FAULT_INFO));
    UNUSED;
    return (u1)((u1) !(in->req_valid & ((u1)!own | in->req_rw)) | ((u1)!n->rsp_valid & (u1)!n->owed));
}

/* ---- satp and commits ---- */

/* The last acceptable satp is the cores', and a commit of it waits or begins: none is lost. What
 * cannot be is refused and changes nothing. */
u1 dcr_bridge_prop_satp(CYCLE) {
    const u1 takes_it = (u1)(commits(in) & acceptable(s, in));
    const satp_fields f = satp_of(s, in);
    const u1 same = (u1)((n->active == s->active) & (n->asid == s->asid) & (n->root == s->root));
    const u1 its = (u1)((n->active == f.paged) &
                        ((u1)!f.paged | (((uint64_t)n->asid == f.asid) & ((uint64_t)n->root == f.root))));
    const u1 low = (u1)(five(in, DCR_SATP_LOW) & in->req_rw);
    UNUSED;
    return (u1)((takes_it ? (u1)(its & n->pending) : same) &
                (n->satp_low == (low ? in->req_data : s->satp_low)) & (out->vm_active == s->active) &
                (out->asid == s->asid) & (out->busy == (u1)(s->pending | (s->step != DCR_IDLE))));
}

/* A commit that waits begins when none is under way, with the satp of that time, and only then. */
u1 dcr_bridge_prop_taken(CYCLE) {
    const u1 begins = (u1)((s->step == DCR_IDLE) & s->pending);
    const u1 same = (u1)((n->do_set == s->do_set) & (n->do_sv32 == s->do_sv32) & (n->do_asid == s->do_asid) &
                         (n->do_root == s->do_root));
    const u1 its = (u1)((n->do_set == s->active) & (n->do_sv32 == in->cfg_sv32) & (n->do_asid == s->asid) &
                        (n->do_root == s->root));
    UNUSED;
    return (u1)((begins ? (u1)(its & (n->step == DCR_CHOOSE)) : same) &
                ((u1)!s->pending | begins | n->pending) &
                ((u1)(s->step != DCR_IDLE) | begins | (n->step == DCR_IDLE)));
}

/* It ends another space first, and then enables its own. */
u1 dcr_bridge_prop_chosen(CYCLE) {
    const u1 at = (u1)(s->step == DCR_CHOOSE), other = (u1)(s->open & (u1)(s->open_asid != s->do_asid));
    const u1 format = (u1)(s->do_set & in->cfg_setup & (u1)!s->formatted);
    const u1 end = (u1)((s->do_set ? other : s->open) & (u1)!format);
    UNUSED;
    return (u1)((u1)!at | (((n->step == DCR_FORMAT) == format) & ((n->step == DCR_END) == end) &
                           ((n->step == DCR_LOWEST_LOW) == (u1)(s->do_set & (u1)!end & (u1)!format)) &
                           ((n->step == DCR_IDLE) == (u1)((u1)!s->do_set & (u1)!s->open))));
}

/* From step to step, as each is answered; what is refused ends the commit. */
u1 dcr_bridge_prop_steps(CYCLE) {
    const u1 at = is_access(s->step), last = (u1)(s->step == DCR_FENCE_DONE);
    const u1 chooses = (u1)(ends_format(s) | (s->step == DCR_END_DONE));
    const uint32_t next = last ? (uint32_t)DCR_IDLE : chooses ? (uint32_t)DCR_CHOOSE : (uint32_t)s->step + 1U;
    UNUSED;
    return (u1)((u1)!at |
                ((passes(s, in, out) | (u1)(n->step == s->step)) &
                 ((u1)!passes(s, in, out) | (u1)((uint32_t)n->step == (succeeds(s, in, out) ? next : 0U)))));
}

/* A space is open when it was enabled and has not been ended, as far as the block has said. */
u1 dcr_bridge_prop_open(CYCLE) {
    const u1 sets = (u1)(succeeds(s, in, out) & (s->step == DCR_SET_DONE));
    const u1 closes = (u1)(succeeds(s, in, out) & (s->step == DCR_END_DONE));
    UNUSED;
    return (u1)((n->open == (u1)(sets | (s->open & (u1)!closes))) &
                (n->open_asid == (sets ? s->do_asid : s->open_asid)) &
                (n->formatted == (u1)(s->formatted | (succeeds(s, in, out) & ends_format(s)))));
}

static u1 writes(const dcr_bridge_out *out, uint32_t at, uint32_t data) {
    return (u1)(((uint32_t)out->awaddr == at) & ((uint32_t)out->wdata == data));
}

/* What a step writes, in the fields of the registers: the arguments, then the command with the space. */
u1 dcr_bridge_prop_commands(CYCLE) {
    const u1 shown = (u1)(s->access & (u1)!s->for_window);
    const uint32_t kind = (uint32_t)out->wdata & MMU_CMD_KIND_MASK,
                   asid = (uint32_t)out->wdata >> MMU_CMD_ASID_AT;
    const u1 enable = (u1)(((uint32_t)out->wdata & MMU_CMD_ENABLE_MASK) != 0);
    const u1 end = (u1)((kind == 0) & (u1)!enable & (u1)(asid == (uint32_t)s->open_asid));
    const u1 set = (u1)((kind == 0) & enable & (u1)(asid == (uint32_t)s->do_asid));
    const u1 to_command = (u1)((uint32_t)out->awaddr == MMU_COMMAND);
    u1 right = 1;
    UNUSED;
    right = (u1)(right & ((u1)(s->step != DCR_LOWEST_LOW) | writes(out, MMU_COMMAND_PAGE_LOW, 0)));
    right = (u1)(right & ((u1)(s->step != DCR_LOWEST_HIGH) | writes(out, MMU_COMMAND_PAGE_HIGH, 0)));
    right =
        (u1)(right & ((u1)(s->step != DCR_HIGHEST_LOW) |
                      writes(out, MMU_COMMAND_HIGHEST_LOW, (UINT32_C(1) << (s->do_sv32 ? 20 : 27)) - 1U)));
    right = (u1)(right & ((u1)(s->step != DCR_HIGHEST_HIGH) | writes(out, MMU_COMMAND_HIGHEST_HIGH, 0)));
    right = (u1)(right & ((u1)(s->step != DCR_ROOT) | writes(out, MMU_COMMAND_ROOT, (uint32_t)s->do_root)));
    right = (u1)(right & ((u1)(s->step != DCR_END) | (to_command & end)));
    right = (u1)(right & ((u1)(s->step != DCR_SET) | (to_command & set)));
    right = (u1)(right & ((u1)(s->step != DCR_FENCE) | (to_command & (u1)(kind == 4))));
    right = (u1)(right & ((u1)!is_poll(s->step) | (u1)((uint32_t)out->araddr == MMU_COMMAND)));
    return (u1)((u1)!shown | right);
}

static uint32_t field(uint32_t value, unsigned at) {
    return value << at;
}

/* The formats of Sv39 and Sv32 (RISC-V privileged architecture): V 0, R W X 1 to 3, U 4, A 6, D 7, frame from
 * 10 on. The block counts the entries of Sv32 in words: two entries, so a table of 1024 has 9 bits. */
u1 dcr_bridge_prop_format(CYCLE) {
    const u1 shown = (u1)(s->access & (u1)!s->for_window);
    const u1 sv32 = s->do_sv32;
    const uint32_t whole = field(sv32 ? 1 : 2, MMU_FMT_ROOT_AT) | MMU_FMT_MARKED_MASK |
                           MMU_FMT_SYSTEM_NO_MASK | field(10, MMU_FMT_FRAME_AT) |
                           field(sv32 ? 22 : 54, MMU_FMT_FRAME_BITS_AT);
    const uint32_t flags =
        field(1, MMU_FMT_POINTER_AT) | field(1, MMU_FMT_PAGE_AT) | field(14, MMU_FMT_LARGE_AT);
    const uint32_t rights = field(4, MMU_FMT_WRITE_AT) | field(16, MMU_FMT_SYSTEM_AT) |
                            field(2, MMU_FMT_READ_AT) | field(3, MMU_FMT_EXEC_AT);
    const uint32_t entries = field(64, MMU_FMT_ACCESSED_AT) | field(128, MMU_FMT_DIRTY_AT) |
                             field(208, MMU_FMT_POINTER_NO_AT) | MMU_FMT_WRITE_READS_MASK |
                             (sv32 ? MMU_FMT_SHORT_MASK : 0);
    const uint32_t level = field(9, MMU_FMT_BITS_AT) | MMU_FMT_LEAF_MASK;
    u1 right = 1;
    UNUSED;
    right = (u1)(right & ((u1)(s->step != DCR_FORMAT) | writes(out, MMU_FORMAT, whole)));
    right = (u1)(right & ((u1)(s->step != DCR_FLAGS) | writes(out, MMU_FORMAT_FLAGS, flags)));
    right = (u1)(right & ((u1)(s->step != DCR_RIGHTS) | writes(out, MMU_FORMAT_RIGHTS, rights)));
    right = (u1)(right & ((u1)(s->step != DCR_ENTRIES) | writes(out, MMU_FORMAT_ENTRIES, entries)));
    right = (u1)(right & ((u1)(s->step != DCR_LEVEL_0) | writes(out, MMU_FORMAT_LEVEL, level)));
    right = (u1)(right & ((u1)(s->step != DCR_LEVEL_1) |
                          writes(out, MMU_FORMAT_LEVEL + 4, level | (sv32 ? 10U : 9U))));
    right = (u1)(right &
                 ((u1)((s->step != DCR_LEVEL_2) | sv32) | writes(out, MMU_FORMAT_LEVEL + 8, level | 18U)));
    return (u1)((u1)!shown | right);
}

/* ---- faults ---- */

/* The first fault is kept until it is forgotten; one of that cycle is the next first one. Reads say it. */
u1 dcr_bridge_prop_fault(CYCLE) {
    const u1 forgets = (u1)(commits(in) | (five(in, DCR_FAULT_INFO) & in->req_rw));
    const u1 kept = (u1)(s->held & (u1)!forgets), reads = (u1)!in->req_rw;
    const u1 same =
        (u1)((n->held_va == s->held_va) & (n->held_access == s->held_access) & (n->held_amo == s->held_amo));
    const u1 its = (u1)((n->held_va == in->fault_va) & (n->held_access == in->fault_access) &
                        (n->held_amo == in->fault_amo));
    const uint32_t info = s->held ? 1U | (uint32_t)s->held_access << 1 | (uint32_t)s->held_amo << 3 : 0U;
    const u1 low = (u1)(n->rsp_valid & (u1)((uint64_t)n->rsp_data == ((uint64_t)s->held_va & UINT32_MAX)));
    const u1 high = (u1)(n->rsp_valid & (u1)((uint64_t)n->rsp_data == (uint64_t)s->held_va >> 32));
    UNUSED;
    return (u1)((n->held == (u1)(kept | in->fault_valid)) & ((in->fault_valid & (u1)!kept) ? its : same) &
                ((u1) !(five(in, DCR_FAULT_LOW) & reads) | low) &
                ((u1) !(five(in, DCR_FAULT_HIGH) & reads) | high) &
                ((u1) !(five(in, DCR_FAULT_INFO) & reads) |
                 (n->rsp_valid & (u1)((uint32_t)n->rsp_data == info))));
}
