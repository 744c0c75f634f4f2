#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Unpacks an archive of Bambu below FOLDER, once for each content, and prints where: a folder for HLS_TOOLS_DIR.
# An archive whose SHA-256 does not stand in DIGESTS is not unpacked, since what is in it is run: one line on stderr
# and exit code 2. Prints no folder, and one line on stderr, when what Bambu itself needs is not installed.
#
# usage: unpacked.sh ARCHIVE FOLDER DIGESTS
set -eu

[ $# -eq 3 ] || { echo 'usage: unpacked.sh ARCHIVE FOLDER DIGESTS' >&2; exit 2; }
digest=$(sha256sum <"$1" | cut -d ' ' -f 1)
if ! grep -q "^$digest " "$3"; then
    echo "$1: SHA-256 $digest: expected an archive whose SHA-256 stands in $3; it was not unpacked" >&2
    exit 2
fi
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
if ! command -v clang-16 >/dev/null || ! "$bambu" --version >/dev/null 2>&1; then
    echo "Bambu is packed in $1, but does not run: clang-16, or a library that it needs, is missing" >&2
else
    realpath "$to"
fi
