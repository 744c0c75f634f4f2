# SPDX-License-Identifier: Apache-2.0
"""A top function with a stream for each valid/ready group of pins, around the top that is exact by the cycle.

An input stream has a register in the wrapper, which offers a beat until the unit takes it; an output stream has one
that takes a beat when it is empty. Thus no beat is lost or doubled, and a call moves at most one beat of each stream.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scripts.export.folder import Folder
from scripts.gen.unit_top import Port, ports

AXI = ("aw", "w", "b", "ar", "r")  # channels whose valid and ready have no underscore before

HEADER = """\
/* SPDX-License-Identifier: Apache-2.0 */
/*
 * {name} with streams: {c}_top, in which each group of valid and ready pins is one
 * stream. A call moves at most one beat of each. Streams are hls::stream with
 * GMMU_TYPES_AP, ac_channel with GMMU_TYPES_AC, and a queue without a tool.
 */
#ifndef {guard}
#define {guard}

#include "{sizes}.h"

#ifndef GMMU_HAS_STREAM
#define GMMU_HAS_STREAM
#if defined(GMMU_TYPES_AP)
#include <hls_stream.h>
template <class T> using gmmu_stream = hls::stream<T>;
template <class T> bool gmmu_get(gmmu_stream<T> &stream, T &beat) {{ return stream.read_nb(beat); }}
template <class T> bool gmmu_put(gmmu_stream<T> &stream, T &beat) {{ return stream.write_nb(beat); }}
#elif defined(GMMU_TYPES_AC)
#include <ac_channel.h>
template <class T> using gmmu_stream = ac_channel<T>;
template <class T> bool gmmu_get(gmmu_stream<T> &stream, T &beat) {{ return stream.nb_read(beat); }}
template <class T> bool gmmu_put(gmmu_stream<T> &stream, T &beat) {{ return stream.nb_write(beat); }}
#else
#include <deque>
template <class T> using gmmu_stream = std::deque<T>;
template <class T> bool gmmu_get(gmmu_stream<T> &stream, T &beat) {{
    if (stream.empty())
        return false;
    beat = stream.front();
    stream.pop_front();
    return true;
}}
template <class T> bool gmmu_put(gmmu_stream<T> &stream, T &beat) {{
    stream.push_back(beat);
    return true;
}}
#endif
#endif

{beats}

{prototype};

#endif
"""

SOURCE = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* {name} with streams; one source for a tool, with the unit in it. */
#include <stdbool.h>
#include <stdint.h>

#include "{c}_stream.h"

#include "../../c/{c}.c"
#include "../../c/{c}_top.c"

{prototype} {{
#if defined(__SYNTHESIS__) && !defined(__BAMBU__) /* Vitis */
#pragma HLS INTERFACE mode = ap_ctrl_none port = return
#pragma HLS PIPELINE II = 1
{pragmas}
#endif
{registers}

{before}

    {c}_top(
        {arguments});

{after}
}}
"""

TESTBENCH = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* {c}_stream against the C of the unit, which is offered the oldest beat that it has not taken. */
#define main gmmu_cycle_by_cycle
#include "../../tb/testbench.c"
#undef main
#include <deque>

#include "{c}.h"
#include "{c}_stream.h"

