# SPDX-License-Identifier: Apache-2.0
"""The check of the pictures' texts must find what is planted, and nothing else."""

import sys

from tb.tools.lint.breaches import try_check

FLOW = '```mermaid\nflowchart TB\n  subgraph s["a group"]\n    direction LR\n    a["one<br>two"] --> b[(RAM)]\n' \
       '  end\n  a <-->|"x, y"| c(three) & d{four}\n  c -- goes to --> a\n  s ~~~ e([five])\n  %% a comment\n```\n'
SEQUENCE = "```mermaid\nsequenceDiagram\n  participant A as the SM\n  A->>B: asks\n  loop each page\n    B-->>A: s\n" \
           "  end\n  Note over A,B: done\n```\n"
STATES = '```mermaid\nstateDiagram-v2\n  state "at work" as w\n  [*] --> w\n  w --> [*]: end\n```\n'
WAVE = '```wavedrom\n{"signal": [{"name": "clk", "wave": "p..", "node": ".a"}, {}, ["g", {"name": "x",\n' \
       '"wave": "x=.", "data": ["A"], "node": "..b"}]], "edge": ["a~>b text"]}\n```\n'
GOOD = {"docs/a.md": f"# A\n{FLOW}\n{SEQUENCE}", "docs/b.md": f"{STATES}\n{WAVE}\n```c\nint x[;\n```\n"}


def with_change(block: str, old: str, new: str) -> dict[str, str]:
    assert old in block
    return {"docs/a.md": block.replace(old, new)}


OUTSIDE = "is not in the part of Mermaid that is used here (pictures.py)"
BAD = {
    "docs/a.md:2: mermaid: 'pie', expected flowchart TB or LR, sequenceDiagram or stateDiagram-v2":
        {"docs/a.md": "```mermaid\npie\n```\n"},
    f"docs/a.md:8: mermaid: 'c -- goes to -> a' {OUTSIDE}": with_change(FLOW, "to --> a", "to -> a"),
    f"docs/a.md:10: mermaid: 'style a fill:red' {OUTSIDE}": with_change(FLOW, "%% a comment", "style a fill:red"),
    "docs/a.md:9: mermaid: node 'f' has no text, expected f[\"...\"] somewhere":
        with_change(FLOW, "s ~~~ e([five])", "s ~~~ f"),
    "docs/a.md:9: mermaid: 1 blocks without an end": with_change(FLOW, "  end\n", ""),
    f"docs/a.md:4: mermaid: 'A->>B' {OUTSIDE}": with_change(SEQUENCE, "A->>B: asks", "A->>B"),
    f"docs/a.md:4: mermaid: '[*] -> w' {OUTSIDE}": with_change(STATES, "[*] -->", "[*] ->"),
    "docs/a.md:2: wavedrom: Expecting property name enclosed in double quotes, expected WaveJSON as strict JSON":
        with_change(WAVE, '"signal"', "signal"),
    "docs/a.md:2: wavedrom: expected {\"signal\": [...]}": {"docs/a.md": '```wavedrom\n{"reg": []}\n```\n'},
    "docs/a.md:2: wavedrom: 'x': no wave has 'q'": with_change(WAVE, "x=.", "xq."),
    "docs/a.md:2: wavedrom: 'x': 4 cycles, expected 3 as in the first signal": with_change(WAVE, "x=.", "x=.."),
    "docs/a.md:2: wavedrom: 'x': expected a list of 2 texts as its data": with_change(WAVE, "x=.", "x=="),
    "docs/a.md:2: wavedrom: edge 'a~>c text': no node c": with_change(WAVE, "a~>b", "a~>c"),
}

if __name__ == "__main__":
    sys.exit(try_check("pictures", ["docs"], GOOD, BAD))
