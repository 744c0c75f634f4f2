#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Unpacks an archive of Bambu below FOLDER, once for each content, and prints where: a folder for HLS_TOOLS_DIR.
# Prints none, and one line on stderr, when what Bambu itself needs is not installed.
#
# usage: unpacked.sh ARCHIVE FOLDER
set -eu

[ $# -eq 2 ] || { echo 'usage: unpacked.sh ARCHIVE FOLDER' >&2; exit 2; }
digest=$(sha256sum "$1")
to=$2/bambu-$(echo "$digest" | cut -c 1-16)
if ! [ -d "$to" ]; then
    mkdir -p "$2"
    part=$(mktemp -d "$2/unpacking.XXXXXX")
    trap 'rm -rf "$part"' EXIT
    tar -C "$part" -xf "$1"
    # Somebody else may have been faster.
    mv -T "$part" "$to" 2>/dev/null || [ -d "$to" ]
fi
bambu=$(find "$to" -path '*/bin/bambu' | head -n 1)
# Its co-simulation has a testbench of 32 bits, which not every kernel runs.
probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
if ! command -v clang-16 >/dev/null || ! "$bambu" --version >/dev/null 2>&1; then
    echo "Bambu is packed in $1, but does not run: clang-16, or a library that it needs, is missing" >&2
elif ! echo 'int main(void) { return 0; }' | clang-16 -m32 -x c - -o "$probe/main" 2>/dev/null ||
    ! "$probe/main" 2>/dev/null; then
    echo "Bambu is packed in $1, but its co-simulation does not run: programs of 32 bits cannot be built or run" >&2
else
    realpath "$to"
fi
