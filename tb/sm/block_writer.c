/* SPDX-License-Identifier: Apache-2.0 */
#include "block_writer.h"

#include "unit_test.h"

block_stream *block_writer_block(spool *s, uint32_t warps, const warp_inst *const *program,
                                 const uint32_t *count) {
    block_stream *b = spool_block_new(s, warps);
    assert_non_null(b);
    for (uint32_t w = 0; w < warps; w++)
        for (uint32_t i = 0; i < count[w]; i++)
            assert_true(spool_block_add(b, w, &program[w][i]));
    assert_true(spool_block_finish(b));
    return b;
}
