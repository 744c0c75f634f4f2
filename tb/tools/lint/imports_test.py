# SPDX-License-Identifier: Apache-2.0
"""scripts/lint/imports.py finds planted circles between folders of scripts/, and nothing in a sound tree."""

import sys

from tb.tools.lint.breaches import try_check

SOUND = {
    "scripts/circuit/__init__.py": "",
    "scripts/circuit/expr.py": "import os\n",
    "scripts/circuit/unit.py": "from . import expr\nfrom .expr import Node\n",
    "scripts/area/flow.py": "from scripts.circuit import expr\nfrom scripts.circuit.expr import Node\n",
    "scripts/hls/hls.py": "import scripts.area.flow\n",
    "scripts/experiments/common/runs.py": "from scripts.area import flow\n",
    "scripts/experiments/mask/figures.py": "from ..common import runs\n",
}

if __name__ == "__main__":
    sys.exit(try_check("imports", ["."], SOUND, {
        "scripts/hls/hls.py:1: a circle of imports: scripts/area -> scripts/hls -> scripts/area":
            {"scripts/area/flow.py": "from scripts.hls import hls\n"},
        "scripts/hls/hls.py:1: a circle of imports: scripts/area -> scripts/sva -> scripts/hls -> scripts/area":
            {"scripts/area/flow.py": "def late():\n    from scripts.sva import claims\n",
             "scripts/sva/claims.py": "from scripts.hls import hls\n"},
        "scripts/experiments/mask/figures.py:1: a circle of imports: scripts/experiments/common -> "
        "scripts/experiments/mask -> scripts/experiments/common":
            {"scripts/experiments/common/runs.py": "import scripts.experiments.mask.figures\n"},
        "scripts/circuit/expr.py:2: scripts/circuit is a library and imports from scripts/same":
            {"scripts/circuit/expr.py": "\nfrom scripts.same import traces\n", "scripts/same/traces.py": ""},
        "scripts/area/flow.py:1: scripts/ imports tb.tools.area from the tests":
            {"scripts/area/flow.py": "from tb.tools import area\n"},
    }))
