# SPDX-License-Identifier: Apache-2.0
"""Hues of things on our pages: a design has the same one on every page, and no two things of a page share one."""

# The designs of `gmmu list`. Those that a paper compares are far apart; a new one takes a gap until it has a row.
DESIGNS = {"sharedtlb": 215, "pwcache": 35, "static": 80, "mask": 350, "ideal": 125, "mask-tlb": 260,
           "mask-cache": 305, "mask-dram": 170, "gpu-mmu": 237, "gpu-mmu-2m": 192, "mosaic": 14, "mosaic-bc": 328,
           "gmmu": 58}

TURN = 360  # degrees


def design_of(name: str) -> str:
    """As `gmmu list` spells it: papers write SharedTLB."""
    return name.lower()


def apart(hue: int, others: list[int]) -> int:
    return min((min((hue - o) % TURN, (o - hue) % TURN) for o in others), default=TURN)


def hues(*groups: list[str]) -> list[dict[str, int]]:
    """For each group of things on a page a hue for each name. Designs have their own. Of the others no two of the
    page are equal, and those of a group, which stand side by side, are as far apart as there is room."""
    own = {design_of(name) for group in groups for name in group} & DESIGNS.keys()
    taken = [DESIGNS[design] for design in own]
    turns = sorted((i / len(group), g, name) for g, group in enumerate(groups)
                   for i, name in enumerate(n for n in group if design_of(n) not in own))
    step = TURN / max(len(turns), 1)
    free = [[round(215 + shift + step * turn) % TURN for turn in range(len(turns))] for shift in range(int(step) or 1)]
    best = max(free, key=lambda found: min((apart(hue, taken) for hue in found), default=0))
    found: list[dict[str, int]] = [{} for _ in groups]
    used = set(taken)
    for hue, (_, g, name) in zip(best, turns):
        found[g][name] = next((h % TURN for h in range(hue, hue + TURN) if h % TURN not in used), hue)
        used.add(found[g][name])
    return [{name: DESIGNS[design_of(name)] if design_of(name) in own else found[g][name] for name in group}
            for g, group in enumerate(groups)]
