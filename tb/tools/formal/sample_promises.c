/* SPDX-License-Identifier: Apache-2.0 */
#include "sample.h"

/* No tag twice, and the next way exists. */
u1 sample_inv(const sample_state *s) {
    u1 good = (u1)(s->next < SAMPLE_WAYS);

    for (unsigned a = 0; a < SAMPLE_WAYS; a++)
        for (unsigned b = 0; b < a; b++)
            good = (u1)(good && !(s->valid[a] && s->valid[b] && s->tag[a] == s->tag[b]));
    return good;
}

void sample_given_inv_below(const sample_state *s, u3 way);
void sample_given_inv_order(const sample_state *s, u3 low, u3 high);
void sample_given_lemma_newly_valid(const sample_state *s, const sample_in *in, const sample_out *out,
                                    const sample_state *n, u3 way);

/* The ways below the next one are valid. */
u1 sample_inv_below(const sample_state *s, u3 way) {
    return (u1)(way >= SAMPLE_WAYS || way >= s->next || s->valid[way]);
}

void sample_keeps_below(const sample_state *s, const sample_in *in, const sample_out *out,
                        const sample_state *n, u3 way) {
    (void)in;
    (void)out;
    (void)n;
    sample_given_inv_below(s, way);
}

u1 sample_start_empty(const sample_state *s) {
    u1 zero = (u1)(s->next == 0 && s->peek == 0 && s->misses == 0);

    for (unsigned w = 0; w < SAMPLE_WAYS; w++)
        zero = (u1)(zero && !s->valid[w] && s->tag[w] == 0);
    return (u1)(zero && !s->ans_valid && !s->ans_hit && s->ans_way == 0 && !s->timer.running &&
                s->timer.left == 0);
}

/* The environment keeps the last tag for itself ... */
u1 sample_duty_tags(const sample_state *s, const sample_in *in) {
    (void)s;
    return (u1)(!in->fill_valid || in->fill_tag != 127);
}

/* A tag that is filled is not filled again at once. */
u1 sample_duty_patient(const sample_state *s, const sample_in *in, const sample_state *n,
                       const sample_in *next) {
    (void)s;
    (void)n;
    return (u1)(!in->fill_valid || !next->fill_valid || in->fill_tag != next->fill_tag);
}

void sample_given_inv_tags(const sample_state *s, u3 way);
void sample_given_duty_tags(const sample_state *s, const sample_in *in);

/* ... so it is never held. */
u1 sample_inv_tags(const sample_state *s, u3 way) {
    return (u1)(way >= SAMPLE_WAYS || !s->valid[way] || s->tag[way] != 127);
}

void sample_keeps_tags(const sample_state *s, const sample_in *in, const sample_out *out,
                       const sample_state *n, u3 way) {
    (void)out;
    (void)n;
    sample_given_inv_tags(s, way);
    sample_given_duty_tags(s, in);
}

/* Only the next way becomes valid. */
u1 sample_lemma_newly_valid(const sample_state *s, const sample_in *in, const sample_out *out,
                            const sample_state *n, u3 way) {
    (void)in;
    (void)out;
    return (u1)(way >= SAMPLE_WAYS || !n->valid[way] || s->valid[way] || s->next == way);
}

/* Ways become valid from below. */
u1 sample_inv_order(const sample_state *s, u3 low, u3 high) {
    return (u1)(low >= high || high >= SAMPLE_WAYS || s->valid[low] || !s->valid[high]);
}

void sample_keeps_order(const sample_state *s, const sample_in *in, const sample_out *out,
                        const sample_state *n, u3 low, u3 high) {
    sample_given_inv_order(s, low, high);
    sample_given_inv_below(s, low);
    sample_given_lemma_newly_valid(s, in, out, n, high);
}

u1 sample_idle(const sample_state *s, const sample_in *in) {
    return (u1)(!in->look_valid && !in->fill_valid && !in->flush && !s->timer.running && !s->ans_valid &&
                !s->ans_hit && s->ans_way == 0 && s->peek == 0 && in->peek_way > 4);
}

/* A hit names the one way that holds the tag. */
u1 sample_prop_hit_is_unique(const sample_state *s, const sample_in *in, const sample_out *out,
                             const sample_state *n, u32 k) {
    const uint32_t way = k < SAMPLE_WAYS ? (uint32_t)k : 0;
    (void)out;
    return (u1)(!n->ans_hit || way == n->ans_way || !s->valid[way] || s->tag[way] != in->look_tag);
}

u1 sample_prop_flush_empties(const sample_state *s, const sample_in *in, const sample_out *out,
                             const sample_state *n) {
    u1 none = 1;
    (void)s;
    (void)out;
    for (unsigned w = 0; w < SAMPLE_WAYS; w++)
        none = (u1)(none && !n->valid[w]);
    return (u1)(!in->flush || none);
}

u1 sample_prop_misses_never_wrap(const sample_state *s, const sample_in *in, const sample_out *out,
                                 const sample_state *n) {
    (void)in;
    (void)out;
    return (u1)(n->misses >= s->misses);
}
