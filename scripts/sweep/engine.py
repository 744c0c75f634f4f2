# SPDX-License-Identifier: Apache-2.0
"""Runs points through Snakemake and keeps their results by content.

STORE/points/KEY.json is the result of a point, STORE/logs/KEY.log what its last try said.
"""

import dataclasses
import fcntl
import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterable

from .points import Point

HERE = pathlib.Path(__file__).resolve().parent
SNAKEMAKE = shutil.which("snakemake", path="/usr/bin:" + os.environ.get("PATH", ""))


class EngineError(Exception):
    """One line for the user."""


@dataclasses.dataclass(frozen=True)
class Settings:
    gmmu: pathlib.Path
    store: pathlib.Path
    jobs: int
    seconds: int = 3600
    memory: int = 2048                    # MB
    profile: pathlib.Path | None = None   # of Snakemake: how a cluster is reached
    more: tuple[str, ...] = ()            # arguments of all points, after their own


@dataclasses.dataclass(frozen=True)
class Outcome:
    result: dict | None  # the JSON of the run
    problem: str         # why there is none
    cached: bool         # known before


def run(settings: Settings, points: Iterable[Point]) -> dict[Point, Outcome]:
    """Runs what is not known yet. A point that fails does not stop the others."""
    if not settings.gmmu.is_file():
        raise EngineError(f"{settings.gmmu}: expected the simulator")
    whole = {point: dataclasses.replace(point, arguments=(*point.arguments, *settings.more)) for point in points}
    keys = {point: whole[point].key(settings.gmmu) for point in whole}
    for folder in ("points", "logs"):
        (settings.store / folder).mkdir(parents=True, exist_ok=True)
    with (settings.store / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise EngineError(f"{settings.store}: another sweep is running here") from None
        known = {key for key in keys.values() if (settings.store / "points" / f"{key}.json").exists()}
        missing = {key: whole[point] for point, key in keys.items() if key not in known}
        if missing:
            snakemake(settings, missing, lock.fileno())
        return {point: outcome(settings.store, key, key in known) for point, key in keys.items()}


def snakemake(settings: Settings, missing: dict[str, Point], lock: int) -> None:
    """By way of a keeper: it holds the lock, too, and leaves nothing behind that works here."""
    if SNAKEMAKE is None:
        raise EngineError("snakemake is not installed; scripts/bootstrap.sh sweep installs it")
    plan = settings.store / "plan.json"
    plan.write_text(json.dumps({
        "gmmu": str(settings.gmmu.resolve()), "folder": os.getcwd(), "seconds": settings.seconds,
        "memory": settings.memory, "python": "/usr/bin/python3", "script": str(HERE / "point.py"),
        "points": {key: list(point.words()) for key, point in missing.items()}}))
    for key in missing:
        (settings.store / "logs" / f"{key}.log").unlink(missing_ok=True)
    # Results are named by content, so nothing that Snakemake knows of times and code may repeat one.
    line = ["/usr/bin/python3", str(HERE / "keeper.py"), SNAKEMAKE, "--snakefile", str(HERE / "Snakefile"),
            "--directory", str(settings.store), "--jobs", str(settings.jobs), "--keep-going", "--rerun-incomplete",
            "--rerun-triggers", "mtime", "--nolock", "--config", f"plan={plan.resolve()}"]
    if settings.profile:
        line += ["--profile", str(settings.profile.resolve())]
    environment = dict(os.environ, XDG_CACHE_HOME=str((settings.store / "cache").resolve()))
    with (settings.store / "snakemake.log").open("w") as log:
        with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", env=environment, start_new_session=True, pass_fds=[lock]) as process:
            assert process.stdout is not None
            for text in process.stdout:
                log.write(text)
                log.flush()
                if " steps (" in text:
                    progress(text.strip())
    if process.returncode not in (0, 1):  # 1: points failed, or Snakemake itself, which leaves no log of points
        raise EngineError(f"{settings.store}/snakemake.log: Snakemake ended with {process.returncode}")
    if not any((settings.store / "logs" / f"{key}.log").exists() for key in missing):
        raise EngineError(f"{settings.store}/snakemake.log: no point was started")


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}   ", end="", file=sys.stderr, flush=True)


def outcome(store: pathlib.Path, key: str, cached: bool) -> Outcome:
    file, log = store / "points" / f"{key}.json", store / "logs" / f"{key}.log"
    if file.exists():
        try:
            return Outcome(json.loads(file.read_text()), "", cached)
        except ValueError:
            raise EngineError(f"{file}: expected the JSON of a run; remove it") from None
    lines = log.read_text(errors="replace").strip().splitlines() if log.exists() else []
    return Outcome(None, lines[-1] if lines else "was not run", cached)
