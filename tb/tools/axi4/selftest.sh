#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The AXI4 checker must pass a run that keeps the rules, and find each planted violation by its rule.
#     selftest.sh PROGRAM
set -euo pipefail
program=$1
mapfile -t rules < <("$program" list)
"$program" 0
for ((n = 1; n < ${#rules[@]}; n++)); do
    if said=$("$program" "$n" 2>&1); then
        echo "FAIL axi4-selftest: violation $n of ${rules[n]} passes"
        exit 1
    fi
    if ! grep -q "Assertion failed.*${rules[n]}" <<<"$said"; then
        echo "FAIL axi4-selftest: violation $n of ${rules[n]} is told as: $said"
        exit 1
    fi
done
echo "PASS axi4-selftest: $((${#rules[@]} - 1)) violations of $(printf '%s\n' "${rules[@]:1}" | sort -u | wc -l) rules found"
