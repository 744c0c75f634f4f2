# SPDX-License-Identifier: Apache-2.0
"""What programs that plant bugs in sources say: a bug whose text has no place or several, and the verdict."""

from collections.abc import Iterable, Mapping


def misplaced(plants: Iterable[tuple[str, str, str]], texts: Mapping[str, str]) -> list[str]:
    """A line for each (what, source, text to replace) whose text does not stand once in its source."""
    return [f"{what}: {source} has {texts[source].count(old)} places for it" for what, source, old in plants
            if texts[source].count(old) != 1]


def verdict(failed: list[str], what: str, bugs: str) -> int:
    """Prints what has failed, and that; the exit code."""
    print("\n".join([*failed, f"{'FAIL' if failed else 'PASS'} planted {what}: {bugs} bugs"]))
    return 1 if failed else 0
