/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layout of one instruction:
 *   head    bit 0 mask follows, 1 number follows, 3..2 form of the addresses
 *   number  zigzag varint, distance to the number after the last one (absent: it is that)
 *   mask    4 bytes, little endian (absent: as before)
 *   base    zigzag varint, distance of the lowest active lane's address to the
 *           access before                                 (only GLOBAL, SHARED with lanes)
 *   lanes   strided: zigzag varint, bytes per lane; else 2, 4 or 8 bytes for each
 *           further active lane, its offset from the base
 */
#include "program/inst_codec.h"

#include "program/varint.h"

enum { HEAD_MASK = 1, HEAD_NUMBER = 2, HEAD_FORM = 2 /* shift */ };
enum { LANES_STRIDED, LANES_16, LANES_32, LANES_64 };

static uint64_t inst_codec_zigzag(uint64_t v) {
    return (v << 1) ^ (0U - (v >> 63));
}

static uint64_t inst_codec_unzigzag(uint64_t v) {
    return (v >> 1) ^ (0U - (v & 1U));
}

static uint8_t *put_bytes(uint8_t *p, uint64_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        *p++ = (uint8_t)(v >> (8U * i));
    return p;
}

static unsigned lowest_lane(uint32_t mask) {
    return (unsigned)__builtin_ctz(mask);
}

/* The same, when all lanes are active; without exits, so that it becomes vector code. */
static bool inst_codec_all_strided(const warp_inst *inst, uint64_t stride) {
    uint64_t wrong = 0;
    for (uint64_t lane = 0; lane < GMMU_LANES; lane++)
        wrong |= inst->addr[lane] ^ (inst->addr[0] + lane * stride);
    return wrong == 0;
}

/* Is the address of every active lane base + (lane - first) * stride? */
static bool inst_codec_strided(const warp_inst *inst, unsigned first, uint64_t *stride) {
    uint32_t rest = inst->mask & (inst->mask - 1U);
    *stride = 0;
    if (!rest)
        return true;
    if (inst->mask == UINT32_MAX) {
        *stride = inst->addr[1] - inst->addr[0];
        return inst_codec_all_strided(inst, *stride);
    }
    unsigned second = lowest_lane(rest);
    int64_t distance = (int64_t)(inst->addr[second] - inst->addr[first]);
    int64_t lanes = (int64_t)second - (int64_t)first;
    if (distance % lanes != 0)
        return false;
    *stride = (uint64_t)(distance / lanes);
    for (; rest; rest &= rest - 1U) {
        unsigned lane = lowest_lane(rest);
        if (inst->addr[lane] != inst->addr[first] + (lane - first) * *stride)
            return false;
    }
    return true;
}

/* The narrowest form that holds the signed offset of every lane from the first. */
static unsigned offset_form(const warp_inst *inst, unsigned first) {
    uint64_t bits = 0;
    for (uint32_t m = inst->mask; m; m &= m - 1U)
        bits |= inst_codec_zigzag(inst->addr[lowest_lane(m)] - inst->addr[first]);
    return bits < (1ULL << 16) ? LANES_16 : bits < (1ULL << 32) ? LANES_32 : LANES_64;
}

static uint8_t *put_addresses(inst_context *c, const warp_inst *inst, uint8_t *p) {
    unsigned first = lowest_lane(inst->mask);
    uint64_t base = inst->addr[first], stride;
    c->form = inst_codec_strided(inst, first, &stride) ? LANES_STRIDED : (uint8_t)offset_form(inst, first);
    p = varint_put(p, inst_codec_zigzag(base - c->base));
    c->base = base;
    if (c->form == LANES_STRIDED)
        return varint_put(p, inst_codec_zigzag(stride));
    for (uint32_t m = inst->mask & (inst->mask - 1U); m; m &= m - 1U)
        p = put_bytes(p, inst->addr[lowest_lane(m)] - base, 1U << c->form);
    return p;
}

size_t inst_encode(inst_context *c, uint32_t number, const warp_inst *inst, uint8_t out[INST_MAX_BYTES]) {
    uint8_t *p = out + 1;
    uint8_t head = 0;
    if (number != c->number) {
        head |= HEAD_NUMBER;
        p = varint_put(p, inst_codec_zigzag((uint64_t)number - c->number));
    }
    c->number = number + 1;
    if (inst->mask != c->mask) {
        head |= HEAD_MASK;
        p = put_bytes(p, inst->mask, 4);
        c->mask = inst->mask;
    }
    if (inst_has_addresses(inst->space, inst->mask)) {
        p = put_addresses(c, inst, p);
        head |= (uint8_t)(c->form << HEAD_FORM);
    }
    out[0] = head;
    return (size_t)(p - out);
}

/* Signed little-endian number of 2, 4 or 8 bytes, as two's complement. */
static uint64_t get_offset(const uint8_t *p, unsigned form) {
    uint64_t v = 0;
    switch (form) {
    case LANES_16:
        v = (uint64_t)p[0] | (uint64_t)p[1] << 8;
        return (v ^ 0x8000U) - 0x8000U;
    case LANES_32:
        for (unsigned i = 0; i < 4; i++)
            v |= (uint64_t)p[i] << (8U * i);
        return (v ^ 0x80000000U) - 0x80000000U;
    default:
        for (unsigned i = 0; i < 8; i++)
            v |= (uint64_t)p[i] << (8U * i);
        return v;
    }
}

size_t inst_decode_head(inst_context *c, const uint8_t *in) {
    const uint8_t *p = in + 1;
    const uint8_t head = in[0];
    if (head & HEAD_NUMBER) {
        uint64_t distance;
        p = varint_get(p, &distance);
        c->number += (uint32_t)inst_codec_unzigzag(distance);
    }
    c->number++;
    if (head & HEAD_MASK) {
        c->mask = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        p += 4;
    }
    c->form = (uint8_t)(head >> HEAD_FORM);
    return (size_t)(p - in);
}

void inst_decode_addresses(const inst_context *c, const uint8_t *in, uint64_t addr[GMMU_LANES]) {
    const unsigned first = lowest_lane(c->mask);
    uint64_t distance;
    const uint8_t *p = varint_get(in, &distance);
    const uint64_t base = c->base + inst_codec_unzigzag(distance);
    if (c->form == LANES_STRIDED) {
        uint64_t stride;
        (void)varint_get(p, &stride);
        stride = inst_codec_unzigzag(stride);
        const uint64_t lane0 = base - first * stride;
        for (unsigned lane = 0; lane < GMMU_LANES; lane++)
            addr[lane] = lane0 + lane * stride;
        return;
    }
    addr[first] = base;
    for (uint32_t m = c->mask & (c->mask - 1U); m; m &= m - 1U) {
        addr[lowest_lane(m)] = base + get_offset(p, c->form);
        p += 1U << c->form;
    }
}

size_t inst_pass_addresses(inst_context *c, const uint8_t *in) {
    uint64_t distance, stride;
    const uint8_t *p = varint_get(in, &distance);
    c->base += inst_codec_unzigzag(distance);
    if (c->form == LANES_STRIDED)
        p = varint_get(p, &stride);
    else
        p += ((unsigned)__builtin_popcount(c->mask) - 1U) << c->form;
    return (size_t)(p - in);
}
