#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# reference.sh COMMIT FOLDER: builds the simulator of COMMIT once, as FOLDER/<commit>/gmmu,
# and prints the name of its folder. Later calls find it there.
set -euo pipefail

commit=$(git rev-parse --verify --quiet "$1^{commit}") || {
    echo "AGAINST=${1}: expected a commit of this repository" >&2
    exit 2
}
folder=$2/${commit:0:12}
if [[ ! -x $folder/gmmu ]]; then
    echo "building the simulator of ${commit:0:12} in $folder" >&2
    rm -rf "$folder/tree"
    mkdir -p "$folder/tree"
    git archive "$commit" | tar -x -C "$folder/tree"
    # Variables of the calling make (BUILD, SEED, ...) are not meant for this one.
    env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u MAKEOVERRIDES \
        make -s -C "$folder/tree" -j"${JOBS:-$(nproc)}" build/gmmu >&2
    cp "$folder/tree/build/gmmu" "$folder/gmmu.tmp"
    mv "$folder/gmmu.tmp" "$folder/gmmu"
    rm -rf "$folder/tree"
fi
echo "$folder"
