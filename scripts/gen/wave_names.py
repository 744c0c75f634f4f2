# SPDX-License-Identifier: Apache-2.0
"""What a waveform calls the values and the ports of a unit, as its own sources say it.

An enumeration in the C belongs to the fields that are just as wide as its values need, if the comment of the field has
one of its names, or RQ_* for all of them; or if the comment before the enumeration names the field, or its first word
or the names' is the field's last one (Schemes ..., cfg_scheme). A comment line in the port list of the RTL is the head
of a group of ports, which ends at an empty line or the next comment.
"""

from __future__ import annotations

import re

ENUM = re.compile(r"(?:/\*((?:(?!\*/).)*)\*/\s*)?\benum\s*\{(.*?)\}\s*;(?:[ \t]*/\*(.*?)\*/)?", re.S)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FIELD = re.compile(r"^ +[^\n/;]*?(\w+)(?:\[[^\]\n]+\])?;(?:[ \t]*/\*(.*?)\*/)?", re.M | re.S)
PORT = re.compile(r" *(?:input|output)\s+logic\s*(?:\[.*?\]\s*)?(\w+)")
Enum = dict[int, str]


def members(text: str) -> Enum:
    """Of the text in braces: names by value, up to the first one whose value is computed."""
    found: Enum = {}
    value = 0
    for word in COMMENT.sub("", text).split(","):
        match = re.fullmatch(r"\s*(\w+)\s*(?:=\s*(\d+)\s*)?", word)
        if not match:
            break
        value = int(match[2]) if match[2] else value
        found.setdefault(value, match[1])
        value += 1
    return found


def belongs(field: str, comment: str, names: list[str], said: str) -> bool:
    words = set(re.findall(r"\w+\*?", comment))
    prefix = names[0].split("_")[0]
    if any(name in words for name in (*names, prefix, f"{prefix}_*")):
        return True
    if field in re.findall(r"[a-z]+_\w+|(?<=of )[a-z]+", said):
        return True
    first = re.search(r"\w+", said)
    return field.split("_")[-1] == (first[0].lower().removesuffix("s") if first else prefix.lower())


def enums(header: str, common: str, widths: dict[str, int]) -> dict[str, Enum]:
    """By the name of the field; common: a header with enumerations of several units; widths: of the fields."""
    comments: dict[str, str] = {}
    for field, comment in FIELD.findall(header):
        comments[field] = f"{comments.get(field, '')} {comment}"
    found: dict[str, Enum] = {}
    for before, text, behind in ENUM.findall(header) + ENUM.findall(common):
        values = members(text)
        if len(values) < 2:
            continue
        for field, width in widths.items():
            fits = max(values).bit_length() == width
            if fits and belongs(field, comments.get(field, ""), list(values.values()), f"{before} {behind}"):
                found.setdefault(field, values)
    return found


def groups(rtl: str) -> list[tuple[str, list[str]]]:
    """Ports but clk and rst, in the order of the RTL: of each group its head and its ports."""
    ports = re.search(r"\) \((.*?)\n\);|^module \w+ \((.*?)\n\);", rtl, re.M | re.S)
    found: list[tuple[str, list[str]]] = []
    title, opened = "", True
    for line in (ports[1] or ports[2]).splitlines() if ports else []:
        comment, port = re.match(r" *// *(.*)", line), PORT.match(line)
        if not line.strip():
            title, opened = "", True
        elif comment and not (opened and title):
            title, opened = re.split(r";|:? ?valid/ready|, valid, ready", comment[1])[0], True
        elif port and port[1] not in ("clk", "rst"):
            if opened:
                found.append((title or "other ports", []))
            found[-1][1].append(port[1])
            opened = False
    return found
