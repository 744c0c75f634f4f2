/* SPDX-License-Identifier: Apache-2.0 */
/*
 *   [block x, y, z, warp] [line_num] PC mask ndst [Rd...] opcode nsrc [Rs...]
 *   mem_width [mode addresses] [immediate]
 * Which of the optional columns there are is told by the tracer version; that no
 * word is missing or left over proves it for every line.
 */
#include "program/trace/trace_inst.h"

#include <string.h>

#include "program/trace/opcodes.h"
#include "program/trace/scan.h"

#define MAX_NAMED 8U /* registers of one kind named by a line */
#define MAX_WIDTH 16U

typedef struct {
    const trace_header *header;
    const trace_place *place;
    lines *lines;
    notes *notes;
    words words;
    warp_inst *inst;
    const char *opcode;
    const opcode_info *info;
    unsigned named_dst, named_src;
    uint8_t dst[MAX_NAMED], src[MAX_NAMED];
    unsigned common_begin,
        common_end; /* words: what all lines of the PC have in common (program/trace/trace_memo.h) */
    bool addresses;
} parser;

enum { MODE_LIST, MODE_STRIDE, MODE_DELTA };

static bool ends_early(parser *p, const char *expected) {
    return lines_fail(p->lines, NULL, "the instruction ends early, expected %s", expected);
}

static bool take_decimal(parser *p, uint64_t max, const char *what, uint64_t *value) {
    *value = 0;
    const char *word = scan_next(&p->words);
    if (!word)
        return ends_early(p, what);
    if (!scan_decimal(word, max, value))
        return lines_fail(p->lines, word, "bad instruction, expected %s (a number from 0 to %llu)", what,
                          (unsigned long long)max);
    return true;
}

static bool take_hex(parser *p, uint64_t max, const char *what, uint64_t *value) {
    *value = 0;
    const char *word = scan_next(&p->words);
    if (!word)
        return ends_early(p, what);
    if (!scan_hex(word, max, value))
        return lines_fail(p->lines, word, "bad instruction, expected %s (hexadecimal, at most %llx)", what,
                          (unsigned long long)max);
    return true;
}

static bool take_signed(parser *p, const char *what, uint64_t *value) {
    *value = 0;
    const char *word = scan_next(&p->words);
    if (!word)
        return ends_early(p, what);
    if (!scan_signed(word, value))
        return lines_fail(p->lines, word, "bad instruction, expected %s (a signed decimal number)", what);
    return true;
}

/* The columns of old versions repeat the lines above; they must agree. */
static bool parse_place(parser *p) {
    static const char *const what[] = {"thread block x", "thread block y", "thread block z", "warp"};
    for (unsigned i = 0; i < 4; i++) {
        uint64_t value, expected = i < 3 ? p->place->block[i] : p->place->warp;
        if (!take_decimal(p, UINT32_MAX, what[i], &value))
            return false;
        if (value != expected)
            return lines_fail(
                p->lines, NULL, "column %s is %llu, expected %llu (tracer version %u has these columns)",
                what[i], (unsigned long long)value, (unsigned long long)expected, p->header->version);
    }
    return true;
}

static bool trace_inst_parse_registers(parser *p, const char *what, unsigned *count,
                                       uint8_t named[MAX_NAMED]) {
    uint64_t n, number = 0;
    if (!take_decimal(p, MAX_NAMED, what, &n))
        return false;
    for (unsigned i = 0; i < n; i++) {
        const char *word = scan_next(&p->words);
        if (!word)
            return ends_early(p, "a register");
        if (word[0] != 'R' || !scan_decimal(word + 1, GMMU_NO_REG, &number))
            return lines_fail(p->lines, word, "bad register, expected R0 to R255");
        named[i] = (uint8_t)number;
    }
    *count = (unsigned)n;
    return true;
}

static bool parse_opcode(parser *p) {
    static const opcode_info plain = {"", OP_ALU, MEM_NONE, WIDTH_PLAIN};
    p->opcode = scan_next(&p->words);
    if (!p->opcode)
        return ends_early(p, "an opcode");
    if (p->opcode[0] < 'A' || p->opcode[0] > 'Z')
        return lines_fail(p->lines, p->opcode, "bad instruction, expected an opcode");
    p->info = opcode_find(p->opcode);
    if (!p->info) {
        notes_add(p->notes, p->lines, p->opcode, "unknown opcode is taken as plain arithmetic");
        p->info = &plain;
    }
    return true;
}

