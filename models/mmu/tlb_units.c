#include "mmu/tlb_units.h"

#include <stdio.h>

static bool slot_open(unit_slot *s, const gpu_config *config, const char *name, char *err, size_t err_size) {
    bool rtl = config_unit_is_rtl(config, name);
    s->ops = unit_find(name, rtl);
    if (s->ops == NULL) {
        snprintf(err, err_size, "unit %s: no %s implementation in this build", name, rtl ? "RTL" : "C");
        return false;
    }
    s->unit = s->ops->create();
    if (s->unit == NULL)
        snprintf(err, err_size, "unit %s: out of memory", name);
    return s->unit != NULL;
}

static void slot_close(unit_slot *s) {
    if (s->unit != NULL)
        s->ops->destroy(s->unit);
}

bool tlb_units_open(tlb_units *u, const gpu_config *config, const uint8_t *core_app, char *err,
                    size_t err_size) {
    u->on = config->design.tokens;
    if (!u->on)
        return true;
    if (!slot_open(&u->bypass, config, "bypass_cache", err, err_size) ||
        !slot_open(&u->token, config, "token_controller", err, err_size)) {
        tlb_units_close(u);
        return false;
    }
    for (uint32_t c = 0; c < GMMU_NUM_CORES; c++)
        u->token_in.core_app[c] = c < config->chip.sms ? core_app[c] : GMMU_NO_APP;
    u->token_in.cfg_initial = config->mask.initial_tokens;
    u->token_in.cfg_margin = config->mask.margin;
    u->token_in.cfg_step = config->mask.token_step;
    return true;
}

void tlb_units_close(tlb_units *u) {
    slot_close(&u->bypass);
    slot_close(&u->token);
}

/* Pins can differ from the last ones seen only after a step that was asked something, or
 * after one that took an answer away again. */
void tlb_units_sample(tlb_units *u) {
    if (!u->on)
        return;
    if (u->bypass.stepped || u->bypass_pins.a0_valid || u->bypass_pins.a1_valid)
        u->bypass.ops->outputs(u->bypass.unit, &u->bypass_pins);
    if (u->token.stepped || u->token_pins.a_valid || u->token_pins.busy)
        u->token.ops->outputs(u->token.unit, &u->token_pins);
}

/* `asked`: an input is valid; `pending`: the unit works by itself. */
static void slot_step(unit_slot *s, bool asked, bool pending, const void *in, void *out) {
    if (asked || pending || s->stepped)
        s->ops->step(s->unit, in, out);
    s->stepped = asked;
}

void tlb_units_step(tlb_units *u) {
    if (!u->on)
        return;
    bypass_cache_in *b = &u->bypass_in;
    bypass_cache_out bypass_before;
    slot_step(&u->bypass, b->lk0_valid || b->lk1_valid || b->fill_valid || b->flush, false, b,
              &bypass_before);
    b->lk0_valid = b->lk1_valid = b->fill_valid = b->flush = 0;

    token_controller_in *t = &u->token_in;
    token_controller_out token_before;
    slot_step(&u->token, t->ev0_valid || t->ev1_valid || t->q_valid || t->epoch_end, u->token_pins.busy, t,
              &token_before);
    t->ev0_valid = t->ev1_valid = t->q_valid = t->epoch_end = 0;
}

bool tlb_units_pending(const tlb_units *u) {
    return u->on && (u->bypass.stepped || u->token.stepped || u->token_pins.busy);
}
