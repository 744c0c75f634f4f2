# SPDX-License-Identifier: Apache-2.0
"""Debian's least system, made by mmdebstrap from the mirror of this machine's apt: where packages are tried."""

import os
import pathlib
import shutil
import subprocess

from tb.tools.install.install_test import command

SECONDS = 1200


def make_system(to: pathlib.Path, *include: str, variant: str = "apt") -> str:
    """A folder, or with a name in .tar an archive; the last line of why there is none, or nothing."""
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        return "a clean system needs root and mmdebstrap"
    release = command("sh", "-ec", ". /etc/os-release && echo $VERSION_CODENAME").strip()
    targets = command("apt-get", "indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages")
    mirrors = [line.split()[1] for line in targets.splitlines() if line.split()[0] == release]
    if not mirrors:
        return f"apt has no mirror of {release}"
    settings = to.with_suffix(".conf")
    kept = [line for line in command("apt-config", "dump").splitlines() if line.startswith("Acquire::")]
    settings.write_text("\n".join(line for line in kept if not line.endswith('"";')) + "\n")
    done = subprocess.run(["mmdebstrap", f"--variant={variant}", *(f"--include={name}" for name in include),
                           f"--aptopt={settings}", release, str(to), mirrors[0]],
                          capture_output=True, text=True, timeout=SECONDS, check=False)
    return (done.stdout + done.stderr).strip().rpartition("\n")[2] if done.returncode else ""
