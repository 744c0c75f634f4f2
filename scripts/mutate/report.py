# SPDX-License-Identifier: Apache-2.0
"""The reports: build/mutate/<unit>/report.{txt,json}, and the table over units."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from scripts.output import files

from .mutant import EQUIVALENT, KILLED, KINDS, REFUSED, SURVIVED, UNREACHABLE, VERDICTS, Mutant

Summary = dict[str, Any]  # unit, counts by verdict, score, seconds, kinds: what report.json begins with
COLUMNS = ("mutants", *VERDICTS)


def line(mutant: Mutant) -> str:
    return f"{mutant.verdict:11} {mutant.name:11} {mutant.place}: {mutant.change}   [{mutant.how}, {mutant.seconds} s]"


def score(counts: dict[str, int]) -> float:
    """Killed of those that could be: a mutant that differs in no reachable state cannot."""
    different = counts[KILLED] + counts[SURVIVED]
    return 100.0 * counts[KILLED] / different if different else 100.0


def score_without_jumps(mutants: list[Mutant]) -> float | None:
    """Of the same mutants those that traffic from a reset gives away; None when nobody asked."""
    different = [m for m in mutants if m.verdict in (KILLED, SURVIVED)]
    if all(m.calm is None for m in mutants) or not different:
        return None
    return round(100.0 * sum(bool(m.calm) for m in different) / len(different), 1)


def count(mutants: list[Mutant]) -> dict[str, int]:
    counts = {verdict: sum(m.verdict == verdict for m in mutants) for verdict in VERDICTS}
    return {"mutants": len(mutants), **counts}


def write(unit: str, mutants: list[Mutant], work: Path, seconds: float) -> Summary:
    kinds = {kind: count([m for m in mutants if m.kind == kind]) for kind in KINDS}
    counts = count(mutants)
    refused = sum(m.how.startswith(REFUSED) for m in mutants)
    summary = {"unit": unit, **counts, "refused": refused, "score": round(score(counts), 1),
               "score_without_jumps": score_without_jumps(mutants), "seconds": round(seconds, 1), "kinds": kinds}
    order = {SURVIVED: 0, UNREACHABLE: 1, EQUIVALENT: 2, KILLED: 3}
    lines = [one_line(summary), ""]
    lines += [f"  {KINDS[kind]:13} {_words(counts)}" for kind, counts in kinds.items() if counts["mutants"]]
    lines += [""] + [line(m) for m in sorted(mutants, key=lambda m: order[m.verdict])]
    listed: dict[str, Any] = {**summary, "list": [asdict(m) for m in mutants]}
    files.write_all({work / "report.json": json.dumps(listed, indent=1) + "\n",
                     work / "report.txt": "\n".join(lines) + "\n"})
    return summary


def _words(counts: dict[str, int] | Summary) -> str:
    return ", ".join(f"{counts[name]} {name}" for name in COLUMNS)


def one_line(summary: Summary) -> str:
    word = "FAIL" if summary[SURVIVED] else "PASS"
    calm = summary["score_without_jumps"]
    without = "" if calm is None else f", without jumps {calm:.1f} %"
    result = f"score {summary['score']:.1f} %{without} ({summary['seconds']:.0f} s)"
    refused = f" ({summary['refused']} as C that the prover refuses)" if summary["refused"] else ""
    return f"{word} mutate {summary['unit']}: {_words(summary)}{refused}; {result}"


def table(units: list[str], work: Path) -> str:
    """Markdown; units without a report are left out."""
    lines = ["| unit | " + " | ".join(COLUMNS) + " | score % | without jumps % | s |",
             "| --- |" + " ---: |" * (len(COLUMNS) + 3)]
    sums = dict.fromkeys(COLUMNS, 0)
    seconds = 0.0
    for unit in units:
        path = work / unit / "report.json"
        if not path.is_file():
            continue
        summary = json.loads(path.read_text())
        lines.append(_row(unit, summary, summary["score"], summary["score_without_jumps"], summary["seconds"]))
        seconds += summary["seconds"]
        for name in COLUMNS:
            sums[name] += summary[name]
    lines.append(_row("all", sums, score(sums), None, seconds))
    return "\n".join(lines)


def _row(name: str, counts: dict[str, int] | Summary, percent: float, calm: float | None, seconds: float) -> str:
    without = "" if calm is None else f"{calm:.1f}"
    return (f"| {name} | " + " | ".join(str(counts[c]) for c in COLUMNS)
            + f" | {percent:.1f} | {without} | {seconds:.0f} |")