/* Addresses as traced, of the lanes in the mask. */
static bool trace_inst_parse_list(parser *p) {
    uint64_t none;
    if (!p->inst->mask) /* "0x0" is printed even then, by some versions */
        return p->words.at < p->words.count && strncmp(p->words.word[p->words.at], "0x", 2) == 0
                   ? take_hex(p, UINT64_MAX, "an address", &none)
                   : true;
    for (uint32_t m = p->inst->mask; m; m &= m - 1U)
        if (!take_hex(p, UINT64_MAX, "an address per active lane", &p->inst->addr[__builtin_ctz(m)]))
            return false;
    return true;
}

static bool parse_stride(parser *p) {
    uint64_t base, stride;
    if (!take_hex(p, UINT64_MAX, "a base address", &base) || !take_signed(p, "a stride", &stride))
        return false;
    uint32_t mask = p->inst->mask;
    if (!mask)
        return true;
    unsigned first = (unsigned)__builtin_ctz(mask);
    uint32_t run = mask >> first;
    if (run & (run + 1U))
        return lines_fail(p->lines, NULL,
                          "addresses by stride with mask %08x, expected contiguous active lanes", mask);
    for (uint32_t m = mask; m; m &= m - 1U, base += stride)
        p->inst->addr[__builtin_ctz(m)] = base;
    return true;
}

static bool parse_deltas(parser *p) {
    uint64_t address, delta;
    if (!take_hex(p, UINT64_MAX, "a base address", &address))
        return false;
    for (uint32_t m = p->inst->mask; m; m &= m - 1U) {
        p->inst->addr[__builtin_ctz(m)] = address;
        if (m & (m - 1U)) {
            if (!take_signed(p, "a delta per further active lane", &delta))
                return false;
            address += delta;
        }
    }
    return true;
}

/* The width is the opcode's; mem_width is what NVBit reported, which is at
 * times wrong. */
static void set_width(parser *p, uint64_t mem_width) {
    unsigned bytes = opcode_bytes(p->opcode);
    unsigned width = bytes ? bytes : 4;
    if (mem_width && mem_width != width)
        notes_add(p->notes, p->lines, p->opcode,
                  "mem_width %llu, but the opcode means %u bytes, which is taken",
                  (unsigned long long)mem_width, width);
    p->inst->width = (uint8_t)width;
}

static bool needs_addresses(const opcode_info *info) {
    return info->mem != MEM_NONE && info->mem != MEM_CONST;
}

static bool parse_access(parser *p) {
    uint64_t mem_width, mode;
    if (!take_decimal(p, 255, "mem_width", &mem_width))
        return false;
    p->common_end = p->words.at;
    p->addresses = mem_width != 0;
    if (p->info->mem != MEM_NONE)
        set_width(p, mem_width);
    if (p->inst->width > MAX_WIDTH)
        return lines_fail(p->lines, p->opcode, "access too wide, expected at most %u bytes per lane",
                          MAX_WIDTH);
    if (!mem_width && needs_addresses(p->info) && p->inst->mask)
        return lines_fail(p->lines, p->opcode, "memory instruction with mem_width 0, expected its addresses");
    if (!mem_width)
        return true;
    if (!p->info->name[0])
        return lines_fail(
            p->lines, p->opcode,
            "unknown opcode with addresses, expected a load, store or atomic of sm_35 to sm_90");
    if (!take_decimal(p, MODE_DELTA, "an address mode", &mode))
        return false;
    return mode == MODE_LIST     ? trace_inst_parse_list(p)
           : mode == MODE_STRIDE ? parse_stride(p)
                                 : parse_deltas(p);
}

/* What is behind the access: the immediate, decimal or hexadecimal, and nothing else. */
static bool parse_end(parser *p) {
    uint64_t value;
    if (p->header->version >= TRACE_VERSION_IMMEDIATE) {
        const char *word = scan_next(&p->words);
        if (!word)
            return ends_early(p, "an immediate");
        if (!scan_signed(word, &value) && !scan_decimal(word, UINT64_MAX, &value) &&
            !(strncmp(word, "0x", 2) == 0 && scan_hex(word, UINT64_MAX, &value)))
            return lines_fail(p->lines, word, "bad immediate, expected a number");
    }
    const char *more = scan_next(&p->words);
    return more ? lines_fail(p->lines, more,
                             "the instruction has more words than expected for tracer version %u",
                             p->header->version)
                : true;
}

static void add_group(uint8_t *list, uint8_t *count, unsigned limit, unsigned first, unsigned size) {
    for (unsigned r = first; r < first + size && r < GMMU_NO_REG && *count < limit; r++)
        list[(*count)++] = (uint8_t)r;
}

static void expand_registers(parser *p) {
    warp_inst *inst = p->inst;
    for (unsigned i = 0; i < p->named_dst; i++)
        add_group(inst->dst, &inst->ndst, GMMU_MAX_DST, p->dst[i],
                  opcode_dst_regs(p->info, p->opcode, inst->width));
    for (unsigned i = 0; i < p->named_src; i++)
        add_group(inst->src, &inst->nsrc, GMMU_MAX_SRC, p->src[i],
                  opcode_src_regs(p->info, p->opcode, inst->width, i, p->named_src));
}

