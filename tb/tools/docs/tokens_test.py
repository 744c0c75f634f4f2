# SPDX-License-Identifier: Apache-2.0
"""The picture of tokens over epochs (docs/design/architecture.md) is what the C of the token controller does.

Its rows are the miss rates that the test feeds, and the tokens with which each epoch runs.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

from scripts.circuit.configs import find
from scripts.docs.waves import Model

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/design/architecture.md"
FENCE = re.compile(r"^### Tokens over epochs$.*?^```wavedrom\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CORES, WARPS = 15, 64  # of one application, as in make run
LOOKUPS = 100          # in an epoch: per cent
Q16 = 1 << 16
KNOBS = {"cfg_initial": round(0.8 * Q16), "cfg_margin": round(0.02 * Q16), "cfg_step": round(0.1 * Q16)}
NO_APP = 31


def tokens_of(rates: list[int]) -> list[str]:
    """The tokens in each epoch; all warps fill in the first."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        model = Model(find("token_controller"), Path(folder))
        model.reset()
        always = KNOBS | {f"core_app[{core}]": 0 if core < CORES else NO_APP
                          for core in range(model.fields["core_app"]["elements"])}
        for rate in rates:
            found.append("all" if not found else str(model.cycle(always, ["tokens[0]"])["tokens[0]"]))
            for lookup in range(LOOKUPS):
                model.cycle(always | {"ev0_valid": 1, "ev0_core": lookup % CORES, "ev0_warps": WARPS,
                                      "ev0_hit": int(lookup >= rate)}, [])
            model.cycle(always | {"epoch_end": 1}, [])
            while model.cycle(always, ["busy"])["busy"]:
                pass
    return found


def main() -> int:
    fence = FENCE.search(PAGE.read_text(encoding="utf-8"))
    if not fence:
        sys.exit(f"tokens-test: {PAGE}: no picture of tokens over epochs")
    rows = {row["name"]: row["data"] for row in json.loads(fence[1])["signal"]}
    rates = [int(text) for text in rows["miss rate, %"]]
    drawn, found = rows["tokens"], tokens_of(rates)
    is_right = drawn == found and tokens_of(rates[2::-1]) != found[:3]  # rates in another order would be noticed
    print(f"{'PASS' if is_right else 'FAIL'} tokens-test: {len(found)} epochs are drawn as {', '.join(drawn)}, "
          f"the C has {', '.join(found)}")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
