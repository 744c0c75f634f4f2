/* SPDX-License-Identifier: Apache-2.0 */
/* What the environment of request_file owes it (docs/design/verification.md, "Lemmas"). */
#ifndef GMMU_REQUEST_FILE_DUTIES_H
#define GMMU_REQUEST_FILE_DUTIES_H

#include "request_file.h"

/* Is the slot on its way to the miss file: at the TLB, answered by it, shown to the miss file, or told by it?
 */
static inline uint32_t request_file_stages(const request_file_state *s, uint32_t i) {
    return (uint32_t)(s->l_valid & ((uint32_t)s->l_slot == i)) +
           (uint32_t)(s->o_valid & ((uint32_t)s->o_slot == i)) +
           (uint32_t)(s->b_valid & ((uint32_t)s->b_slot == i)) +
           (uint32_t)(s->t_valid & ((uint32_t)s->t_slot == i)) +
           (uint32_t)(s->m_shown & ((uint32_t)s->m_slot == i)) +
           (uint32_t)(s->r_valid & ((uint32_t)s->r_slot == i));
}

/* The miss file answers only what it has taken. */
static inline u1 request_file_answers_asked(const request_file_state *s, const request_file_in *in) {
    const uint32_t slot = (uint32_t)in->w_slot;
    u1 asked = 0;
    for (unsigned i = 0; i < REQUEST_FILE_SLOTS; i++)
        asked =
            (u1)(asked | ((slot == i) & (s->s_phase[i] == SLOT_ASKED) & (request_file_stages(s, i) == 0)));
    return (u1)((u1)!in->w_valid | asked);
}

#endif
