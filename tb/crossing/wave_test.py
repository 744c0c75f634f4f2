# SPDX-License-Identifier: Apache-2.0
"""The wave of docs/reference/units/axi4_lite_cdc.md is a run of the bench.

    wave_test.py BENCH [--write]
"""

import json
import subprocess
import sys
from pathlib import Path

from scripts.docs.waves import FENCE, differences, drawn, text_of

PAGE = Path(__file__).resolve().parents[2] / "docs/reference/units/axi4_lite_cdc.md"


def main() -> int:
    said = subprocess.run([sys.argv[1], "--wave"], capture_output=True, text=True, check=True).stdout.splitlines()
    names, rows = said[0].split(), [[int(value, 16) for value in line.split()] for line in said[1:]]
    lines = [{"name": "bus_clk", "wave": "p".ljust(len(rows), ".")}]
    for name, values in zip(names, zip(*rows)):
        lines.append(drawn(name, list(values), 1 if name.endswith(("valid", "ready")) else 32))
    text = PAGE.read_text(encoding="utf-8")
    fence = FENCE.search(text)
    if fence is None:
        print(f"FAIL {PAGE}: no wave")
        return 1
    if "--write" in sys.argv:
        PAGE.write_text(text.replace(fence[1], text_of({"signal": lines})), encoding="utf-8")
    old = json.loads(fence[1])
    found = differences(PAGE, text.count("\n", 0, fence.start()) + 1, old, {"signal": lines})
    found += [f"{PAGE}: {len(old['signal'])} signals, not {len(lines)}"] * (len(old["signal"]) != len(lines))
    print("\n".join([*found, f"{'FAIL' if found else 'PASS'} wave of a read: {len(rows)} cycles"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
