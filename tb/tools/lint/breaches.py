# SPDX-License-Identifier: Apache-2.0
"""Tries a check of scripts/lint on files: good ones, and then with one planted breach at a time."""

import pathlib
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "scripts/lint"
Files = dict[str, str]  # name: text


def check(command: list[str], files: Files) -> tuple[int, str]:
    """The command's exit code and what it says, in a folder of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


def try_check(name: str, arguments: list[str], good: Files, bad: dict[str, Files]) -> int:
    """The check passes the good files, and says each line of `bad` of files that differ so; the exit code."""
    command = [str(SCRIPTS / f"{name}.py"), *arguments]
    code, text = check(command, good)
    failures = [] if code == 0 else [f"good files: {text}"]
    for says, files in bad.items():
        code, text = check(command, good | files)
        if code != 1 or says not in text:
            failures.append(f"expected '{says}', exit code {code}: {text}")
    print("\n".join(failures))
    print(f"{'FAIL' if failures else 'PASS'} {name.replace('_', '-')}-selftest: {len(bad)} planted breaches")
    return 1 if failures else 0
