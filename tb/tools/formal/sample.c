/* SPDX-License-Identifier: Apache-2.0 */
#include "sample.h"

void sample_reset(sample_state *s) {
    for (unsigned w = 0; w < SAMPLE_WAYS; w++) {
        s->valid[w] = 0;
        s->tag[w] = 0;
    }
    s->next = 0;
    s->misses = 0;
    s->ans_valid = 0;
    s->ans_hit = 0;
    s->ans_way = 0;
    s->peek = 0;
    s->timer.running = 0;
    s->timer.left = 0;
}

void sample_outputs(const sample_state *s, sample_out *out) {
    uint32_t level = 0;

    for (unsigned w = 0; w < SAMPLE_WAYS; w++)
        level += s->valid[w];
    out->answer_valid = s->ans_valid;
    out->answer_hit = s->ans_hit;
    out->answer_way = s->ans_way;
    out->level = (u3)GMMU_WRAP(level, 3);
    out->running = s->timer.running;
    out->peeked = s->peek;
}

static void timer_step(sample_timer_state *s, u1 start, u6 length) {
    if (start) {
        s->running = (u1)(length != 0);
        s->left = length;
    } else if (s->running) {
        s->running = (u1)(s->left > 1);
        s->left = (u6)GMMU_WRAP((uint32_t)s->left + 63U, 6);
    }
}

/* The ways that hold the tag, one bit each. */
static uint32_t matches(const sample_state *s, u7 tag) {
    uint32_t match = 0;

    for (unsigned w = 0; w < SAMPLE_WAYS; w++)
        match |= (uint32_t)(s->valid[w] && s->tag[w] == tag) << w;
    return match;
}

static u3 lowest(uint32_t match) {
    u3 way = 0;

    for (unsigned w = SAMPLE_WAYS; w-- > 0;)
        if ((match >> w) & 1U)
            way = (u3)w;
    return way;
}

void sample_step(sample_state *s, const sample_in *in, sample_out *out) {
    sample_outputs(s, out);

    const uint32_t found = matches(s, in->look_tag);
    const u1 hit = (u1)(in->look_valid && found != 0);
    const u1 miss = (u1)(in->look_valid && found == 0);
    const u1 fill = (u1)(in->fill_valid && matches(s, in->fill_tag) == 0);
    const uint32_t length = (uint32_t)in->weight[0] + (uint32_t)in->weight[1] * 7U;

    s->ans_valid = in->look_valid;
    s->ans_hit = hit;
    s->ans_way = hit ? lowest(found) : (u3)0;
    s->peek = in->peek_way < SAMPLE_WAYS ? s->tag[in->peek_way] : (u7)0;
    if (miss && s->misses != 15)
        s->misses = (u4)GMMU_WRAP((uint32_t)s->misses + 1U, 4);

    for (unsigned w = 0; w < SAMPLE_WAYS; w++) {
        const u1 here = (u1)(fill && s->next == w);
        s->valid[w] = (u1)(!in->flush && (s->valid[w] || here));
        if (here && !in->flush)
            s->tag[w] = in->fill_tag;
    }
    if (in->flush)
        s->next = 0;
    else if (fill)
        s->next = s->next >= SAMPLE_WAYS - 1 ? (u3)0 : (u3)GMMU_WRAP((uint32_t)s->next + 1U, 3);
    timer_step(&s->timer, in->flush, (u6)GMMU_WRAP(length, 6));
}
