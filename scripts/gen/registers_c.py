# SPDX-License-Identifier: Apache-2.0
"""The C of a unit with registers (registers.py). The layout is clang-format's."""

from __future__ import annotations

from scripts.gen.registers_field import Field, bound, by_register, sizes


def comment(field: Field) -> str:
    return f" /* {field.register}: {field.meaning}; reset {field.reset} */" if field.access == "rw" else ""


def declare(width: int, name: str, field: Field, note: str) -> str:
    return f"u{width} {name}{f'[{field.count}]' if field.is_array else ''};{note}"


def header(unit: str, fields: list[Field]) -> str:
    state, pins_in, pins_out = [], [], []
    for field in fields:
        if field.access == "rw":
            state.append(declare(field.width, field.name, field, comment(field)))
            pins_out.append(declare(field.width, field.name, field, ""))
        elif field.access == "ro":
            pins_in.append(declare(field.width, field.name, field, f" /* {field.meaning} */"))
        elif field.acts:
            state.append(f"u1 {field.name}_valid; /* reset 0 */")
            pins_out.append(f"u1 {field.name}_valid; /* {field.register} was written, until {field.name}_ready */")
            pins_in.append(f"u1 {field.name}_ready;")
        if field.access == "command":
            state.append(f"u1 {field.name}_busy; /* reset 0 */")
            pins_in.append(f"u1 {field.name}_done; /* it has completed; ignored until it is taken */")
    guard = f"GMMU_{unit.upper()}_H"
    join = "\n".join
    return f"""/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The registers of the GMMU, behind axi4_lite_port. Made by scripts/gen/registers.py of registers.csv.
 *
 * An access is shown for one cycle and answered in the next one: wr_ok, or rd_ok and rd_data, which is 0 unless
 * rd_ok. A write is refused, and changes nothing, when there is no register at its address, none of whose
 * fields can be written, or when what its register has begun is still under way: NAME_valid is up, or of a
 * command its busy bit; or when a field is to hold a number that is none here, as its line in registers.csv says:
 * none is cut off. Bits without a field are ignored, and read as 0. A read sees what was written before.
 */
#ifndef {guard}
#define {guard}

#include "gmmu_params.h"
#include "gmmu_types.h"

{join(required(fields))}

typedef struct {{
{join(state)}
u1 wr_ok; /* reset 0, as are the answers to a read */
u1 rd_ok;
u32 rd_data;
}} {unit}_state;

typedef struct {{
u1 wr_valid; /* a register is to be written */
GMMU_U(GMMU_LITE_ADDR_W) wr_addr;
u32 wr_data;
u1 rd_valid; /* a register is to be read */
GMMU_U(GMMU_LITE_ADDR_W) rd_addr;
{join(pins_in)}
}} {unit}_in;

typedef struct {{
u1 wr_ok; /* the write of the previous cycle is done */
u1 rd_ok; /* the read of the previous cycle: ... */
u32 rd_data; /* ... what the register holds */
{join(pins_out)}
}} {unit}_out;

void {unit}_reset({unit}_state *s);
/* The output pins as a function of the state alone (Moore). */
void {unit}_outputs(const {unit}_state *s, {unit}_out *out);
/* One clock edge: out as {unit}_outputs() before the edge, then the state moves. */
void {unit}_step({unit}_state *s, const {unit}_in *in, {unit}_out *out);

#endif
"""


# Sizes of the block that registers depend on: from, to.
RANGES = {"LITE_ADDR_W": (8, 32), "WALK_LEVELS": (2, 8), "ASID_W": (1, 16), "VPN_W": (33, 48), "PPN_W": (1, 44),
          "FAULT_RING_W": (2, 8), "MMU_PORTS": (1, 6)}


def required(fields: list[Field]) -> list[str]:
    return [f'GMMU_REQUIRE(GMMU_{size} >= {low} && GMMU_{size} <= {high}, "GMMU_{size} must be {low} to {high}");'
            for size in ["LITE_ADDR_W", *sizes(fields)] for low, high in [RANGES[size]]]


def loop(field: Field, statement: str) -> str:
    return f"for (unsigned i = 0; i < {field.count}; i++)\n{statement}" if field.is_array else statement


def element(field: Field, name: str) -> str:
    return f"{name}[i]" if field.is_array else name


def address(register: list[Field]) -> str:
    first = register[0]
    return f"{first.offset:#04x}U + 4U * i" if first.is_array else f"{first.offset:#04x}U"


def resets(fields: list[Field]) -> list[str]:
    lines = []
    for field in fields:
        if field.access == "rw":
            lines.append(loop(field, f"s->{element(field, field.name)} = {field.reset};"))
        elif field.acts:
            lines.append(f"s->{field.name}_valid = 0;")
        if field.access == "command":
            lines.append(f"s->{field.name}_busy = 0;")
    return lines


