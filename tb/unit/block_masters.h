/* SPDX-License-Identifier: Apache-2.0 */
/* What the block gmmu has at its memory pins, before a unit of a test: record_writer, and a master that
 * reads, each ID once at a time; with the words of memory that both mean, and the judge of what the two get.
 * A cycle is masters_judge, masters_offer, MASTERS_DRIVE, MASTERS_SEE and masters_see_read, masters_step; the
 * unit's own bus and its step come between. */
#ifndef GMMU_TB_BLOCK_MASTERS_H
#define GMMU_TB_BLOCK_MASTERS_H

#include "unit_test.h"

#include "record_writer.h"

#include <stdbool.h>
#include <string.h>

enum { MEMORY_WORDS = 512, MASTERS_FRAME = 3, READERS = GMMU_WALKERS, NO_READ = MEMORY_WORDS };

typedef struct {
    record_writer_state writer;
    record_writer_in w_in;
    record_writer_out w_out;
    uint64_t memory[MEMORY_WORDS]; /* of the frame of the ring and of what is read */
    uint64_t reads[READERS];       /* word that is asked for, plus 1; 0: none */
    bool offered;                  /* a read: ... */
    unsigned offered_id;           /* ... of it */
    bool takes;                    /* its answers, in this cycle */
    bool recording;
    unsigned slot;
    uint64_t dice;
    uint64_t records, answered, crossed;
} block_masters;

static inline unsigned masters_roll(block_masters *m, unsigned below) {
    return (unsigned)(unit_test_random(&m->dice) % below);
}

static inline uint64_t masters_index(uint64_t addr) {
    return addr / 8 % MEMORY_WORDS;
}

static inline void masters_start(block_masters *m) {
    record_writer_reset(&m->writer);
    record_writer_outputs(&m->writer, &m->w_out);
    m->dice = unit_test_seed();
    for (unsigned i = 0; i < MEMORY_WORDS; i++)
        m->memory[i] = UINT64_C(0xABCD00000000) << 16 | i;
}

/* As soon as the writer says that a record is in memory, it is, and the writer knows of an error (`failed`:
 * there was one). Was there a record? */
static inline bool masters_judge(block_masters *m, bool failed) {
    if (!m->w_out.w_done)
        return false;
    assert_int_equal(m->w_out.error, failed);
    assert_int_equal(m->memory[2 * m->slot], (uint64_t)m->slot << 48 | (m->records + 1));
    assert_int_equal(m->memory[2 * m->slot + 1], m->records << 32 | m->slot % 7);
    m->records++;
    m->recording = false;
    return true;
}

static inline void masters_offer_record(block_masters *m) {
    record_writer_in *i = &m->w_in;
    memset(i, 0, sizeof *i);
    if (m->recording || masters_roll(m, 20) != 0)
        return;
    m->slot = masters_roll(m, 1U << (GMMU_FAULT_RING_W < 7 ? GMMU_FAULT_RING_W : 7));
    m->recording = true;
    i->w_take = 1;
    i->w_frame = MASTERS_FRAME;
    i->w_slot = (GMMU_U(GMMU_FAULT_RING_W))m->slot;
    i->w_asid = (GMMU_U(GMMU_ASID_W))m->slot;
    i->w_vpn = (GMMU_U(GMMU_VPN_W))(m->records + 1);
    i->w_info = (GMMU_U(GMMU_FAULT_INFO_W))(m->slot % 7);
    i->w_time = (GMMU_U(GMMU_FAULT_TIME_W))m->records;
}

/* The words that are read lie in the upper half, and say where they lie; records in the lower one. */
static inline void masters_offer(block_masters *m) {
    masters_offer_record(m);
    if (!m->offered) {
        m->offered_id = masters_roll(m, READERS);
        m->offered = m->reads[m->offered_id] == 0 && masters_roll(m, 2) == 0;
        if (m->offered)
            m->reads[m->offered_id] = 1 + MEMORY_WORDS / 2 + masters_roll(m, MEMORY_WORDS / 2);
    }
    m->takes = masters_roll(m, 3) != 0;
}

/* The unit's inputs from the block; each unit has them under these names. */
#define MASTERS_DRIVE(m, in)                                                                                 \
    do {                                                                                                     \
        (in)->arvalid = (m)->offered;                                                                        \
        (in)->arid = (GMMU_U(GMMU_WALKER_W))(m)->offered_id;                                                 \
        (in)->araddr = (GMMU_U(GMMU_AXI_ADDR_W))(                                                            \
            (m)->offered ? MASTERS_FRAME * 4096 + 8 * ((m)->reads[(m)->offered_id] - 1) : 0);                \
        (in)->rready = (m)->takes;                                                                           \
        (in)->awvalid = (m)->w_out.awvalid;                                                                  \
        (in)->awaddr = (m)->w_out.awaddr;                                                                    \
        (in)->wvalid = (m)->w_out.wvalid;                                                                    \
        (in)->wdata[0] = (m)->w_out.wdata[0];                                                                \
        (in)->wdata[1] = (m)->w_out.wdata[1];                                                                \
        (in)->wstrb = 255;                                                                                   \
        (in)->bready = (m)->w_out.bready;                                                                    \
    } while (0)

/* What the writer sees of the unit's outputs. */
#define MASTERS_SEE(m, out)                                                                                  \
    do {                                                                                                     \
        (m)->w_in.awready = (out)->awready;                                                                  \
        (m)->w_in.wready = (out)->wready;                                                                    \
        (m)->w_in.bvalid = (out)->bvalid;                                                                    \
        (m)->w_in.bresp = (out)->bresp;                                                                      \
    } while (0)

/* And the master: the index of the word that is answered; NO_READ: none is. */
static inline uint64_t masters_see_read(block_masters *m, bool arready, bool rvalid, unsigned id,
                                        uint64_t word) {
    if (m->offered && arready)
        m->offered = false;
    if (!rvalid || !m->takes)
        return NO_READ;
    assert_true(id < READERS && m->reads[id] != 0);
    const uint64_t at = m->reads[id] - 1;
    assert_int_equal(word, m->memory[at]);
    m->reads[id] = 0;
    m->answered++;
    m->crossed += m->recording;
    return at;
}

static inline void masters_step(block_masters *m) {
    record_writer_step(&m->writer, &m->w_in, &m->w_out);
    record_writer_outputs(&m->writer, &m->w_out);
}

#endif
