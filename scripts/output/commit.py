# SPDX-License-Identifier: Apache-2.0
"""Which commit a tree is, for what is made of it."""

import pathlib
import subprocess


def commit(root: pathlib.Path) -> str:
    """As git describes it, "-dirty" behind it where files are changed; "": a tree without its history."""
    done = subprocess.run(["git", "-C", str(root), "describe", "--always", "--dirty"], capture_output=True, text=True,
                          check=False)
    return done.stdout.strip() if done.returncode == 0 else ""
