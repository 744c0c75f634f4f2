/* SPDX-License-Identifier: Apache-2.0 */
#include "soc_dram.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mix.h"

enum { COLUMN_WAIT = 3, ROW_WAIT = 9, WALKER_ID = 16 /* and above: the gmmu */ };

void soc_dram_start(soc_dram *d, phys_mem *tables, uint64_t seed, unsigned stalls) {
    *d = (soc_dram){.tables = tables, .frames = phys_mem_frames(tables), .stalls = stalls, .dice = mix(seed)};
    d->word = alloc_zeroed(d->frames * SOC_FRAME_WORDS, sizeof *d->word);
    soc_dram_reset(d);
}

void soc_dram_free(soc_dram *d) {
    free(d->word);
}

void soc_dram_reset(soc_dram *d) {
    memset(d->bank, 0, sizeof d->bank);
    d->reads = d->writes = d->beat = 0;
    d->activate = SOC_BANKS;
}

uint64_t soc_dram_read(const soc_dram *d, uint64_t address) {
    const uint64_t word = address / 8;
    return word < d->frames * SOC_FRAME_WORDS ? d->word[word] : phys_mem_read(d->tables, word * 8);
}

void soc_dram_write(soc_dram *d, uint64_t address, uint64_t word) {
    if (address / 8 < d->frames * SOC_FRAME_WORDS)
        d->word[address / 8] = word;
    else
        d->failed = "a write outside the data";
}

uint64_t soc_dram_hash(const soc_dram *d) {
    uint64_t hash = 0;
    for (uint64_t i = 0; i < d->frames * SOC_FRAME_WORDS; i++)
        if (d->word[i] != 0)
            hash += mix(mix(i) ^ d->word[i]);
    return hash;
}

static uint64_t address_of(const soc_request *r, unsigned bank) {
    return (uint64_t)r->row << 12 | (uint64_t)bank << 9 | (uint64_t)r->column << 5;
}

static void carry_out_write(soc_dram *d, const soc_request *r, uint64_t address) {
    for (unsigned b = 0; b < SOC_BEATS; b++)
        if (d->strobe[r->id][b] != 0)
            soc_dram_write(d, address + 8 * b, d->buffer[r->id][b]);
    d->written[d->writes++].id = r->id;
}

static void carry_out_read(soc_dram *d, const soc_request *r, uint64_t address) {
    soc_answer *a = &d->read[d->reads++];
    a->id = r->id;
    for (unsigned b = 0; b < SOC_BEATS; b++)
        a->word[b] = soc_dram_read(d, address + 8 * b);
}

/* Opens the row of its first request, or carries it out. */
static void step_bank(soc_dram *d, unsigned b) {
    soc_bank *k = &d->bank[b];
    const soc_request r = k->list[0];
    if (k->wait != 0) {
        k->wait--;
    } else if (k->count != 0 && k->open && k->row == r.row) {
        (r.write ? carry_out_write : carry_out_read)(d, &r, address_of(&r, b));
        memmove(k->list, k->list + 1, --k->count * sizeof *k->list);
        k->wait = COLUMN_WAIT;
    } else if (k->count != 0 && d->activate == SOC_BANKS) {
        d->activate = b;
        k->open = true;
        k->row = r.row;
        k->wait = ROW_WAIT;
    }
}

void soc_dram_drive(soc_dram *d, soc_in *in) {
    d->activate = SOC_BANKS;
    in->bank_ready = 0;
    for (unsigned b = 0; b < SOC_BANKS; b++) {
        d->dice = mix(d->dice);
        if (d->dice % 100 >= d->stalls)
            step_bank(d, b);
        in->bank_ready |= (uint8_t)((d->bank[b].count < SOC_BANK_DEPTH ? 1U : 0U) << b);
    }
    in->act_valid = d->activate != SOC_BANKS;
    in->act_bank = (uint8_t)(d->activate % SOC_BANKS);
    in->act_row = d->bank[d->activate % SOC_BANKS].row;
    in->pre = 0;
    in->rd_valid = d->reads != 0;
    in->rd_id = d->read[0].id;
    in->rd_data = d->read[0].word[d->beat];
    in->done_valid = d->writes != 0;
    in->done_id = d->written[0].id;
}

static void take_request(soc_dram *d, const soc_out *out) {
    soc_bank *k = &d->bank[out->issue_bank];
    if (k->count == SOC_BANK_DEPTH) {
        d->failed = "a request for a bank that is full";
        return;
    }
    k->list[k->count++] = (soc_request){.row = out->issue_row,
                                        .column = out->issue_col,
                                        .id = out->issue_id % SOC_IDS,
                                        .write = out->issue_write};
}

void soc_dram_edge(soc_dram *d, const soc_in *in, const soc_out *out) {
    if (in->rd_valid && out->rd_ready && ++d->beat == SOC_BEATS) {
        d->beat = 0;
        memmove(d->read, d->read + 1, --d->reads * sizeof *d->read);
    }
    if (in->done_valid && out->done_ready)
        memmove(d->written, d->written + 1, --d->writes * sizeof *d->written);
    if (out->wd_valid) {
        d->buffer[out->wd_id][out->wd_beat] = out->wd_data;
        d->strobe[out->wd_id][out->wd_beat] = out->wd_strb;
    }
    if (out->issue_valid)
        take_request(d, out);
}

bool soc_dram_walks(const soc_dram *d) {
    bool any = false;
    for (unsigned b = 0; b < SOC_BANKS; b++)
        for (unsigned i = 0; i < d->bank[b].count; i++)
            any |= d->bank[b].list[i].id >= WALKER_ID;
    for (unsigned i = 0; i < d->reads; i++)
        any |= d->read[i].id >= WALKER_ID;
    for (unsigned i = 0; i < d->writes; i++)
        any |= d->written[i].id >= WALKER_ID;
    return any;
}