int main(void) {{
    {c}_state state;
    unsigned beats = 0;
{queues}

    {c}_reset(&state);
    for (unsigned cycle = 0; cycle < CYCLES; cycle++) {{
        const vector *v = &vectors[cycle];
        {c}_in in;
        {c}_out out;

{drive}

        {c}_step(&state, &in, &out);
{model}
        if (v->rst)
            {c}_reset(&state);

        {c}_stream({arguments});
        if (cycle == 0) /* nothing was reset before */
            continue;
{checks}
    }}
    printf("%s hls streams {name}: %d cycles, %u beats\\n", mismatches == 0 ? "PASS" : "FAIL", CYCLES, beats);
    return mismatches != 0;
}}
"""


@dataclass(frozen=True)
class Group:
    """Valid and ready of one direction, and what is transferred."""
    name: str
    valid: Port
    ready: Port
    payload: tuple[Port, ...]

    @property
    def input(self) -> bool:
        return not self.valid.output

    @property
    def stream(self) -> str:
        """A pin may have the name of the group."""
        return f"{self.name}_stream"

    def member(self, port: Port) -> str:
        return port.name.removeprefix(self.name).lstrip("_")


def prefix_of(name: str) -> str | None:
    """What names of a group begin with: push_ of push_valid, aw of awvalid."""
    found = re.fullmatch(r"(\w+_)valid|(\w+)valid", name)
    if not found:
        return None
    return found[1] or (found[2] if found[2] in AXI else None)


def groups(all_ports: list[Port]) -> list[Group]:
    """Those that transfer something, and are not one of several in an array."""
    by_name = {port.name: port for port in all_ports}
    starts = {prefix: port for port in all_ports if port.width == 1 and (prefix := prefix_of(port.name))
              and (ready := by_name.get(f"{prefix}ready")) and ready.output != port.output}
    found = []
    for prefix, valid in starts.items():
        longer = tuple(other for other in starts if other != prefix and other.startswith(prefix)
                       and other.endswith("_"))
        pattern = re.escape(prefix) + (r"\w+" if prefix.endswith("_") else "[a-z]+")
        payload = tuple(port for port in all_ports if port.output == valid.output and port is not valid
                        and re.fullmatch(pattern, port.field) and not (longer and port.field.startswith(longer)))
        if payload:
            found.append(Group(prefix.rstrip("_"), valid, by_name[f"{prefix}ready"], payload))
    return found


def beat(c: str, group: Group) -> str:
    return f"{c}_{group.name}_beat"


def indented(lines: list[str], depth: int = 1) -> str:
    return "\n".join("    " * depth + line for line in lines)


class Wrapper:
    def __init__(self, folder: Folder):
        self.name, self.c = folder.name, folder.names.c
        self.ports = ports(folder.contract)
        self.groups = groups(self.ports)
        grouped = {port.name for group in self.groups for port in (group.valid, group.ready, *group.payload)}
        self.pins = [port for port in self.ports if port.name not in grouped]
        self.sizes = folder.names.sizes

    def prototype(self) -> str:
        rows = ["bool rst", *(f"gmmu_stream<{beat(self.c, group)}> &{group.stream}" for group in self.groups),
                *(f"{port.pin} {'*' if port.output else ''}{port.name}" for port in self.pins)]
        head = f"void {self.c}_stream("
        return head + (",\n" + " " * len(head)).join(rows) + ")"

    def header(self) -> str:
        beats = ["\n".join(["typedef struct {", *(f"    {port.pin} {group.member(port)};" for port in group.payload),
                            f"}} {beat(self.c, group)};"]) for group in self.groups]
        return HEADER.format(name=self.name, c=self.c, guard=f"{self.c.upper()}_STREAM_H", sizes=self.sizes,
                             beats="\n\n".join(beats), prototype=self.prototype())

    def source(self) -> str:
        pragmas = [f"#pragma HLS INTERFACE mode = axis port = {group.stream}" for group in self.groups]
        pragmas += [f"#pragma HLS INTERFACE mode = {'s_axilite' if port.name.startswith('cfg_') else 'ap_none'} "
                    f"port = {port.name}" for port in self.pins]
        registers, before, after = [], [], []
        argument = {port.name: port.name for port in self.pins}
        for group in self.groups:
            name = group.name
            registers += [f"static {beat(self.c, group)} {name}_held;", f"static bool {name}_has;"]
            if group.input:
                before += [f"if (!rst && !{name}_has)", f"    {name}_has = gmmu_get({name}_stream, {name}_held);",
                           f"bool {name}_taken = false;"]
                after += [f"if (!rst && {name}_taken)", f"    {name}_has = false;"]
                argument |= {group.valid.name: f"!rst && {name}_has", group.ready.name: f"&{name}_taken"}
                argument |= {port.name: f"{name}_held.{group.member(port)}" for port in group.payload}
            else:
                before += [f"if ({name}_has && gmmu_put({name}_stream, {name}_held))", f"    {name}_has = false;",
                           f"bool {name}_given = false;", f"{beat(self.c, group)} {name}_new;"]
                after += [f"if (!rst && {name}_given && !{name}_has) {{", f"    {name}_held = {name}_new;",
                          f"    {name}_has = true;", "}"]
                argument |= {group.valid.name: f"&{name}_given", group.ready.name: f"!rst && !{name}_has"}
                argument |= {port.name: f"&{name}_new.{group.member(port)}" for port in group.payload}
        return SOURCE.format(name=self.name, c=self.c, prototype=self.prototype(), pragmas="\n".join(pragmas),
                             registers=indented(registers), before=indented(before), after=indented(after),
                             arguments=",\n        ".join(["rst", *(argument[port.name] for port in self.ports)]))

    def testbench(self) -> str:
        queues, drive, model, checks = [], [], [], []
        drive += [f"in.{port.access} = (gmmu_u{port.width})v->{port.name};" for port in self.pins if not port.output]
        checks += [f'check(cycle, "{port.name}", (uint64_t){port.name}, (uint64_t)out.{port.access});'
                   for port in self.pins if port.output]
        for group in self.groups:
            name, type_ = group.name, beat(self.c, group)
            queues += [f"gmmu_stream<{type_}> {name}_stream;", f"std::deque<{type_}> {name}_due;",
                       f"{type_} {name}_beat = {type_}();"]
            if group.input:
                drive += [f"if (!v->rst && v->{group.valid.name}) {{", f"    {type_} sent;"]
                drive += [f"    sent.{group.member(port)} = ({port.pin})v->{port.name};" for port in group.payload]
                drive += [f"    gmmu_put({name}_stream, sent);", f"    {name}_due.push_back(sent);", "}",
                          f"if (!v->rst && !{name}_due.empty())", f"    {name}_beat = {name}_due.front();",
                          f"in.{group.valid.access} = (gmmu_u1)(!v->rst && !{name}_due.empty());"]
                drive += [f"in.{port.access} = (gmmu_u{port.width}){name}_beat.{group.member(port)};"
                          for port in group.payload]
                model += [f"if (in.{group.valid.access} && out.{group.ready.access}) {{",
                          f"    {name}_due.pop_front();", "    beats++;", "}"]
            else:
                drive += [f"in.{group.ready.access} = (gmmu_u1)!v->rst;"]
                model += [f"if (in.{group.ready.access} && out.{group.valid.access}) {{"]
                model += [f"    {name}_beat.{group.member(port)} = ({port.pin})out.{port.access};"
                          for port in group.payload]
                model += [f"    {name}_due.push_back({name}_beat);", "}"]
                checks += [f"if (gmmu_get({name}_stream, {name}_beat)) {{", "    beats++;",
                           f"    if ({name}_due.empty())",
                           f'        check(cycle, "{name}, a beat too many", 1, 0);', "    else {"]
                checks += [f'        check(cycle, "{port.name}", (uint64_t){name}_beat.'
                           f'{group.member(port)}, (uint64_t){name}_due.front().{group.member(port)});'
                           for port in group.payload]
                checks += [f"        {name}_due.pop_front();", "    }", "}",
                           f'check(cycle, "beats of {name} on their way", {name}_due.size() > 1, 0);']
        outputs = [port for port in self.pins if port.output]
        drive += [f"{port.pin} {port.name} = ({port.pin})0;" for port in outputs]
        given = [f"&{port.name}" if port.output else f"{port.cast}v->{port.name}" for port in self.pins]
        return TESTBENCH.format(name=self.name, c=self.c, queues=indented(queues), drive=indented(drive, 2),
                                model=indented(model, 2), checks=indented(checks, 2),
                                arguments=", ".join(["v->rst", *(group.stream for group in self.groups), *given]))


def files(folder: Folder) -> dict[str, str]:
    """Text by path; nothing of a unit without groups."""
    wrapper = Wrapper(folder)
    if not wrapper.groups:
        return {}
    c = folder.names.c
    return {f"hls/stream/{c}_stream.h": wrapper.header(), f"hls/stream/{c}_stream.cpp": wrapper.source(),
            "hls/stream/testbench.cpp": wrapper.testbench()}