/* ---- what addresses mean ---- */

typedef struct {
    const trace_header *header;
    const trace_place *place;
    lines *lines;
    const opcode_info *info;
    warp_inst *inst;
} mapper;

/* Shared window offsets stay, whether traced as offsets or as generic addresses. */
static bool to_shared(const mapper *p, uint64_t *address) {
    const address_windows *w = &p->header->windows;
    if (window_of(w, *address) == WINDOW_SHARED)
        *address -= w->shared_base;
    if (*address + p->inst->width > WINDOW_BYTES || *address >= WINDOW_BYTES)
        return lines_fail(p->lines, NULL, "shared-memory offset 0x%llx, expected less than 16 MB",
                          (unsigned long long)*address);
    return true;
}

static bool to_local(const mapper *p, unsigned lane, uint64_t *address) {
    const address_windows *w = &p->header->windows;
    const trace_place *at = p->place;
    if (window_of(w, *address) == WINDOW_LOCAL)
        *address -= w->local_base;
    if (*address >= WINDOW_BYTES)
        return lines_fail(p->lines, NULL, "local-memory offset 0x%llx, expected less than 16 MB",
                          (unsigned long long)*address);
    uint64_t slot = (at->block_number * p->header->info.warps_per_block + at->warp) % LOCAL_WARP_SLOTS;
    *address = local_address((uint32_t)slot, lane, *address);
    return true;
}

static bool check_global(const mapper *p, uint64_t address) {
    if (address >> VIRTUAL_BITS || (address + p->inst->width - 1) >> VIRTUAL_BITS)
        return lines_fail(p->lines, NULL, "address 0x%llx, expected one of the %u-bit virtual address space",
                          (unsigned long long)address, VIRTUAL_BITS);
    return true;
}

/* A mem_kind. */
static uint8_t kind_of(const mapper *p, uint64_t address) {
    if (p->info->mem == MEM_ASYNC)
        return MEM_GLOBAL;
    if (p->info->mem != MEM_GENERIC)
        return p->info->mem;
    address_window w = window_of(&p->header->windows, address);
    return w == WINDOW_SHARED ? MEM_SHARED : w == WINDOW_LOCAL ? MEM_LOCAL : MEM_GLOBAL;
}

/* Traced addresses to addresses of the model, and the space they are in. */
static bool map_addresses(const mapper *p) {
    bool shared = false, global = false;
    for (uint32_t m = p->inst->mask; m; m &= m - 1U) {
        unsigned lane = (unsigned)__builtin_ctz(m);
        uint64_t *address = &p->inst->addr[lane];
        const uint8_t kind = kind_of(p, *address);
        shared |= kind == MEM_SHARED;
        global |= kind != MEM_SHARED;
        bool ok = kind == MEM_SHARED  ? to_shared(p, address)
                  : kind == MEM_LOCAL ? to_local(p, lane, address)
                                      : check_global(p, *address);
        if (!ok)
            return false;
    }
    if (shared && global)
        return lines_fail(p->lines, p->info->name,
                          "generic access to shared and other memory at once, expected one of them");
    p->inst->space = shared ? SPACE_SHARED : SPACE_GLOBAL;
    return true;
}

bool trace_inst_map(const trace_header *h, const trace_place *place, lines *l, const opcode_info *info,
                    warp_inst *inst) {
    const bool access = inst->mask && info->mem != MEM_NONE;
    const mapper p = {.header = h, .place = place, .lines = l, .info = info, .inst = inst};
    if (access && needs_addresses(info))
        return map_addresses(&p);
    inst->space = access ? SPACE_CONST : SPACE_NONE;
    if (!access)
        inst->width = 0;
    return true;
}

static bool parse_front(parser *p) {
    uint64_t value;
    if (p->header->version < TRACE_VERSION_NO_PLACE && !parse_place(p))
        return false;
    if (p->header->lineinfo && !take_decimal(p, UINT32_MAX, "a line number", &value))
        return false;
    if (!take_hex(p, UINT64_MAX, "a PC", &p->inst->pc) || !take_hex(p, UINT32_MAX, "a lane mask", &value))
        return false;
    p->inst->mask = (uint32_t)value;
    p->common_begin = p->words.at;
    return true;
}

/* ---- lines of a PC that was seen before ---- */

/* Keeps what has been parsed; nothing of its PC if the text does not fit. Words end with a zero, where the
 * line had a blank. */
