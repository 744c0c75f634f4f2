# SPDX-License-Identifier: Apache-2.0
"""The memory that a run holds at its peak, against the memory of its applications.

usage: memory_test.py PATH/TO/gmmu
"""

import os
import sys
import unittest

MB = 1 << 20
GMMU = ""


def peak(*apps: str) -> int:
    """Resident bytes of a run of these applications."""
    options = [option for app in apps for option in ("--app", app)]
    pid = os.posix_spawn(GMMU, [GMMU, "run", "--no-alone", "--quiet", "--jobs", "1", *options], os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return int(usage.ru_maxrss) * 1024


class Memory(unittest.TestCase):
    def test_written_lines(self) -> None:
        """Lines of a table that no thread updates are not in memory, and the check of the results makes no copy."""
        small, large = (peak(f"kernel:gups,size={size},updates=8K") for size in ("4K", "256M"))
        self.assertLess(large - small, 32 * MB)

    def test_footprint(self) -> None:
        """64 GB of which a few pages are read."""
        self.assertLess(peak(*["kernel:random-sample,size=16G,samples=2,blocks=8"] * 4), 2048 * MB)


if __name__ == "__main__":
    GMMU = sys.argv.pop(1)
    unittest.main()
