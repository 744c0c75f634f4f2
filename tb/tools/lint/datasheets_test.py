# SPDX-License-Identifier: Apache-2.0
"""The check of the datasheets must find what is planted, and nothing else."""

import sys

from tb.tools.lint.breaches import try_check

PICTURE = "```mermaid\nflowchart LR\n  a[\"## no heading\"] --> b\n```\n"
WAVE = '```wavedrom\n{"signal": [{"name": "clk", "wave": "p."}, {}, {"name": "push_valid", "wave": "01"}]}\n```\n'
PAGE = f"# queue\n## How it works\n{PICTURE}## How to drive it\n## What to connect\n{WAVE}## Decisions\n"
MODULE = ("module queue #(parameter int N = 2) (\n  input logic clk, // not input logic gone,\n  input  logic rst,\n"
          "  input  logic push_valid,\n  input  logic [N*4-1:0] push_id,\n  output logic push_ready\n);\nendmodule\n")
GOOD = {"units/README.md": "# Units\n", "units/queue.md": PAGE, "rtl/queue.sv": MODULE,
        "units/still.md": PAGE.replace(WAVE, ""), "rtl/still.sv": "module still (\n  input logic clk\n);\nendmodule\n"}
PARTS = "expected the parts '## How it works', '## How to drive it', '## What to connect', in this order"


def planted(old: str, new: str) -> dict[str, str]:
    assert old in PAGE
    return {"units/queue.md": PAGE.replace(old, new, 1)}


BAD = {f"units/queue.md: {PARTS}": planted("## How to drive it\n", ""),
       f"queue.md: {PARTS}": planted(PAGE, f"## What to connect\n{WAVE}## How it works\n{PICTURE}## How to drive it\n"),
       "units/queue.md: expected a ```mermaid block in '## How it works'": planted(PICTURE, ""),
       "queue.md: expected a ```mermaid block":
           planted(f"{PICTURE}## How to drive it\n", f"## How to drive it\n{PICTURE}"),
       "units/queue.md: expected a ```wavedrom block in '## What to connect'": planted(WAVE, ""),
       "units/queue.md: a wave is no WaveJSON: ": planted('"p."}', '"p."'),
       "units/queue.md: 'pull_valid' in a wave is no port": planted("push_valid", "pull_valid"),
       "units/queue.md: 'gone' in a wave is no port": planted("push_valid", "gone")}

if __name__ == "__main__":
    sys.exit(try_check("datasheets", ["units", "rtl"], GOOD, BAD))
