#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One wrong bit in the vectors of golden_queue: the testbench for Icarus must say where, and fail.
# usage: selftest.sh DIR IVERILOG RTL... (DIR: build/icarus, with the testbench of golden_queue)
set -euo pipefail
dir=$1
iverilog=$2
shift 2

mkdir -p "$dir/selftest"
sed '1000s/.$/x/' "$dir/golden_queue/vectors.hex" >"$dir/selftest/vectors.hex"
sed "s|$dir/golden_queue/vectors.hex|$dir/selftest/vectors.hex|" "$dir/golden_queue/testbench.v" >"$dir/selftest/testbench.v"
"$iverilog" -g2012 -s testbench -o "$dir/selftest/sim.vvp" "$@" "$dir/selftest/testbench.v"
if ! vvp -n "$dir/selftest/sim.vvp" >"$dir/selftest/log" &&
    grep -q '^MISMATCH golden_queue, cycle 999: level' "$dir/selftest/log"; then
    echo 'PASS icarus-selftest: a wrong expected bit is caught'
else
    cat "$dir/selftest/log"
    echo 'FAIL icarus-selftest'
    exit 1
fi
