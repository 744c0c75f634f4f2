/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Layout of one instruction:
 *   head    bits 3..0 op, 5..4 space, 6 mask follows, 7 PC follows
 *   PC      zigzag varint, distance to the PC before (absent: same distance as last time)
 *   mask    4 bytes, little endian (absent: as before)
 *   counts  ndst | nsrc << 4, then the register numbers
 *   access  bits 4..0 width, 6..5 form of the addresses   (only with a space)
 *   base    zigzag varint, distance of the lowest active lane's address to the
 *           access before                                 (only GLOBAL, SHARED with lanes)
 *   lanes   strided: zigzag varint, bytes per lane; else 2, 4 or 8 bytes for each
 *           further active lane, its offset from the base
 */
#include "workloads/inst_codec.h"

#include <string.h>

enum { HEAD_MASK = 0x40, HEAD_PC = 0x80 };
enum { LANES_STRIDED, LANES_16, LANES_32, LANES_64 };

static uint64_t inst_codec_zigzag(uint64_t v) {
    return (v << 1) ^ (0U - (v >> 63));
}

static uint64_t inst_codec_unzigzag(uint64_t v) {
    return (v >> 1) ^ (0U - (v & 1U));
}

static uint8_t *put_varint(uint8_t *p, uint64_t v) {
    while (v >= 0x80U) {
        *p++ = (uint8_t)(v | 0x80U);
        v >>= 7;
    }
    *p++ = (uint8_t)v;
    return p;
}

static const uint8_t *get_varint(const uint8_t *p, uint64_t *v) {
    uint64_t value = *p & 0x7FU;
    for (unsigned shift = 7; *p++ & 0x80U; shift += 7)
        value |= (uint64_t)(*p & 0x7FU) << shift;
    *v = value;
    return p;
}

static uint8_t *put_bytes(uint8_t *p, uint64_t v, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++)
        *p++ = (uint8_t)(v >> (8U * i));
    return p;
}

static unsigned lowest_lane(uint32_t mask) {
    return (unsigned)__builtin_ctz(mask);
}

static bool has_addresses(const warp_inst *inst) {
    return (inst->space == SPACE_GLOBAL || inst->space == SPACE_SHARED) && inst->mask != 0;
}

/* Is the address of every active lane base + (lane - first) * stride? */
static bool inst_codec_strided(const warp_inst *inst, unsigned first, uint64_t *stride) {
    uint32_t rest = inst->mask & (inst->mask - 1U);
    *stride = 0;
    if (!rest)
        return true;
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

static uint8_t *put_access(inst_context *c, const warp_inst *inst, uint8_t *p) {
    if (!has_addresses(inst)) {
        *p++ = inst->width & 0x1FU;
        return p;
    }
    unsigned first = lowest_lane(inst->mask);
    uint64_t base = inst->addr[first], stride;
    bool is_strided = inst_codec_strided(inst, first, &stride);
    unsigned form = is_strided ? LANES_STRIDED : offset_form(inst, first);
    *p++ = (uint8_t)((inst->width & 0x1FU) | form << 5);
    p = put_varint(p, inst_codec_zigzag(base - c->base));
    c->base = base;
    if (is_strided)
        return put_varint(p, inst_codec_zigzag(stride));
    for (uint32_t m = inst->mask & (inst->mask - 1U); m; m &= m - 1U)
        p = put_bytes(p, inst->addr[lowest_lane(m)] - base, 1U << form);
    return p;
}

size_t inst_encode(inst_context *c, const warp_inst *inst, uint8_t out[INST_MAX_BYTES]) {
    uint8_t *p = out + 1;
    uint64_t step = inst->pc - c->pc;
    out[0] = (uint8_t)((inst->op & 0xFU) | (inst->space & 3U) << 4);
    if (step != c->step) {
        out[0] |= HEAD_PC;
        p = put_varint(p, inst_codec_zigzag(step));
        c->step = step;
    }
    c->pc = inst->pc;
    if (inst->mask != c->mask) {
        out[0] |= HEAD_MASK;
        p = put_bytes(p, inst->mask, 4);
        c->mask = inst->mask;
    }
    unsigned ndst = inst->ndst < GMMU_MAX_DST ? inst->ndst : GMMU_MAX_DST;
    unsigned nsrc = inst->nsrc < GMMU_MAX_SRC ? inst->nsrc : GMMU_MAX_SRC;
    *p++ = (uint8_t)(ndst | nsrc << 4);
    memcpy(p, inst->dst, GMMU_MAX_DST); /* of fixed size, so no call; what is too much is overwritten */
    p += ndst;
    memcpy(p, inst->src, GMMU_MAX_SRC);
    p += nsrc;
    if (inst->space != SPACE_NONE)
        p = put_access(c, inst, p);
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

static const uint8_t *get_access(inst_context *c, const uint8_t *p, warp_inst *inst) {
    inst->width = *p & 0x1FU;
    unsigned form = (unsigned)*p++ >> 5;
    if (!has_addresses(inst))
        return p;
    unsigned first = lowest_lane(inst->mask);
    uint64_t distance;
    p = get_varint(p, &distance);
    uint64_t base = c->base += inst_codec_unzigzag(distance);
    if (form == LANES_STRIDED) {
        uint64_t stride;
        p = get_varint(p, &stride);
        stride = inst_codec_unzigzag(stride);
        uint64_t lane0 = base - first * stride;
        for (unsigned lane = 0; lane < GMMU_LANES; lane++)
            inst->addr[lane] = lane0 + lane * stride;
        return p;
    }
    inst->addr[first] = base;
    for (uint32_t m = inst->mask & (inst->mask - 1U); m; m &= m - 1U) {
        inst->addr[lowest_lane(m)] = base + get_offset(p, form);
        p += 1U << form;
    }
    return p;
}

size_t inst_decode(inst_context *c, const uint8_t *in, warp_inst *inst) {
    const uint8_t *p = in + 1;
    uint8_t head = in[0];
    inst->op = head & 0xFU;
    inst->space = head >> 4 & 3U;
    if (head & HEAD_PC) {
        p = get_varint(p, &c->step);
        c->step = inst_codec_unzigzag(c->step);
    }
    inst->pc = c->pc += c->step;
    if (head & HEAD_MASK) {
        c->mask = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        p += 4;
    }
    inst->mask = c->mask;
    inst->ndst = *p & 0xFU;
    inst->nsrc = (uint8_t)(*p++ >> 4);
    memcpy(inst->dst, p, GMMU_MAX_DST);
    p += inst->ndst;
    memcpy(inst->src, p, GMMU_MAX_SRC);
    p += inst->nsrc;
    inst->width = 0;
    if (inst->space != SPACE_NONE)
        p = get_access(c, p, inst);
    return (size_t)(p - in);
}
