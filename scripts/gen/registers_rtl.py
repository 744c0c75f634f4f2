# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog of a unit with registers (registers.py)."""

from __future__ import annotations

from scripts.gen.registers_c import RANGES, writable
from scripts.gen.registers_field import Field, bound, by_register, sizes


def size(field: Field) -> str:
    return field.count.removeprefix("GMMU_")


def bits(field: Field) -> str:
    if field.is_array:
        return f"[{size(field)}*{field.width}-1:0]" if field.width > 1 else f"[{size(field)}-1:0]"
    return f"[{field.width - 1}:0]" if field.width > 1 else ""


def ports(fields: list[Field]) -> list[tuple[str, str, str, str]]:
    """Direction, bits, name, comment."""
    rows = [("input", "", "clk", "rising edge"), ("input", "", "rst", "synchronous, active high"), ("", "", "", ""),
            ("", "", "", "an access: shown for one cycle, answered in the next one"), ("input", "", "wr_valid", ""),
            ("input", "[LITE_ADDR_W-1:0]", "wr_addr", ""), ("input", "[31:0]", "wr_data", ""),
            ("output", "", "wr_ok", ""), ("input", "", "rd_valid", ""), ("input", "[LITE_ADDR_W-1:0]", "rd_addr", ""),
            ("output", "", "rd_ok", ""), ("output", "[31:0]", "rd_data", "0 unless rd_ok")]
    for register in by_register(fields):
        if all(field.access == "const" for field in register):
            continue
        rows += [("", "", "", ""), ("", "", "", register[0].register)]
        for field in register:
            if field.access == "rw":
                rows.append(("output", bits(field), field.name, field.meaning))
            elif field.access == "ro":
                rows.append(("input", bits(field), field.name, field.meaning))
            elif field.acts:
                rows += [("output", "", f"{field.name}_valid", "written, until ready"),
                         ("input", "", f"{field.name}_ready", "")]
            if field.access == "command":
                rows.append(("input", "", f"{field.name}_done", "it has completed; ignored until it is taken"))
    return rows


def port_lines(fields: list[Field]) -> list[str]:
    rows = ports(fields)
    wide = max(len(row[1]) for row in rows)
    last = max(index for index, row in enumerate(rows) if row[2])
    names = max(len(row[2]) for row in rows) + 1
    lines = []
    for index, (direction, width, name, note) in enumerate(rows):
        if not name:
            lines.append(f"    // {note}" if note else "")
            continue
        text = name + ("," if index != last else "")
        text = f"    {direction:<6} logic {width:<{wide}} {text:<{names}}"
        lines.append(f"{text}  // {note}".rstrip() if note and len(text) + len(note) + 5 <= 110 else text.rstrip())
    return lines


def element(field: Field, name: str) -> str:
    if not field.is_array:
        return name
    return f"{name}[i*{field.width}+:{field.width}]" if field.width > 1 else f"{name}[i]"


def address(register: list[Field]) -> str:
    first = register[0]
    return f"LITE_ADDR_W'({first.offset} + 4 * i)" if first.is_array else f"LITE_ADDR_W'({first.offset})"


def word(register: list[Field]) -> str:
    parts, at = [], 32
    for field in sorted(register, key=lambda one: -one.low):
        high = field.low + field.width
        if high < at:
            parts.append(f"{at - high}'d0")
        parts.append(f"32'h{field.reset:X}" if field.access == "const" else field.name if field.access == "ro" else
                     element(field, field.state))
        at = field.low
    if at:
        parts.append(f"{at}'d0")
    return parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}"


def reads(fields: list[Field]) -> list[str]:
    lines = []
    for register in by_register(fields):
        indent = "    "
        if register[0].is_array:
            lines.append(f"{indent}for (int i = 0; i < {size(register[0])}; i++) begin")
            indent += "  "
        lines += [f"{indent}if (rd_addr == {address(register)}) begin  // {register[0].register}",
                  f"{indent}  found = 1'b1;", *wrapped(f"{indent}  word = {word(register)};", ", "), f"{indent}end"]
        if register[0].is_array:
            lines.append("    end")
    return lines


def hit(register: list[Field]) -> str:
    return f"wr_{register[0].register.lower()}"


