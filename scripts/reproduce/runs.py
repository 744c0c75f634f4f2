# SPDX-License-Identifier: Apache-2.0
"""What the experiments of papers have in common: trees of results."""

from typing import Any

Run = dict[str, Any]  # the JSON of a run (docs/output.md)


def nested(runs: dict[tuple[str, ...], Run]) -> dict[str, Any]:
    """By the first axis, by the second, and so on."""
    tree: dict[str, Any] = {}
    for texts, found in runs.items():
        at = tree
        for text in texts[:-1]:
            at = at.setdefault(text, {})
        at[texts[-1]] = found
    return tree
