# SPDX-License-Identifier: Apache-2.0
"""The memory that a run holds at its peak, against the memory of its applications, and how it gets it.

usage: memory_test.py PATH/TO/gmmu
"""

import lzma
import os
import pathlib
import resource
import sys
import tempfile
import unittest

from tb.cli import outputs_test

MB = 1 << 20
GMMU = ""
LARGE_PAGES = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")


def usage_of(*apps: str) -> resource.struct_rusage:
    """What a run of these applications uses of the host."""
    options = [option for app in apps for option in ("--app", app)]
    pid = os.posix_spawn(GMMU, [GMMU, "run", "--no-alone", "--quiet", "--jobs", "1", *options], os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return usage


def peak(*apps: str) -> int:
    """Resident bytes."""
    return int(usage_of(*apps).ru_maxrss) * 1024


class Memory(unittest.TestCase):
    def test_written_lines(self) -> None:
        """Lines of a table that no thread updates are not in memory, and the check of the results makes no copy."""
        small, large = (peak(f"kernel:gups,size={size},updates=8K") for size in ("4K", "256M"))
        self.assertLess(large - small, 32 * MB)

    def test_footprint(self) -> None:
        """64 GB of which a few pages are read."""
        self.assertLess(peak(*["kernel:random-sample,size=16G,samples=2,blocks=8"] * 4), 2048 * MB)

    @unittest.skipIf(not LARGE_PAGES.exists() or "[never]" in LARGE_PAGES.read_text(encoding="utf-8"),
                     "the host has no large pages")
    def test_faults(self) -> None:
        """2 MB of input are 512 faults; some 900 pages of instructions are not one fault each."""
        small, large = (usage_of(f"kernel:histo,size={size}").ru_minflt for size in ("64K", "2M"))
        self.assertLess(large - small, 1300)

    def test_kernels_of_a_trace(self) -> None:
        """Each is decompressed in the memory of the one before: 600 KB of text are 150 faults, once."""
        nops = 20000
        text = outputs_test.TRACE.replace("insts = 1\n", f"insts = {nops + 1}\n" + "0008 ffffffff 0 NOP 0 0 0\n" * nops)
        with tempfile.TemporaryDirectory() as folder:
            faults = {}
            for kernels in (1, 11):
                names = [f"{number}.traceg.xz" for number in range(kernels)]
                for name in names:
                    pathlib.Path(folder, name).write_bytes(lzma.compress(text.encode(), preset=9))
                pathlib.Path(folder, "kernelslist.g").write_text("\n".join(names) + "\n", encoding="utf-8")
                faults[kernels] = usage_of(f"trace:{folder}/kernelslist.g").ru_minflt
        self.assertLess(faults[11] - faults[1], 750)


if __name__ == "__main__":
    GMMU = sys.argv.pop(1)
    unittest.main()
