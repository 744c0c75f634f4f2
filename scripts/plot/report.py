#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Report of a comparison: plots over the epochs, bars of the designs, one HTML page.

usage: report.py COMPARE.json DIRECTORY

Reads what `gmmu compare --json` wrote; writes DIRECTORY/index.html and the SVG
files it shows.
"""

import html
import json
import pathlib
import sys
from typing import Any

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402  (the backend has to be chosen first)

matplotlib.rcParams["svg.hashsalt"] = "gmmu"  # the same input gives the same bytes
Run = dict[str, Any]  # the JSON of one run (docs/output.md)
COLOURS = ["#1b6ca8", "#d1495b", "#66a182", "#edae49", "#6a4c93", "#3d405b", "#8d99ae", "#2e4057"]


def save(figure: Any, path: pathlib.Path) -> str:
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    return path.name


def series(run: Run, app: int, key: str) -> tuple[list[int], list[float]]:
    samples = [e for e in run["epochs"] if e["app"] == app]
    return [e["epoch"] for e in samples], [e[key] for e in samples]


def plot_tokens(run: Run, path: pathlib.Path) -> str:
    """Tokens and L2 TLB miss rate of every application over the epochs of one run."""
    figure, (top, bottom) = plt.subplots(2, 1, figsize=(8, 5.5), sharex=True)
    for i, app in enumerate(run["applications"]):
        epochs, tokens = series(run, i, "tokens")
        known = [(e, t) for e, t in zip(epochs, tokens) if t >= 0]  # -1: everybody fills
        top.step([e for e, _ in known], [t for _, t in known], where="mid", color=COLOURS[i], label=app["name"])
        _, misses = series(run, i, "l2_tlb_miss_rate")
        bottom.plot(epochs, [100 * m for m in misses], color=COLOURS[i], label=app["name"], marker=".")
        _, hits = series(run, i, "bypass_hit_rate")
        bottom.plot(epochs, [100 * h for h in hits], color=COLOURS[i], linestyle=":",
                    label=f"{app['name']}: hit rate of the bypass cache")
    top.set_ylabel("TLB-fill tokens")
    top.set_ylim(bottom=0)
    top.set_title(f"{run['design']}: tokens and shared L2 TLB over the epochs")
    bottom.set_ylabel("L2 TLB miss rate, %")
    bottom.set_ylim(0, 102)
    bottom.set_xlabel("epoch")
    for axis in (top, bottom):
        axis.grid(alpha=0.3)
        axis.legend(fontsize=8)
    return save(figure, path)


def plot_miss_rates(runs: list[Run], path: pathlib.Path) -> str:
    """L2 TLB miss rates over the epochs, one panel per application, one line per design."""
    apps = runs[0]["applications"]
    figure, axes = plt.subplots(len(apps), 1, figsize=(8, 2.6 * len(apps)), squeeze=False)
    for i, app in enumerate(apps):
        axis = axes[i][0]
        for k, run in enumerate(runs):
            if any(e["l2_tlb_accesses"] for e in run["epochs"]):
                epochs, misses = series(run, i, "l2_tlb_miss_rate")
                axis.plot(epochs, [100 * m for m in misses], color=COLOURS[k], label=run["design"], marker=".")
        axis.set_title(app["name"])
        axis.set_ylabel("L2 TLB miss rate, %")
        axis.set_ylim(0, 102)
        axis.grid(alpha=0.3)
        if axis.lines:
            axis.legend(fontsize=8)
    axes[-1][0].set_xlabel("epoch")
    return save(figure, path)


def plot_bars(runs: list[Run], path: pathlib.Path) -> str:
    """Weighted speedup, unfairness and IPC of the designs."""
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.2))
    names = [r["design"] for r in runs]
    figures = [("weighted speedup", [r.get("weighted_speedup", 0.0) for r in runs]),
               ("unfairness (max slowdown)", [r.get("unfairness", 0.0) for r in runs]),
               ("IPC, all applications", [sum(a["ipc"] for a in r["applications"]) for r in runs])]
    for axis, (title, values) in zip(axes, figures):
        axis.bar(names, values, color=COLOURS[: len(runs)])
        axis.set_title(title, fontsize=10)
        axis.tick_params(axis="x", rotation=30)
        for x, value in enumerate(values):
            axis.text(x, value, f"{value:.2f}", ha="center", va="bottom", fontsize=8)
    return save(figure, path)


def rows(runs: list[Run]) -> list[tuple[str, list[str]]]:
    table = [("cycles", [str(r["cycles"]) for r in runs]),
             ("event hash", [r["event_hash"] for r in runs]),
             ("units as RTL", [str(len(r["rtl"])) for r in runs]),
             ("weighted speedup", [f"{r['weighted_speedup']:.3f}" if "weighted_speedup" in r else "-" for r in runs]),
             ("unfairness", [f"{r['unfairness']:.3f}" if "unfairness" in r else "-" for r in runs])]
    for queue in ("golden", "silver", "normal"):
        table.append((f"{queue} queue, average entries", [f"{r['queue_occupancy_avg'][queue]:.2f}" for r in runs]))
    for i, app in enumerate(runs[0]["applications"]):
        apps = [r["applications"][i] for r in runs]
        label = f"{app['name']} (ASID {app['asid']}, {app['sms']} SMs): "
        table += [(label + "IPC", [f"{a['ipc']:.3f}" for a in apps]),
                  (label + "L1 TLB hit rate", [f"{a['l1_tlb']['hit_rate']:.3f}" for a in apps]),
                  (label + "L2 TLB hit rate", [f"{a['l2_tlb']['hit_rate']:.3f}" for a in apps]),
                  (label + "bypass cache hit rate", [f"{a['bypass_cache']['hit_rate']:.3f}" for a in apps]),
                  (label + "page walks", [str(a["walks"]) for a in apps]),
                  (label + "walk latency, cycles", [f"{a['walk_latency_avg']:.1f}" for a in apps]),
                  (label + "tokens at the end", [str(a["tokens"]) if a["tokens"] >= 0 else "-" for a in apps])]
    return table


def page(runs: list[Run], pictures: list[tuple[str, str]]) -> str:
    head = "".join(f"<th>{html.escape(r['design'] + ('+rtl' if r['rtl'] else ''))}</th>" for r in runs)
    body = "".join("<tr><td>" + html.escape(label) + "</td>" + "".join(f"<td>{html.escape(v)}</td>" for v in values)
                   + "</tr>\n" for label, values in rows(runs))
    shown = "".join(f"<h2>{html.escape(title)}</h2><img src='{name}' alt='{html.escape(title)}'>\n"
                    for title, name in pictures)
    return ("<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>OpenGMMU report</title>"
            "<style>body{font:15px sans-serif;margin:2em auto;max-width:60em}table{border-collapse:collapse}"
            "td,th{padding:.2em .8em;border-bottom:1px solid #ddd;text-align:right}"
            "td:first-child{text-align:left}img{max-width:100%}</style>"
            f"<h1>OpenGMMU: {html.escape(' + '.join(a['name'] for a in runs[0]['applications']))}</h1>"
            f"<table><tr><th></th>{head}</tr>\n{body}</table>\n{shown}</html>\n")


def main() -> int:
    if len(sys.argv) != 3:
        print("report.py: expected COMPARE.json DIRECTORY", file=sys.stderr)
        return 2
    source, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    try:
        data = json.loads(source.read_text())
    except (OSError, ValueError) as error:
        print(f"report.py: {source}: {error}", file=sys.stderr)
        return 2
    runs = data["runs"] if "runs" in data else [data]
    in_c = [r for r in runs if not r["rtl"]]  # the RTL runs are the same by construction
    directory.mkdir(parents=True, exist_ok=True)
    pictures = [("Designs", plot_bars(in_c, directory / "designs.svg"))]
    for run in in_c:
        if any(e["tokens"] >= 0 for e in run["epochs"]):
            name = plot_tokens(run, directory / f"tokens_{run['design']}.svg")
            pictures.append((f"Tokens and miss rates over time: {run['design']}", name))
    pictures.append(("L2 TLB miss rates over time", plot_miss_rates(in_c, directory / "miss_rates.svg")))
    (directory / "index.html").write_text(page(runs, pictures))
    print(f"report: {directory}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
