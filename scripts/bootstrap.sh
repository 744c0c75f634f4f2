#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs from Debian what the project needs and is missing, and checks versions.
# Idempotent; a fraction of a second when nothing is missing.
#
# usage: bootstrap.sh [GROUP...]
#   gmmu      the simulator: compilers, Verilator, the libraries it reads and writes with
#   bench     lock-step benches and exported folders: compilers, Verilator
#   systemc   SystemC
#   python    what the Python package is installed with, and what draws its plots on a screen
#   sweep     what `make sweep` and the tests of sweeps need
#   pages     what makes the pages of `make docs` from their sources, and the test of them
#   debian    what `make deb` makes packages with, and what the tests of them look with
#   container what builds a container, for the test of scripts/install/Containerfile
#   npm       what fetches the packages that draw their pictures
#   all       everything but systemc, sweep, pages, debian, container and npm; the default
set -euo pipefail

bench=(gcc g++ make git python3 clang-19 verilator zlib1g-dev)
gmmu=(
    gcc g++ make pkg-config python3 clang-19 verilator
    libjansson-dev liblzma-dev libzstd-dev uthash-dev
)
systemc=(libsystemc-dev)
python=(python3-venv python3-matplotlib python3-tk python3-pil.imagetk)
sweep=(snakemake munge slurmctld slurmd slurm-client)
pages=(cmark-gfm doxygen)
debian=(dpkg-dev debhelper fakeroot lintian mmdebstrap)
container=(buildah mmdebstrap)
npm=()
command -v npm >/dev/null || npm=(npm) # Node's own packages have one that Debian's would replace
all=(
    "${gmmu[@]}" "${bench[@]}" "${systemc[@]}" xz-utils "${python[@]}" cmake zsh groff-base flake8 mypy
    clang-tidy-19 clang-format-19 llvm-19 libclang-rt-19-dev
    yosys berkeley-abc cadical z3 iverilog opensta qflow-tech-osu018 qflow-tech-osu035
    nextpnr-ice40 strace
    libcmocka-dev
)
packages=()
(($#)) || set -- all
for group in "$@"; do
    case $group in
        gmmu) packages+=("${gmmu[@]}") ;;
        bench) packages+=("${bench[@]}") ;;
        systemc) packages+=("${systemc[@]}") ;;
        python) packages+=("${python[@]}") ;;
        sweep) packages+=("${sweep[@]}") ;;
        pages) packages+=("${pages[@]}") ;;
        debian) packages+=("${debian[@]}") ;;
        container) packages+=("${container[@]}") ;;
        npm) packages+=("${npm[@]}") ;;
        all) packages+=("${all[@]}") ;;
        *) echo "bootstrap: $group: expected gmmu, bench, systemc, python, sweep, pages, debian, container, npm or all" >&2 && exit 2 ;;
    esac
done

missing=()
installed=$(dpkg-query -W -f '${Package} ${Status}\n' "${packages[@]}" 2>/dev/null || true)
for package in "${packages[@]}"; do
    grep -q "^$package install ok installed" <<<"$installed" || missing+=("$package")
done

if ((${#missing[@]})); then
    if ((EUID != 0)); then
        echo "bootstrap: missing Debian packages: ${missing[*]}" >&2
        echo "bootstrap: not root; run this once, then make again:" >&2
        echo "    sudo apt-get install --no-install-recommends ${missing[*]}" >&2
        exit 1
    fi
    echo "bootstrap: installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    # Another apt may be at work: both of its locks are waited for, for ten minutes.
    wait_for=(-o DPkg::Lock::Timeout=600)
    updated() {
        for ((i = 0; i < 120; i++)); do
            apt-get "${wait_for[@]}" update >"$log" 2>&1 && return
            grep -q 'Could not get lock' "$log" || return
            sleep 5
        done
        return 1
    }
    if ! { updated && apt-get "${wait_for[@]}" install -y --no-install-recommends "${missing[@]}" >>"$log" 2>&1; }; then
        tail -n 20 "$log" >&2
        echo "bootstrap: apt-get could not install: ${missing[*]}" >&2
        exit 1
    fi
fi

# at_least NAME MINIMUM FOUND: versions the project was built and proved with, or newer.
at_least() {
    if [[ -z $3 || $(printf '%s\n%s\n' "$2" "$3" | sort -V | head -n 1) != "$2" ]]; then
        echo "bootstrap: $1 $2 or newer is needed, found '${3:-none}'" >&2
        exit 1
    fi
}
number() { grep -oE '[0-9]+(\.[0-9]+)+' | head -n 1; }
at_least gcc 12.2 "$(gcc -dumpfullversion)"
at_least clang-19 19.1 "$(clang-19 -dumpversion)"
at_least verilator 5.006 "$(verilator --version | number)"
[[ " $* " != *" all "* ]] || at_least yosys 0.23 "$(yosys -V | number)"
at_least python3 3.11 "$(/usr/bin/python3 --version | number)"