def shows(fields: list[Field]) -> list[str]:
    lines = []
    for field in fields:
        if field.access == "rw":
            name = element(field, field.name)
            lines.append(loop(field, f"out->{name} = s->{name};"))
        elif field.acts:
            lines.append(f"out->{field.name}_valid = s->{field.name}_valid;")
    return lines


def word(register: list[Field]) -> str:
    parts = []
    for field in register:
        value = (f"{field.reset:#x}U" if field.access == "const" else
                 f"(uint32_t)in->{field.name}" if field.access == "ro" else
                 f"(uint32_t)s->{element(field, field.state)}")
        parts.append(f"{value} << {field.low}" if field.low else value)
    return " | ".join(parts)


def reads(fields: list[Field]) -> list[str]:
    lines = []
    for register in by_register(fields):
        body = f"{{ const u1 here = (u1)(in->rd_addr == {address(register)}); " \
               f"found = (u1)(found | here); word |= here ? {word(register)} : 0U; }}"
        lines.append(loop(register[0], body))
    return lines


def fits(field: Field) -> str:
    """Does the number that is written lie within the limit of the field?"""
    kind, size = bound(field)
    written = f"(uint64_t){part(field)}"
    return f"({written} >> ({size}) == 0)" if kind == "bits" else f"({written} < (uint64_t)({size}))"


def taken(unit: str, register: list[Field]) -> str:
    """The function that says whether a write of this register is taken."""
    blocked = [f"(u1)!s->{field.state}" for field in register if field.acts]
    limits = [fits(field) for field in register if field.limit]
    parameter = ", unsigned i" if register[0].is_array else ""
    unused = "" if blocked else "(void)s;\n"
    condition = " & ".join(["in->wr_valid", f"(in->wr_addr == {address(register)})", *blocked, *limits])
    return (f"static inline u1 writes_{register[0].register.lower()}(const {unit}_state *s, const {unit}_in *in"
            f"{parameter}) {{\n{unused}return (u1)({condition});\n}}\n")


def writable(fields: list[Field]) -> list[list[Field]]:
    return [register for register in by_register(fields)
            if any(field.access == "rw" or field.acts for field in register)]


def part(field: Field) -> str:
    shifted = f"in->wr_data >> {field.low}" if field.low else "in->wr_data"
    return f"(u{field.width})GMMU_WRAP({shifted}, {field.width})"


def writes(fields: list[Field]) -> list[str]:
    lines = []
    for register in writable(fields):
        first = register[0]
        call = f"writes_{first.register.lower()}(s, in{', i' if first.is_array else ''})"
        body = [f"const u1 here = {call};", "done = (u1)(done | here);"]
        for field in register:
            if field.access == "rw":
                name = element(field, field.name)
                body.append(f"s->{name} = here ? {part(field)} : s->{name};")
            valid = f"s->{field.name}_valid"
            if field.access == "command":
                busy = f"s->{field.name}_busy"
                body.append(f"{busy} = (u1)(here | ({busy} & (u1)!(in->{field.name}_done & (u1)!{valid})));")
            if field.acts:
                body.append(f"{valid} = (u1)(here | ({valid} & (u1)!in->{field.name}_ready));")
        text = "\n".join(body)
        lines.append(loop(first, f"{{\n{text}\n}}"))
    return lines


def source(unit: str, fields: list[Field]) -> str:
    join = "\n".join
    return f"""/* SPDX-License-Identifier: Apache-2.0 */
/* Made by scripts/gen/registers.py of registers.csv. */
#include "{unit}.h"

void {unit}_reset({unit}_state *s) {{
{join(resets(fields))}
s->wr_ok = 0;
s->rd_ok = 0;
s->rd_data = 0;
}}

void {unit}_outputs(const {unit}_state *s, {unit}_out *out) {{
out->wr_ok = s->wr_ok;
out->rd_ok = s->rd_ok;
out->rd_data = s->rd_data;
{join(shows(fields))}
}}

static inline void answer_read({unit}_state *s, const {unit}_in *in) {{
u1 found = 0;
uint32_t word = 0;
{join(reads(fields))}
s->rd_ok = (u1)(in->rd_valid & found);
s->rd_data = in->rd_valid ? (u32)word : s->rd_data;
}}

/* Is the register written? */
{join(taken(unit, register) for register in writable(fields))}
static inline void answer_write({unit}_state *s, const {unit}_in *in) {{
u1 done = 0;
{join(writes(fields))}
s->wr_ok = done;
}}

void {unit}_step({unit}_state *s, const {unit}_in *in, {unit}_out *out) {{
{unit}_outputs(s, out);
answer_read(s, in);
answer_write(s, in);
}}
"""
