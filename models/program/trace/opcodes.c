/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sources: NVIDIA's "CUDA Binary Utilities", instruction set reference, and what
 * real traces contain. Decisions behind the table:
 * - Tensor-core instructions are OP_ALU: they are pipelined at full rate, OP_SFU is
 *   the narrow unit. Texture and surface accesses are OP_SFU, because traces carry
 *   no addresses for them.
 * - DEPBAR waits for outstanding accesses of the warp, as MEMBAR does.
 * - Hopper's bulk copies (UTMALDG, UBLKCP, ...) are missing on purpose: one of them
 *   moves more than a warp's addresses can say.
 */
#include "program/trace/opcodes.h"

#include <string.h>

/* Sorted by name (strcmp order) for the binary search; a test checks it. */
/* clang-format off */
static const opcode_info table[] = {
    {"ACQBULK", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"AL2P", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"ALD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ARRIVES", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"AST", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ATOM", OP_ATOMIC, MEM_GENERIC, WIDTH_PLAIN},
    {"ATOMG", OP_ATOMIC, MEM_GLOBAL, WIDTH_PLAIN},
    {"ATOMS", OP_ATOMIC, MEM_SHARED, WIDTH_PLAIN},
    {"B2R", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"BAR", OP_BARRIER, MEM_NONE, WIDTH_PLAIN},
    {"BFE", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"BFI", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"BGMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"BMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"BMOV", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"BMSK", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"BPT", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BRA", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BREAK", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BREV", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"BRK", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BRX", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BRXU", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BSSY", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"BSYNC", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"CAL", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"CALL", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"CCTL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CCTLL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CCTLS", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CCTLT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CGAERRBAR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CONT", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"CS2R", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CSET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"CSETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"DADD", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"DEPBAR", OP_MEMBAR, MEM_NONE, WIDTH_PLAIN},
    {"DFMA", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"DMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"DMNMX", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"DMUL", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"DSET", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"DSETP", OP_SFU, MEM_NONE, WIDTH_DOUBLE},
    {"ELECT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ENDCOLLECTIVE", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ERRBAR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"EXIT", OP_EXIT, MEM_NONE, WIDTH_PLAIN},
    {"F2F", OP_SFU, MEM_NONE, WIDTH_CONVERT},
    {"F2FP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"F2I", OP_SFU, MEM_NONE, WIDTH_CONVERT},
    {"F2IP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FADD32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FCHK", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FCMP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FENCE", OP_MEMBAR, MEM_NONE, WIDTH_PLAIN},
    {"FFMA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FFMA32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FLO", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"FMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FMUL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FMUL32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FRND", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"FSEL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FSET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FSETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FSWZ", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"FSWZADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"GENMETADATA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"GETLMEMBASE", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HADD2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HADD2_32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HFMA2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HFMA2_32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HGMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"HMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"HMNMX2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HMUL2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HMUL2_32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HSET2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"HSETP2", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"I2F", OP_SFU, MEM_NONE, WIDTH_CONVERT},
    {"I2FP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"I2I", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"I2IP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IABS", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IADD3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IADD32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IADDH", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ICMP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IDP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IDP4A", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IGMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"IMAD", OP_ALU, MEM_NONE, WIDTH_MULTIPLY},
    {"IMAD32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IMADSP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"IMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IMUL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IMUL32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"IPA", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"ISAD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISBERD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISBEWR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISCADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISCADD32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ISETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"JCAL", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"JMP", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"JMX", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"JMXU", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"KILL", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"LD", OP_LOAD, MEM_GENERIC, WIDTH_PLAIN},
    {"LDC", OP_LOAD, MEM_CONST, WIDTH_PLAIN},
    {"LDCU", OP_LOAD, MEM_CONST, WIDTH_PLAIN},
    {"LDG", OP_LOAD, MEM_GLOBAL, WIDTH_PLAIN},
    {"LDGDEPBAR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LDGMC", OP_LOAD, MEM_GLOBAL, WIDTH_PLAIN},
    {"LDGSTS", OP_LOAD, MEM_ASYNC, WIDTH_PLAIN},
    {"LDL", OP_LOAD, MEM_LOCAL, WIDTH_PLAIN},
    {"LDS", OP_LOAD, MEM_SHARED, WIDTH_PLAIN},
    {"LDSLK", OP_LOAD, MEM_SHARED, WIDTH_PLAIN},
    {"LDSM", OP_LOAD, MEM_SHARED, WIDTH_PLAIN},
    {"LDTRAM", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LEA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LEPC", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LONGJMP", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"LOP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LOP3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"LOP32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MAPA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MATCH", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MEMBAR", OP_MEMBAR, MEM_NONE, WIDTH_PLAIN},
    {"MOV", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MOV32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MOVM", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"MUFU", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"NANOSLEEP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"NOP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"OUT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"P2R", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"PBK", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"PCNT", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"PEXIT", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"PIXLD", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"PLONGJMP", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"PLOP3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"PMTRIG", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"POPC", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"PREEXIT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"PRET", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"PRMT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"PSET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"PSETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"QGMMA", OP_ALU, MEM_NONE, WIDTH_MATRIX},
    {"QSPC", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"R2B", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"R2P", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"R2UR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"RED", OP_ATOMIC, MEM_GENERIC, WIDTH_PLAIN},
    {"REDG", OP_ATOMIC, MEM_GLOBAL, WIDTH_PLAIN},
    {"REDS", OP_ATOMIC, MEM_SHARED, WIDTH_PLAIN},
    {"REDUX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"RET", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"RRO", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"RTT", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"S2R", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"S2UR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SEL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SETCTAID", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SETLMEMBASE", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SETMAXREG", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SGXT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SHF", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SHFL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SHL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SHR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SPMETADATA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"SSY", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"ST", OP_STORE, MEM_GENERIC, WIDTH_PLAIN},
    {"STG", OP_STORE, MEM_GLOBAL, WIDTH_PLAIN},
    {"STL", OP_STORE, MEM_LOCAL, WIDTH_PLAIN},
    {"STS", OP_STORE, MEM_SHARED, WIDTH_PLAIN},
    {"STSCUL", OP_STORE, MEM_SHARED, WIDTH_PLAIN},
    {"STSM", OP_STORE, MEM_SHARED, WIDTH_PLAIN},
    {"STSUL", OP_STORE, MEM_SHARED, WIDTH_PLAIN},
    {"SUATOM", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SUBFM", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SUCLAMP", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SUEAU", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SULD", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SUQUERY", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SURED", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SUST", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"SYNC", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"SYNCS", OP_ATOMIC, MEM_SHARED, WIDTH_PLAIN},
    {"TEX", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TEXS", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TLD", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TLD4", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TLD4S", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TLDS", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TMML", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TXA", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TXD", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"TXQ", OP_SFU, MEM_NONE, WIDTH_PLAIN},
    {"UBMSK", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UBREV", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UCGABAR_ARV", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UCGABAR_WAIT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UCLEA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UF2FP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UFLO", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UIADD3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UIMAD", OP_ALU, MEM_NONE, WIDTH_MULTIPLY},
    {"UISETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ULDC", OP_LOAD, MEM_CONST, WIDTH_PLAIN},
    {"ULEA", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ULOP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ULOP3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"ULOP32I", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UMOV", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UP2UR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UPLOP3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UPOPC", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UPRMT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UPSETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UR2R", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UR2UP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USEL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USETMAXREG", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USETSHMSZ", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USGXT", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USHF", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USHL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"USHR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UVIADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"UVIMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VABSDIFF", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VABSDIFF4", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VHMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VIADD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VIADDMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VIMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VIMNMX3", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VMAD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VMNMX", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VOTE", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VOTEU", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VSET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VSETP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VSHL", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"VSHR", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"WARPGROUP", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"WARPGROUPSET", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"WARPSYNC", OP_BRANCH, MEM_NONE, WIDTH_PLAIN},
    {"XMAD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
    {"YIELD", OP_ALU, MEM_NONE, WIDTH_PLAIN},
};
/* clang-format on */

static size_t mnemonic_length(const char *opcode) {
    return strcspn(opcode, ".");
}

const opcode_info *opcode_find(const char *opcode) {
    size_t n = mnemonic_length(opcode);
    size_t low = 0, high = sizeof table / sizeof table[0];
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = strncmp(opcode, table[mid].name, n);
        if (!order && table[mid].name[n])
            order = -1; /* a proper prefix sorts first */
        if (!order)
            return &table[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

const opcode_info *opcode_at(size_t i) {
    return i < sizeof table / sizeof table[0] ? &table[i] : NULL;
}

/* The next modifier at or after *p (which points at a dot or the end), its length
 * in *n; NULL when there is none. */
static const char *next_modifier(const char **p, size_t *n) {
    if (**p != '.')
        return NULL;
    const char *start = *p + 1;
    *n = mnemonic_length(start);
    *p = start + *n;
    return start;
}

static bool opcodes_same(const char *modifier, size_t n, const char *text) {
    return strlen(text) == n && memcmp(modifier, text, n) == 0;
}

bool opcode_has(const char *opcode, const char *modifier) {
    const char *p = opcode + mnemonic_length(opcode), *m;
    size_t n;
    while ((m = next_modifier(&p, &n)))
        if (opcodes_same(m, n, modifier))
            return true;
    return false;
}

/* Bytes of a type modifier: 64, U8, S16, B32, F64, F16x2, BF16x2; else 0. */
static unsigned type_bytes(const char *modifier, size_t n) {
    static const struct {
        const char *name;
        unsigned bytes;
    } packed[] = {{"F16x2", 4}, {"BF16x2", 4}, {"BF16_V2", 4}, {"F16x4", 8}, {"F16x8", 16}, {"U24", 4}};
    static const struct {
        const char *digits;
        unsigned bytes;
    } plain[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}, {"128", 16}, {"256", 32}};
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++)
        if (opcodes_same(modifier, n, packed[i].name))
            return packed[i].bytes;
    if (n && strchr("USBF", modifier[0])) {
        modifier++;
        n--;
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
        if (opcodes_same(modifier, n, plain[i].digits))
            return plain[i].bytes;
    return 0;
}

unsigned opcode_bytes(const char *opcode) {
    const char *p = opcode + mnemonic_length(opcode), *m;
    size_t n;
    while ((m = next_modifier(&p, &n))) {
        unsigned bytes = type_bytes(m, n);
        if (!bytes)
            continue;
        if (strncmp(opcode, "LDSM", 4) == 0 || strncmp(opcode, "STSM", 4) == 0)
            return 16; /* .16 are the bits of an element: every lane addresses a row of 8 of them */
        return bytes;
    }
    return 0;
}

bool opcode_waits(const opcode_info *info, const char *opcode) {
    return info->op == OP_BARRIER && !opcode_has(opcode, "ARV");
}
