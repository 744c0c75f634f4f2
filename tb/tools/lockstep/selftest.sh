#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The lock-step harness passes sound RTL and fails broken RTL, saying why.
# usage: selftest.sh DIR (build/lockstep, where `make lockstep-selftest` built the benches)
set -euo pipefail
dir=$1
passed=0
failed=0

# expect BENCH STATUS TEXT [OPTION...]: exit status, and a text its output must contain; what is wrong in a
# call is one line.
expect() {
    local bench=$1 status=$2 text=$3 out got=0
    shift 3
    out=$("$dir/selftest-$bench/lockstep" "$@" 2>&1) || got=$?
    if [[ $got == "$status" && $out == *"$text"* && $out != 'lockstep: '*$'\n'* ]]; then
        echo "ok   $bench $*"
        passed=$((passed + 1))
    else
        echo "FAIL $bench $*: expected exit $status and '$text', got exit $got and:"
        echo "$out" | tail -n 20
        failed=$((failed + 1))
    fi
}

fst=$(mktemp --suffix=.fst)
trap 'rm -f "$fst"' EXIT

expect good 0 'PASS lockstep probe'
expect good 0 'PASS lockstep probe' --seed 77 --seeds 1 --cycles 20000 --fst "$fst"
if [[ ! -s $fst ]]; then
    echo "FAIL no waveform in $fst"
    failed=$((failed + 1))
fi
expect good 2 "expects a number, not 'x'" --seed x
expect good 2 'needs a value' --cycles
expect good 2 'cannot write' --fst /nonexistent/wave.fst
expect mutant 1 'MISMATCH golden_queue'
expect BUG_OUTPUT 1 'output used[3]'
# At a seed in which the unknown register is 0 at first: else the edge of the reset shows the difference.
expect BUG_MEALY 1 'not Moore' --seed 77
expect BUG_NESTED 1 'register counter.adds'
expect BUG_RESET_VALUE 1 'register total[1]'
expect BUG_NO_RESET 1 'register last'
expect BUG_RARE 1 'register total['
# Three equal totals of 36 bits: only a tie of the jumps brings them about.
expect BUG_TIE 1 'register last'
expect BUG_TIE 0 'PASS lockstep probe' --jumps 0
expect PROBE_UNREACHABLE 1 'coverage bin not hit: unreachable'
expect PROBE_TOO_WIDE 1 '17-bit input add[3]'

((failed == 0)) && verdict=PASS || verdict=FAIL
echo "$verdict lockstep-selftest: $passed passed, $failed failed"
((failed == 0))
