#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A sweep on a real Slurm: munged, slurmctld and slurmd of Debian, one node, started here.

usage: slurm_test.py GMMU
"""

import contextlib
import csv
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from collections.abc import Callable

ROOT = pathlib.Path(__file__).resolve().parents[3]
SWEEP = ROOT / "scripts/sweep"
PATH = "/usr/sbin:/usr/bin:" + os.environ.get("PATH", "")
DAEMONS = ("munged", "slurmctld", "slurmd")
GMMU = pathlib.Path()

CONFIG = """\
    ClusterName=test
    SlurmctldHost={host}(127.0.0.1)
    SlurmUser={user}
    SlurmdUser={user}
    AuthType=auth/munge
    AuthInfo=socket={folder}/munge.socket
    SlurmctldPort={controller}
    SlurmdPort={node}
    StateSaveLocation={folder}/state
    SlurmdSpoolDir={folder}/spool
    SlurmctldPidFile={folder}/slurmctld.pid
    SlurmdPidFile={folder}/slurmd.pid
    SlurmctldLogFile={folder}/slurmctld.log
    SlurmdLogFile={folder}/slurmd.log
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core_Memory
    ReturnToService=2
    MailProg=/bin/true
    SchedulerParameters=sched_interval=1,batch_sched_delay=0
    NodeName={host} NodeAddr=127.0.0.1 CPUs={cores} RealMemory=4096 State=UNKNOWN
    PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""

POINTS = """\
    options = ["--app", "kernel:stream,size=64K"]
    memory = 512
    [[axis]]
    name = "point"
    values = { first = ["--seed", "1"], second = ["--seed", "3"], bad = ["--app", "kernel:none"] }
    [columns]
    cycles = "cycles"
"""


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for s in sockets:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in sockets]
    for s in sockets:
        s.close()
    return ports


class Cluster:
    """One node. Everything of it is in one folder."""

    def __init__(self, folder: pathlib.Path, stack: contextlib.ExitStack) -> None:
        self.folder = folder
        folder.chmod(0o755)  # munged asks for it
        for name in ("state", "spool"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        controller, node = free_ports(2)
        config = folder / "slurm.conf"
        config.write_text(textwrap.dedent(CONFIG).format(
            host=socket.gethostname().split(".")[0], user="root", folder=folder, controller=controller, node=node,
            cores=os.cpu_count()))
        self.environment = dict(os.environ, SLURM_CONF=str(config), PATH=PATH)
        self.start(stack, "munged", "--foreground", "--force", f"--socket={folder}/munge.socket",
                   f"--key-file={key}", f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
                   f"--seed-file={folder}/munged.seed")
        self.wait(lambda: (folder / "munge.socket").exists(), "munged")
        self.start(stack, "slurmctld", "-D")
        self.wait(lambda: self.ask("ping").returncode == 0, "slurmctld")
        self.start(stack, "slurmd", "-D")
        self.wait(lambda: " State=IDLE" in self.ask("--oneliner", "show", "node").stdout, "slurmd")

    def start(self, stack: contextlib.ExitStack, *line: str) -> None:
        log = stack.enter_context((self.folder / f"{line[0]}.out").open("w"))
        process = stack.enter_context(subprocess.Popen(line, env=self.environment, stdout=log, stderr=log))
        stack.callback(process.terminate)

    def ask(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["scontrol", *words], env=self.environment, capture_output=True, text=True, check=False)

    def wait(self, ready: Callable[[], bool], name: str) -> None:
        limit = time.monotonic() + 120
        while not ready():
            if time.monotonic() > limit:
                logs = "".join(f.read_text(errors="replace") for f in self.folder.glob(f"{name}.*") if f.is_file())
                raise AssertionError(f"{name} did not start:\n{logs[-4000:]}")
            time.sleep(0.2)


class Slurm(unittest.TestCase):
    def test_points_run_as_jobs(self) -> None:
        with tempfile.TemporaryDirectory(prefix="gmmu-slurm-") as name, contextlib.ExitStack() as stack:
            folder = pathlib.Path(name)
            cluster = Cluster(folder, stack)
            file, store = folder / "points.toml", folder / "store"
            file.write_text(textwrap.dedent(POINTS))
            done = subprocess.run(
                ["/usr/bin/python3", str(SWEEP / "sweep.py"), "--store", str(store), "--jobs", "3", "--profile",
                 str(SWEEP / "slurm"), str(GMMU), str(file)],
                env=cluster.environment, capture_output=True, text=True, check=False, cwd=ROOT, timeout=600)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn("failed: point=bad: gmmu: ", done.stderr)
            with (store / "points" / "table.csv").open() as table:
                self.assertIn('"commit": ', table.readline())
                rows = list(csv.DictReader(table))
            self.assertEqual([r["state"] for r in rows], ["ok", "ok", "failed"])
            self.assertTrue(all(int(r["cycles"]) > 0 for r in rows[:2]))
            # Slurm has seen them, and how they ended.
            jobs = cluster.ask("--oneliner", "show", "job").stdout
            self.assertEqual(jobs.count("JobName=gmmu-sweep "), 3)
            self.assertEqual(jobs.count("JobState=COMPLETED "), 2)
            self.assertEqual(jobs.count("JobState=FAILED "), 1)


def main() -> int:
    global GMMU
    missing = [name for name in ("snakemake", "sbatch", *DAEMONS) if not shutil.which(name, path=PATH)]
    if missing:
        print(f"SKIP sweep-slurm: {', '.join(missing)} not installed")
        return 0
    if os.geteuid() != 0:
        print("SKIP sweep-slurm: slurmd needs root")
        return 0
    os.environ["PATH"] = PATH
    GMMU = pathlib.Path(sys.argv.pop(1)).resolve()
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
