#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One wrong bit in the vectors of golden_queue, and vectors that cannot be read: the testbench for Icarus must say
# where, and fail.
# usage: selftest.sh DIR IVERILOG RTL... (DIR: build/icarus, with the testbench of golden_queue)
set -euo pipefail
dir=$1
iverilog=$2
shift 2

mkdir -p "$dir/selftest"
sed '1000s/.$/x/' "$dir/golden_queue/vectors.hex" >"$dir/selftest/vectors.hex"
sed "s|$dir/golden_queue/vectors.hex|$dir/selftest/vectors.hex|" "$dir/golden_queue/testbench.v" >"$dir/selftest/testbench.v"
"$iverilog" -g2012 -s testbench -o "$dir/selftest/sim.vvp" "$@" "$dir/selftest/testbench.v"

# $1: what the log must begin a line with
finds() {
    if vvp -n "$dir/selftest/sim.vvp" >"$dir/selftest/log" 2>&1 || ! grep -q "^$1" "$dir/selftest/log"; then
        cat "$dir/selftest/log"
        echo "FAIL icarus-selftest: expected $1"
        exit 1
    fi
}
finds 'MISMATCH golden_queue, cycle 999: level'
rm "$dir/selftest/vectors.hex"
finds 'MISMATCH golden_queue, cycle 0: no vector'
echo 'PASS icarus-selftest: a wrong expected bit is caught, and vectors that cannot be read'
