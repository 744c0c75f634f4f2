/* SPDX-License-Identifier: Apache-2.0 */
/* Wires. All pins are read before the first unit steps; none of them depends on an input of its cycle. */
#include "dram_scheduler.h"

#define WORDS GMMU_AXI_WORDS

/* The pins of the units in one cycle. */
typedef struct {
    axi4_port_out p;
    dram_arbiter_out a;
    golden_queue_out g;
    silver_queue_out s;
    normal_queue_out n;
} pins;

static pins read_pins(const dram_scheduler_state *s) {
    pins v;
    axi4_port_outputs(&s->port, &v.p);
    dram_arbiter_outputs(&s->arbiter, &v.a);
    golden_queue_outputs(&s->golden, &v.g);
    silver_queue_outputs(&s->silver, &v.s);
    normal_queue_outputs(&s->normal, &v.n);
    return v;
}

static void show(const pins *v, dram_scheduler_out *out) {
    out->awready = v->p.awready;
    out->wready = v->p.wready;
    out->bvalid = v->p.bvalid;
    out->bid = v->p.bid;
    out->bresp = v->p.bresp;
    out->arready = v->p.arready;
    out->rvalid = v->p.rvalid;
    out->rid = v->p.rid;
    out->rresp = v->p.rresp;
    out->rlast = v->p.rlast;
    out->issue_valid = v->a.issue_valid;
    out->issue_class = v->a.issue_class;
    out->issue_id = v->a.issue_id;
    out->issue_write = v->a.issue_write;
    out->issue_bank = v->a.issue_bank;
    out->issue_row = v->a.issue_row;
    out->issue_col = v->a.issue_col;
    out->wd_valid = v->p.wd_valid;
    out->wd_id = v->p.wd_id;
    out->wd_beat = v->p.wd_beat;
    out->rd_ready = v->p.rd_ready;
    out->done_ready = v->p.done_ready;
    for (unsigned w = 0; w < WORDS; w++) {
        out->rdata[w] = v->p.rdata[w];
        out->wd_data[w] = v->p.wd_data[w];
        out->wd_strb[w] = v->p.wd_strb[w];
    }
    out->busy = v->a.busy;
    out->silver_app = v->a.silver_app;
    out->silver_left = v->a.silver_left;
    out->g_level = v->g.level;
    out->s_level = v->s.level;
    out->n_level = v->n.level;
}

static void step_port(axi4_port_state *s, const dram_scheduler_in *in, const pins *v) {
    axi4_port_in p;
    axi4_port_out out;
    p.awvalid = in->awvalid;
    p.awid = in->awid;
    p.awaddr = in->awaddr;
    p.awlen = in->awlen;
    p.awsize = in->awsize;
    p.awburst = in->awburst;
    p.awuser = in->awuser;
    p.wvalid = in->wvalid;
    p.wlast = in->wlast;
    p.bready = in->bready;
    p.arvalid = in->arvalid;
    p.arid = in->arid;
    p.araddr = in->araddr;
    p.arlen = in->arlen;
    p.arsize = in->arsize;
    p.arburst = in->arburst;
    p.aruser = in->aruser;
    p.rready = in->rready;
    p.req_ready = v->a.req_ready;
    p.wd_ready = in->wd_ready;
    p.rd_valid = in->rd_valid;
    p.rd_id = in->rd_id;
    p.rd_error = in->rd_error;
    p.done_valid = in->done_valid;
    p.done_id = in->done_id;
    p.done_error = in->done_error;
    for (unsigned w = 0; w < WORDS; w++) {
        p.wdata[w] = in->wdata[w];
        p.wstrb[w] = in->wstrb[w];
        p.rd_data[w] = in->rd_data[w];
    }
    axi4_port_step(s, &p, &out);
}

/* A head of a queue, ports <class>_* of the arbiter. */
#define WIRE_HEAD(class)                                                                                     \
    do {                                                                                                     \
        a.class##_ready = v->class.push_ready;                                                               \
        a.class##_valid = v->class.pick_valid;                                                               \
        a.class##_id = v->class.pick_id;                                                                     \
        a.class##_write = v->class.pick_write;                                                               \
        a.class##_bank = v->class.pick_bank;                                                                 \
        a.class##_row = v->class.pick_row;                                                                   \
        a.class##_col = v->class.pick_col;                                                                   \
    } while (0)

