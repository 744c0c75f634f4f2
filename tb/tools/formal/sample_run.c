/* SPDX-License-Identifier: Apache-2.0 */
/* Some steps of sample, whose pins decide the exit code: MemorySanitizer then sees an unset value. */
#include "sample.h"

int main(void) {
    sample_state s;
    uint32_t sum = 0;

    sample_reset(&s);
    for (uint32_t k = 0; k < 200; k++) {
        const sample_in in = {
            .look_valid = (u1)(k & 1U),
            .look_tag = (u7)(k % 5U),
            .fill_valid = (u1)((k >> 1) & 1U),
            .fill_tag = (u7)(k % 9U),
            .weight = {(u3)(k & 7U), (u3)1},
            .peek_way = (u3)(k & 7U),
            .flush = (u1)(k % 50U == 49U),
        };
        sample_out out;

        sample_step(&s, &in, &out);
        sum += (uint32_t)out.answer_valid + (uint32_t)out.answer_hit + (uint32_t)out.answer_way +
               (uint32_t)out.level + (uint32_t)out.running + (uint32_t)out.peeked;
    }
    return sum == 0;
}