static void trace_inst_learn(const parser *p, trace_memo *memo) {
    const char *begin = p->words.word[p->common_begin];
    const char *last = p->words.word[p->common_end - 1];
    const size_t length = (size_t)(last - begin) + strlen(last);
    const warp_inst *inst = p->inst;
    trace_known *k = trace_memo_of(memo, inst->pc);
    k->length = 0;
    if (length > TRACE_MEMO_TEXT)
        return;
    *k = (trace_known){.pc = inst->pc,
                       .info = p->info,
                       .length = (uint32_t)length,
                       .op = inst->op,
                       .width = inst->width,
                       .ndst = inst->ndst,
                       .nsrc = inst->nsrc,
                       .addresses = p->addresses};
    memcpy(k->dst, inst->dst, sizeof k->dst);
    memcpy(k->src, inst->src, sizeof k->src);
    for (size_t i = 0; i < length; i++)
        k->text[i] = begin[i] ? begin[i] : ' ';
}

bool trace_inst_known(const trace_known *k, uint32_t mask, warp_inst *inst) {
    inst->pc = k->pc;
    inst->mask = mask;
    inst->op = k->op == OP_BARRIER && !mask ? OP_ALU : k->op; /* predicated off: the warp does not arrive */
    inst->width = k->width;
    inst->ndst = k->ndst;
    inst->nsrc = k->nsrc;
    inst->opcode = 0;
    memcpy(inst->dst, k->dst, sizeof k->dst);
    memcpy(inst->src, k->src, sizeof k->src);
    return k->addresses || !mask || !needs_addresses(k->info);
}

/* Addresses of the active lanes, at least one. */
static bool quick_addresses(const char **at, warp_inst *inst) {
    uint64_t mode, address = 0, step = 0;
    const uint32_t mask = inst->mask, run = mask >> __builtin_ctz(mask);
    if (!quick_decimal(at, &mode) || mode > MODE_DELTA || (mode != MODE_LIST && !quick_hex(at, &address)))
        return false;
    if (mode == MODE_STRIDE && (!quick_signed(at, &step) || run & (run + 1U)))
        return false;
    for (uint32_t m = mask; m; m &= m - 1U) {
        if (mode == MODE_LIST && !quick_hex(at, &address))
            return false;
        inst->addr[__builtin_ctz(m)] = address;
        if (mode == MODE_DELTA && m & (m - 1U) && !quick_signed(at, &step))
            return false;
        address += step;
    }
    return true;
}

/* The line without changing it. False: not in all these forms, or wrong, so it is to be parsed in full. */
static bool parse_known(parser *p, trace_memo *memo, const char *line) {
    uint64_t mask, immediate;
    warp_inst *inst = p->inst;
    if (p->header->version < TRACE_VERSION_NO_PLACE || p->header->lineinfo || !quick_hex(&line, &inst->pc) ||
        !quick_hex(&line, &mask) || mask > UINT32_MAX)
        return false;
    const trace_known *k = trace_memo_of(memo, inst->pc);
    if (!trace_memo_matches(k, inst->pc, &line))
        return false;
    p->info = k->info;
    if (!trace_inst_known(k, (uint32_t)mask, inst) ||
        (k->addresses && !(mask && quick_addresses(&line, inst))))
        return false;
    if (p->header->version >= TRACE_VERSION_IMMEDIATE && !quick_signed(&line, &immediate))
        return false;
    return quick_end(line);
}

bool trace_inst_read(const trace_header *h, const trace_place *place, trace_memo *memo, lines *l, notes *n,
                     char *line, const opcode_info **info, warp_inst *inst) {
    parser p;
    p.header = h;
    p.place = place;
    p.lines = l;
    p.notes = n;
    p.inst = inst;
    if (parse_known(&p, memo, line)) {
        *info = p.info;
        return true;
    }
    p.named_dst = p.named_src = 0;
    inst->ndst = inst->nsrc = inst->width = 0;
    inst->opcode = 0;
    if (!scan_words(&p.words, line))
        return lines_fail(l, line, "too many words in an instruction, expected at most %u", SCAN_MAX_WORDS);
    if (!parse_front(&p) ||
        !trace_inst_parse_registers(&p, "the number of destinations", &p.named_dst, p.dst) ||
        !parse_opcode(&p) || !trace_inst_parse_registers(&p, "the number of sources", &p.named_src, p.src) ||
        !parse_access(&p) || !parse_end(&p))
        return false;
    inst->op = opcode_waits(p.info, p.opcode) || p.info->op != OP_BARRIER ? p.info->op : OP_ALU;
    expand_registers(&p);
    trace_inst_learn(&p, memo);
    if (inst->op == OP_BARRIER && !inst->mask)
        inst->op = OP_ALU; /* predicated off: the warp does not arrive */
    *info = p.info;
    return true;
}
