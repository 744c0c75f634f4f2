# SPDX-License-Identifier: Apache-2.0
"""The texts of pictures can be drawn: fenced blocks ```mermaid and ```wavedrom of the pages.

usage: pictures.py TOP...    files *.md, or folders with them

Of Mermaid: flowcharts, sequences and states, in the part of the language that forges agree on, without colours, which
are those of the page. Of WaveJSON: signals, in strict JSON. Each breach is one line; the exit code is 1 then.
"""

import argparse
import json
import pathlib
import re
import sys
from collections.abc import Iterator
from typing import Any

FENCE = re.compile(r"^```(mermaid|wavedrom)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
Fault = tuple[int, str]  # line in the block, what is wrong

TEXT = r'(?:"[^"]*"|[^"\[\](){}|<>;]+)'
SHAPE = "|".join(rf"{begin}{TEXT}{end}" for begin, end in (
    (r"\[\[", r"\]\]"), (r"\[\(", r"\)\]"), (r"\(\[", r"\]\)"), (r"\(\(", r"\)\)"), (r"\{\{", r"\}\}"),
    (r"\[", r"\]"), (r"\(", r"\)"), (r"\{", r"\}")))
NODE = rf"[A-Za-z]\w*(?:{SHAPE})?"
NODES = rf"{NODE}(?:\s*&\s*{NODE})*"
LINK = r"(?:<?(?:--+|==+|-\.+-)[>ox]?|~~~)"
LABELLED = rf'(?:{LINK}(?:\|{TEXT}\|)?|<?--\s+{TEXT}\s+--+>|<?-\.\s+{TEXT}\s+\.->|<?==\s+{TEXT}\s+==+>)'
FLOW_LINE = re.compile(rf"{NODES}(?:\s*{LABELLED}\s*{NODES})*")
SUBGRAPH = re.compile(rf"subgraph\s+[A-Za-z]\w*(?:\[{TEXT}\])?")
ACCESS = re.compile(r"acc(?:Title|Descr)\s*:\s*\S.*")
FLOW_OTHER = re.compile(r"direction\s+(?:TB|TD|LR|BT|RL)")
ACTOR = r"[A-Za-z]\w*"
SEQUENCE_LINE = re.compile(
    rf"(?:participant|actor)\s+{ACTOR}(?:\s+as\s+\S.*)?|{ACTOR}\s*--?(?:>>|>|x|\))[+-]?\s*{ACTOR}\s*:\s*\S.*|"
    rf"[Nn]ote\s+(?:(?:left|right)\s+of|over)\s+{ACTOR}(?:\s*,\s*{ACTOR})?\s*:\s*\S.*|(?:de)?activate\s+{ACTOR}|"
    rf"(?:else|and)\b.*|autonumber")
SEQUENCE_OPENS = re.compile(r"(?:loop|alt|opt|par)\b.*")
STATE = r"(?:\[\*\]|[A-Za-z]\w*)"
STATE_LINE = re.compile(rf'{STATE}\s*-->\s*{STATE}(?:\s*:\s*\S.*)?|state\s+"[^"]+"\s+as\s+[A-Za-z]\w*|'
                        rf"[A-Za-z]\w*\s*:\s*\S.*|direction\s+(?:TB|LR)|"
                        rf"note\s+(?:left|right)\s+of\s+[A-Za-z]\w*\s*:\s*\S.*")
KINDS = {re.compile(r"flowchart\s+(?:TB|TD|LR|BT|RL)"): (FLOW_LINE, FLOW_OTHER, SUBGRAPH),
         re.compile("sequenceDiagram"): (SEQUENCE_LINE, SEQUENCE_LINE, SEQUENCE_OPENS),
         re.compile("stateDiagram-v2"): (STATE_LINE, STATE_LINE, re.compile(r"state\s+[A-Za-z]\w*\s*\{"))}
LETTERS = set("pPnNhHlL01xzud=23456789|.")
BOXES = set("=23456789")


def unlabelled(lines: list[str]) -> Iterator[Fault]:
    """Nodes of a flowchart that no line gives a text: a misspelt name makes such a node."""
    known = {name for line in lines for name in re.findall(r"([A-Za-z]\w*)[\[({]", line)}
    known |= {name for line in lines for name in re.findall(r"^\s*subgraph\s+([A-Za-z]\w*)", line)}
    for number, line in enumerate(lines, 1):
        if SUBGRAPH.fullmatch(line.strip()) or FLOW_OTHER.fullmatch(line.strip()) or ACCESS.fullmatch(line.strip()):
            continue
        bare = re.sub(rf'{SHAPE}|\|{TEXT}\||(?<=--)\s+{TEXT}\s+(?=--+>)|(?<=-\.)\s+{TEXT}\s+(?=\.->)|"[^"]*"', "", line)
        yield from ((number, f"node '{name}' has no text, expected {name}[\"...\"] somewhere")
                    for name in re.findall(r"(?<![\w.-])[A-Za-z]\w*", bare) if name not in known and name != "end")


def mermaid_faults(text: str) -> Iterator[Fault]:
    lines = [line.split("%%")[0].rstrip() for line in text.rstrip("\n").split("\n")]
    found = next((forms for kind, forms in KINDS.items() if kind.fullmatch(lines[0].strip())), None)
    if found is None:
        yield 1, f"'{lines[0]}', expected flowchart TB or LR, sequenceDiagram or stateDiagram-v2"
        return
    line_form, other_form, opens = found
    depth = 0
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        depth += bool(opens.fullmatch(line)) - (line in ("end", "}"))
        if depth < 0 or not (not line or line in ("end", "}") or any(
                form.fullmatch(line) for form in (line_form, other_form, opens, ACCESS))):
            yield number, f"'{line}' is not in the part of Mermaid that is used here (pictures.py)"
            return
    if depth:
        yield len(lines), f"{depth} blocks without an end"
    if line_form is FLOW_LINE:
        yield from unlabelled(["", *lines[1:]])


def signals(lanes: list[Any]) -> Iterator[dict[str, Any]]:
    """Also those in groups."""
    for lane in lanes:
        if isinstance(lane, list):
            yield from signals([part for part in lane if not isinstance(part, str)])
        elif lane:
            yield lane


def lane_fault(lane: dict[str, Any], cycles: int) -> str | None:
    """What is wrong with a signal."""
    name, wave = lane.get("name"), lane.get("wave", "")
    if not isinstance(name, str) or not isinstance(wave, str) or not wave:
        return f"{json.dumps(lane)}: expected a name and a wave"
    if set(wave) - LETTERS:
        return f"'{name}': no wave has '{''.join(sorted(set(wave) - LETTERS))}'"
    if len(wave) != cycles:
        return f"'{name}': {len(wave)} cycles, expected {cycles} as in the first signal"
    boxes, data = sum(letter in BOXES for letter in wave), lane.get("data", [])
    if not isinstance(data, list) or len(data) != boxes:
        return f"'{name}': expected a list of {boxes} texts as its data"
    return None


def wave_faults(text: str) -> Iterator[Fault]:
    try:
        wave = json.loads(text)
    except json.JSONDecodeError as error:
        yield error.lineno, f"{error.msg}, expected WaveJSON as strict JSON"
        return
    lanes = list(signals(wave.get("signal", []))) if isinstance(wave, dict) else []
    if not lanes:
        yield 1, "expected {\"signal\": [...]}"
        return
    faults = [lane_fault(lane, len(lanes[0].get("wave", ""))) for lane in lanes]
    yield from ((1, fault) for fault in faults if fault)
    nodes = {letter for lane in lanes for letter in lane.get("node", "") if letter != "."}
    for edge in wave.get("edge", []):
        ends = {edge.split()[0][0], edge.split()[0][-1]}
        if not ends <= nodes:
            yield 1, f"edge '{edge}': no node {' and '.join(sorted(ends - nodes))}"


def breaches(page: pathlib.Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    checks = {"mermaid": mermaid_faults, "wavedrom": wave_faults}
    return [f"{page}:{text.count(chr(10), 0, fence.start(2)) + line}: {fence[1]}: {what}"
            for fence in FENCE.finditer(text) for line, what in checks[fence[1]](fence[2])]


def main() -> int:
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("top", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    pages = [page for top in options.top for page in (sorted(top.rglob("*.md")) if top.is_dir() else [top])]
    if not pages:
        sys.exit("pictures: no page found")
    found = [breach for page in pages for breach in breaches(page)]
    for breach in found:
        print(breach)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
