# SPDX-License-Identifier: Apache-2.0
"""A step of a unit reads the files of the unit and of those that these name, however far, and no comment names one."""

import pathlib
import tempfile
import unittest

from scripts.test.unit_files import UnitFiles

TREE = {
    "hls/common/gmmu_params.h": "",
    "hls/queue/queue.h": "/* ring_state is another unit's */\n",
    "hls/queue/configs": "# Sizes\nqueue\nqueue_b16  GMMU_X=2\n",
    "hls/ring/ring.c": '#include "queue.h"\n',
    "hls/ring_writer/ring_writer.c": "// queue\nint x;\n",
    "hls/gmmu/gmmu.c": "ring_writer_step(); ring_state s;\n",
    "rtl/queue.sv": "module queue (); gmmu_ram r (); endmodule // ring\n",
    "rtl/ring.sv": "module ring; endmodule\n",
    "rtl/gmmu.sv": "module gmmu; endmodule\n",
    "rtl/gmmu_pkg.sv": "package gmmu_pkg; endpackage\n",
    "rtl/gmmu_ram.sv": "module gmmu_ram; gmmu_first f (); endmodule\n",
    "rtl/gmmu_first.sv": "module gmmu_first; endmodule\n",
    "tb/formal/ring_writer.c": "",
    "tb/lockstep/gmmu_world.h": "",
    "tb/lockstep/lockstep.h": "",
}


class UnitFilesTest(unittest.TestCase):
    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            root = pathlib.Path(scratch)
            for name, text in TREE.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            files = UnitFiles(root)

            def read_by(unit: str) -> set[str]:
                return set(TREE) - files.foreign(unit)

            shared = {"hls/common/gmmu_params.h", "rtl/gmmu_pkg.sv", "tb/lockstep/lockstep.h"}
            queue = shared | {"hls/queue/queue.h", "hls/queue/configs", "rtl/queue.sv", "rtl/gmmu_ram.sv",
                              "rtl/gmmu_first.sv"}
            writer = {"hls/ring_writer/ring_writer.c", "tb/formal/ring_writer.c"}
            self.assertEqual(read_by("queue"), queue)
            self.assertEqual(read_by("queue_b16"), queue)
            self.assertEqual(read_by("ring"), queue | {"hls/ring/ring.c", "rtl/ring.sv"})
            self.assertEqual(read_by("ring_writer"), shared | writer)
            self.assertEqual(read_by("gmmu"), set(TREE))
            self.assertEqual(read_by("none"), set(TREE))


if __name__ == "__main__":
    unittest.main()
