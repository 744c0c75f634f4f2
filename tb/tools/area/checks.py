# SPDX-License-Identifier: Apache-2.0
"""What the tests of this folder have in common: a line per check, and how many failed."""


class Checks:
    def __init__(self) -> None:
        self.failures = 0

    def check(self, name: str, held: bool, detail: str = "") -> None:
        self.failures += not held
        print(f"{'PASS' if held else 'FAIL'} area {name}{f' ({detail})' if detail else ''}", flush=True)