def decodes(fields: list[Field]) -> tuple[list[str], list[str]]:
    declared, lines = [], []
    for register in writable(fields):
        first = register[0]
        declared.append(f"  logic {f'[{size(first)}-1:0] ' if first.is_array else ''}{hit(register)};")
        blocked = "".join(f" && !{field.state}" for field in register if field.acts)
        limits = "".join(f" && {fits(field)}" for field in register if field.limit)
        condition = f"wr_valid && wr_addr == {address(register)}{blocked}{limits};"
        if first.is_array:
            lines += [f"    for (int i = 0; i < {size(first)}; i++)",
                      *wrapped(f"      {hit(register)}[i] = {condition}", " && ")]
        else:
            lines += wrapped(f"    {hit(register)} = {condition}", " && ")
    return declared, lines


def value(field: Field) -> str:
    return f"wr_data[{field.low + field.width - 1}:{field.low}]" if field.width > 1 else f"wr_data[{field.low}]"


def fits(field: Field) -> str:
    kind, most = bound(field)
    number = most.replace("GMMU_", "")
    return f"({value(field)} >> ({number})) == '0" if kind == "bits" else f"32'({value(field)}) < 32'({number})"


def edges(fields: list[Field]) -> list[str]:
    resets, moves = [], []
    for register in writable(fields):
        for field in register:
            if field.access == "rw":
                resets.append(f"      {field.name} <= " + (
                    f"{{{size(field)}{{{field.width}'d{field.reset}}}}};" if field.is_array else
                    f"{field.width}'d{field.reset};"))
                move = f"if ({hit(register)}{'[i]' if field.is_array else ''}) {element(field, field.name)} <= " \
                       f"{value(field)};"
                head = [f"      for (int i = 0; i < {size(field)}; i++)"] if field.is_array else []
                moves += [*head, f"      {'  ' if head else ''}{move}"]
            elif field.acts:
                valid = f"{field.name}_valid"
                resets.append(f"      {valid} <= 1'b0;")
                moves.append(f"      {valid} <= {hit(register)} || ({valid} && !{field.name}_ready);")
            if field.access == "command":
                busy = f"{field.name}_busy"
                resets.append(f"      {busy} <= 1'b0;")
                completes = f"{field.name}_done && !{field.name}_valid"
                moves.append(f"      {busy} <= {hit(register)} || ({busy} && !({completes}));")
    return ["  always_ff @(posedge clk) begin", "    if (rst) begin", *resets, "    end else begin", *moves, "    end",
            "  end"]


def module(unit: str, fields: list[Field]) -> str:
    names = ["LITE_ADDR_W", *sizes(fields)]
    parameters = [f"    parameter int {name} = gmmu_pkg::GMMU_{name}{',' if name != names[-1] else ''}"
                  for name in names]
    checks = [line for name in names for low, high in [RANGES[name]] for line in (
        f"  if ({name} < {low} || {name} > {high}) begin : bad_{name.lower()}",
        f'    $error("{unit}: {name} must be {low} to {high}");', "  end")]
    declared, decode = decodes(fields)
    busy = [f"  logic {field.name}_busy;" for field in fields if field.access == "command"]
    taken = " || ".join(f"|{hit(register)}" if register[0].is_array else hit(register)
                        for register in writable(fields))
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// The registers of the GMMU, behind axi4_lite_port. Made by scripts/gen/registers.py of",
             f"// hls/{unit}/registers.csv; equal to hls/{unit} in every state.",
             f"module {unit} #(", *parameters, ") (", *port_lines(fields), ");",
             "`ifndef __ICARUS__  // Icarus has no such checks",
             *checks, "`endif", "",
             "  // a command is under way", *busy, "", "  // ---- read ----", "", "  logic        found;",
             "  logic [31:0] word;", "", "  always_comb begin", "    found = 1'b0;", "    word = '0;",
             *reads(fields), "  end", "", "  always_ff @(posedge clk) begin", "    if (rst) begin",
             "      rd_ok   <= 1'b0;", "      rd_data <= '0;", "    end else begin",
             "      rd_ok <= rd_valid && found;", "      if (rd_valid) rd_data <= word;", "    end", "  end", "",
             "  // ---- write: the register that takes it ----", "", *declared, "", "  always_comb begin", *decode,
             "  end", "", "  always_ff @(posedge clk) begin", "    if (rst) wr_ok <= 1'b0;",
             *wrapped(f"    else wr_ok <= {taken};", " || "), "  end", "", *edges(fields), "endmodule"]
    return "\n".join(lines) + "\n"


def wrapped(line: str, at: str) -> list[str]:
    """Cut after or before the operator, as far right as it can be."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    lines = []
    while len(line) > 110:
        cut = line.rindex(at, 0, 109) + (1 if at == ", " else 0)
        lines.append(line[:cut])
        line = indent + line[cut:].lstrip()
    return [*lines, line]