static void step_arbiter(dram_arbiter_state *s, const dram_scheduler_in *in, const pins *v) {
    dram_arbiter_in a;
    dram_arbiter_out out;
    a.req_valid = v->p.req_valid;
    a.req_walk = v->p.req_walk;
    a.req_app = v->p.req_app;
    a.req_id = v->p.req_id;
    a.req_write = v->p.req_write;
    a.req_bank = v->p.req_bank;
    a.req_row = v->p.req_row;
    a.req_col = v->p.req_col;
    WIRE_HEAD(g);
    WIRE_HEAD(s);
    WIRE_HEAD(n);
    a.bank_ready = in->bank_ready;
    a.epoch_end = in->epoch_end;
    for (unsigned i = 0; i < GMMU_NUM_APPS; i++) {
        a.conptw[i] = in->conptw[i];
        a.stalled[i] = in->stalled[i];
    }
    a.cfg_enable = in->cfg_enable;
    a.cfg_apps = in->cfg_apps;
    a.cfg_thresh_max = in->cfg_thresh_max;
    dram_arbiter_step(s, &a, &out);
}

/* A queue's view of the arbiter. */
#define WIRE_QUEUE(class)                                                                                    \
    do {                                                                                                     \
        q.push_valid = v->a.push_##class;                                                                    \
        q.push_id = v->a.push_id;                                                                            \
        q.push_write = v->a.push_write;                                                                      \
        q.push_bank = v->a.push_bank;                                                                        \
        q.push_row = v->a.push_row;                                                                          \
        q.push_col = v->a.push_col;                                                                          \
        q.pop = v->a.pop_##class;                                                                            \
    } while (0)

/* A FR-FCFS queue's view of the banks, and its knob. */
#define WIRE_BANKS()                                                                                         \
    do {                                                                                                     \
        q.bank_ready = in->bank_ready;                                                                       \
        q.act_valid = in->act_valid;                                                                         \
        q.act_bank = in->act_bank;                                                                           \
        q.act_row = in->act_row;                                                                             \
        q.pre = in->pre;                                                                                     \
        q.cfg_hit_cap = in->cfg_hit_cap;                                                                     \
    } while (0)

static void step_golden(golden_queue_state *s, const pins *v) {
    golden_queue_in q;
    golden_queue_out out;
    WIRE_QUEUE(g);
    golden_queue_step(s, &q, &out);
}

static void step_silver(silver_queue_state *s, const dram_scheduler_in *in, const pins *v) {
    silver_queue_in q;
    silver_queue_out out;
    WIRE_QUEUE(s);
    WIRE_BANKS();
    silver_queue_step(s, &q, &out);
}

static void step_normal(normal_queue_state *s, const dram_scheduler_in *in, const pins *v) {
    normal_queue_in q;
    normal_queue_out out;
    WIRE_QUEUE(n);
    WIRE_BANKS();
    normal_queue_step(s, &q, &out);
}

void dram_scheduler_reset(dram_scheduler_state *s) {
    axi4_port_reset(&s->port);
    dram_arbiter_reset(&s->arbiter);
    golden_queue_reset(&s->golden);
    silver_queue_reset(&s->silver);
    normal_queue_reset(&s->normal);
}

void dram_scheduler_outputs(const dram_scheduler_state *s, dram_scheduler_out *out) {
    const pins v = read_pins(s);
    show(&v, out);
}

void dram_scheduler_step(dram_scheduler_state *s, const dram_scheduler_in *in, dram_scheduler_out *out) {
    const pins v = read_pins(s);

    show(&v, out);
    step_port(&s->port, in, &v);
    step_arbiter(&s->arbiter, in, &v);
    step_golden(&s->golden, &v);
    step_silver(&s->silver, in, &v);
    step_normal(&s->normal, in, &v);
}
