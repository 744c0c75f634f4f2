/* SPDX-License-Identifier: Apache-2.0 */
/*
 * TLB-fill tokens (MASK 5.2): warps with a token fill the shared TLB, the others the bypass cache next to it.
 * Both the cache and the token controller are the very units of hls/ or rtl/ (mmu/tlb_units.h).
 *
 * D: an SM belongs to the application of its last lookup. One that finds the controller at its evaluation, or
 * with another hand-over in the same cycle, is handed over at its next lookup.
 */
#include "base/alloc.h"
#include "gmmu_params.h"
#include "mmu/fill_rules.h"
#include "mmu/tlb_units.h"

typedef struct {
    tlb_units units;
    uint32_t page_bits;   /* log2 of the smallest page of the chip: what an entry of the bypass cache maps */
    uint64_t bypass_from; /* answers of the bypass cache before this cycle knew nothing of a flush */
} fill_tokens;

/* The bypass cache counts pages as large as the smallest one of the chip, or their frames. */
static uint64_t unit_page(const fill_tokens *f, uint64_t vpn) {
    return vpn >> (f->page_bits - GMMU_PAGE_BITS);
}

/* The frame of vpn within a page that the bypass cache has found. */
static uint64_t unit_frame(const fill_tokens *f, uint64_t page, uint64_t vpn) {
    uint32_t shift = f->page_bits - GMMU_PAGE_BITS;
    return page << shift | (vpn & ((UINT64_C(1) << shift) - 1));
}

static void *open_tokens(const gpu_config *config, const uint8_t *sm_app, char *err, size_t err_size) {
    fill_tokens *f = alloc_zeroed(1, sizeof *f);
    f->page_bits = chip_page_bits(&config->chip);
    if (tlb_units_open(&f->units, config, sm_app, err, err_size))
        return f;
    free(f);
    return NULL;
}

static void close_tokens(void *self) {
    fill_tokens *f = self;
    tlb_units_close(&f->units);
    free(f);
}

static void fill_tokens_sample(void *self) {
    tlb_units_sample(&((fill_tokens *)self)->units);
}

/* The bypass cache is asked, so that its registered answer comes with the TLB's. */
static void fill_tokens_coming(void *self, uint32_t port, const tlb_request *r) {
    fill_tokens *f = self;
    bypass_cache_in *in = &f->units.bypass_in;
    if (port == 0) {
        in->lk0_valid = 1;
        in->lk0_asid = r->asid;
        in->lk0_vpn = unit_page(f, r->vpn);
    } else {
        in->lk1_valid = 1;
        in->lk1_asid = r->asid;
        in->lk1_vpn = unit_page(f, r->vpn);
    }
}

static bool fill_tokens_find(void *self, uint64_t cycle, uint32_t port, const tlb_request *r,
                             tlb_page *page) {
    const fill_tokens *f = self;
    const bypass_cache_out *pins = &f->units.bypass_pins;
    if (cycle < f->bypass_from || !(port == 0 ? pins->a0_hit : pins->a1_hit))
        return false;
    page->ppn = unit_frame(f, port == 0 ? pins->a0_ppn : pins->a1_ppn, r->vpn);
    page->bits = f->page_bits;
    return true;
}

/* The SM works for the application that uses it. */
static void hand_over_sm(token_controller_model_in *in, bool busy, uint32_t sm, uint32_t app) {
    if (busy || in->ho_valid || in->core_app[sm] == app)
        return;
    in->core_app[sm] = (uint8_t)app;
    in->ho_valid = 1;
    in->ho_core = (uint16_t)sm;
}

static void looked_up(void *self, uint32_t port, const tlb_request *r, bool hit) {
    fill_tokens *f = self;
    token_controller_model_in *in = &f->units.token_in;
    hand_over_sm(in, f->units.token_pins.busy, r->sm, r->app);
    if (port == 0) {
        in->ev0_valid = 1;
        in->ev0_core = r->sm;
        in->ev0_warps = r->running;
        in->ev0_hit = hit;
    } else {
        in->ev1_valid = 1;
        in->ev1_core = r->sm;
        in->ev1_warps = r->running;
        in->ev1_hit = hit;
    }
}

static void fill_tokens_ask(void *self, const tlb_mshr *m) {
    token_controller_model_in *in = &((fill_tokens *)self)->units.token_in;
    in->q_valid = 1;
    in->q_core = m->sm;
    in->q_rank = m->rank;
}

static bool fill_tokens_fills(const void *self) {
    return ((const fill_tokens *)self)->units.token_pins.a_fill;
}

static void fill_tokens_keep(void *self, const tlb_mshr *m) {
    fill_tokens *f = self;
    bypass_cache_in *in = &f->units.bypass_in;
    in->fill_valid = 1;
    in->fill_asid = m->asid;
    in->fill_vpn = unit_page(f, m->vpn);
    in->fill_ppn = (u28)unit_page(f, m->ppn);
}

static void fill_tokens_flush(void *self, uint64_t cycle) {
    fill_tokens *f = self;
    f->units.bypass_in.flush = 1;
    f->bypass_from = cycle + 2; /* a lookup of this very cycle still sees the old entries */
}

static void fill_tokens_end_epoch(void *self) {
    ((fill_tokens *)self)->units.token_in.epoch_end = 1;
}

static const uint32_t *fill_tokens_tokens(const void *self) {
    return ((const fill_tokens *)self)->units.token_pins.tokens;
}

static void fill_tokens_step(void *self) {
    tlb_units_step(&((fill_tokens *)self)->units);
}

static bool fill_tokens_pending(const void *self) {
    return tlb_units_pending(&((const fill_tokens *)self)->units);
}

/* hls/token_controller/token_controller_duties.h: the controller ignores the end of an epoch that comes
 * before it has evaluated the last one (TOKEN_CONTROLLER_EVALUATION, and TOKEN_CONTROLLER_FOLLOWING where SMs
 * change hands, since an application's tokens follow them). At MASK's size it takes 4560 cycles at most,
 * which every epoch lasts, and longer where SMs change hands; else it has 64 applications and 256 SMs. */
static uint32_t fill_tokens_least_epoch(const chip_config *chip, uint32_t apps, bool moves) {
    const uint32_t sms = chip->sm.count;
    if (apps > GMMU_NUM_APPS)
        return 64 * 257 + apps * (moves ? 396 : 343) + sms * 10;
    return sms > GMMU_NUM_CORES ? 0 : 30 * 31 + apps * (moves ? 157 : 111) + 30 * 10;
}

const fill_rules fill_rules_tokens = {.row = {"tokens", "warps with a TLB-fill token (MASK 5.2)"},
                                      .in_block = true,
                                      .by_tokens = true,
                                      .units = tlb_units_needs,
                                      .where_shared = "design without TLB-fill tokens",
                                      .least_epoch = fill_tokens_least_epoch,
                                      .open = open_tokens,
                                      .close = close_tokens,
                                      .sample = fill_tokens_sample,
                                      .coming = fill_tokens_coming,
                                      .find = fill_tokens_find,
                                      .looked_up = looked_up,
                                      .ask = fill_tokens_ask,
                                      .fills = fill_tokens_fills,
                                      .keep = fill_tokens_keep,
                                      .flush = fill_tokens_flush,
                                      .end_epoch = fill_tokens_end_epoch,
                                      .tokens = fill_tokens_tokens,
                                      .step = fill_tokens_step,
                                      .pending = fill_tokens_pending};
