/* SPDX-License-Identifier: Apache-2.0 */
#include "mmu/tlb_epochs.h"

#include "base/alloc.h"

void tlb_epochs_init(tlb_epochs *p, uint64_t length, uint32_t apps) {
    p->length = length;
    p->apps = apps;
}

void tlb_epochs_free(tlb_epochs *p) {
    free((void *)p->links);
    free(p->unsent);
    free(p->history);
}

void tlb_epochs_attach(tlb_epochs *p, engine_link *out) {
    size_t count = (size_t)p->link_count + 1;
    p->links = (engine_link **)alloc_resize((void *)p->links, count, sizeof(engine_link *));
    p->unsent = alloc_resize(p->unsent, count, sizeof *p->unsent);
    p->links[p->link_count] = out;
    p->unsent[p->link_count] = false;
    p->link_count++;
}

uint64_t tlb_epochs_end(const tlb_epochs *p) {
    return (p->ended + 1) * p->length;
}

static void raise_to(uint32_t *most, uint32_t value) {
    uint32_t counter = value < PRESSURE_MAX ? value : PRESSURE_MAX;
    if (counter > *most)
        *most = counter;
}

void tlb_epochs_miss_begins(tlb_epochs *p, uint32_t app) {
    raise_to(&p->app[app].most_misses, ++p->app[app].misses);
}

void tlb_epochs_miss_ends(tlb_epochs *p, uint32_t app) {
    p->app[app].misses--;
}

void tlb_epochs_stalled(tlb_epochs *p, uint32_t app, uint32_t stalled) {
    raise_to(&p->app[app].most_stalled, stalled);
}

int32_t tlb_epochs_tokens(const tlb_epochs *p, uint32_t app, const uint32_t *tokens) {
    return tokens != NULL && p->app[app].measured ? (int32_t)tokens[app] : -1;
}

static void add_sample(tlb_epochs *p, uint32_t app, const app_stats *now, const uint32_t *tokens) {
    if (p->samples == p->capacity) {
        p->capacity = p->capacity != 0 ? 2 * p->capacity : 64;
        p->history = alloc_resize(p->history, p->capacity, sizeof *p->history);
    }
    const app_stats *start = &p->app[app].at_start;
    p->history[p->samples++] = (epoch_sample){
        .epoch = p->ended,
        .app = app,
        .tokens = tlb_epochs_tokens(p, app, tokens),
        .l2_tlb_hits = (uint32_t)(now->l2_tlb_hits - start->l2_tlb_hits),
        .l2_tlb_misses = (uint32_t)(now->l2_tlb_misses - start->l2_tlb_misses),
        .bypass_hits = (uint32_t)(now->bypass_hits - start->bypass_hits),
        .l2_tlb_fills = (uint32_t)(now->l2_tlb_fills - start->l2_tlb_fills),
        .bypass_fills = (uint32_t)(now->bypass_fills - start->bypass_fills),
        .walks = (uint32_t)(now->walks - start->walks),
        .walk_running = (uint32_t)(now->walk_running - start->walk_running),
        .conptw = (uint8_t)p->app[app].most_misses,
        .stalled = (uint8_t)p->app[app].most_stalled,
    };
}

void tlb_epochs_finish(tlb_epochs *p, const app_stats *stats, const uint32_t *tokens) {
    p->message = (epoch_message){.epoch = p->ended};
    for (uint32_t a = 0; a < p->apps; a++) {
        add_sample(p, a, &stats[a], tokens);
        const app_stats *start = &p->app[a].at_start;
        if (stats[a].l2_tlb_hits + stats[a].l2_tlb_misses != start->l2_tlb_hits + start->l2_tlb_misses)
            p->app[a].measured = true;
        p->app[a].at_start = stats[a];

        p->message.conptw[a] = (uint8_t)p->app[a].most_misses;
        p->message.stalled[a] = (uint8_t)p->app[a].most_stalled;
        p->app[a].most_misses = p->app[a].most_stalled = 0;
        raise_to(&p->app[a].most_misses, p->app[a].misses);
    }
    p->ended++;
    for (uint32_t i = 0; i < p->link_count; i++)
        p->unsent[i] = true;
    p->any_unsent = p->link_count != 0;
}

void tlb_epochs_observe(const tlb_epochs *p, const observer *o, uint64_t now) {
    if (o == NULL || o->value == NULL)
        return;
    for (const epoch_sample *s = &p->history[p->samples - p->apps]; s < &p->history[p->samples]; s++) {
        double lookups = (double)s->l2_tlb_hits + s->l2_tlb_misses;
        if (s->tokens >= 0) /* else there is no limit yet */
            o->value(o->ctx, now, "l2_tlb", "tokens", s->tokens, s->app);
        o->value(o->ctx, now, "l2_tlb", "miss_rate", lookups > 0 ? s->l2_tlb_misses / lookups : 0, s->app);
        o->value(o->ctx, now, "l2_tlb", "misses", s->l2_tlb_misses, s->app);
        o->value(o->ctx, now, "l2_tlb", "walks", s->walks, s->app);
        o->value(o->ctx, now, "l2_tlb", "stalled", s->stalled, s->app);
    }
}

void tlb_epochs_send(tlb_epochs *p) {
    if (!p->any_unsent)
        return;
    p->any_unsent = false;
    for (uint32_t i = 0; i < p->link_count; i++) {
        epoch_message *m = p->unsent[i] ? link_push(p->links[i]) : NULL;
        if (m != NULL) {
            *m = p->message;
            p->unsent[i] = false;
        }
        p->any_unsent |= p->unsent[i];
    }
}
