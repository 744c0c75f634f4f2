# SPDX-License-Identifier: Apache-2.0
"""Where recorded traces are: beside the repository, never in it."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]


def find_traces() -> pathlib.Path:
    """../shared/traces of the main checkout, also when called in another work tree of it; may be missing."""
    done = subprocess.run(["git", "rev-parse", "--path-format=absolute", "--git-common-dir"], cwd=ROOT,
                          capture_output=True, text=True, check=False)
    top = pathlib.Path(done.stdout.strip()).parent if done.returncode == 0 else ROOT
    return top.parent / "shared" / "traces"
