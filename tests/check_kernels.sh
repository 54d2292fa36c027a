#!/usr/bin/env bash
# check_kernels.sh: every header of kernels/ compiles alone in each language that kernel C is a subset of, in both
# precisions and without a warning: C17 (gcc and clang, for the instruction levels programs are made for), OpenCL C
# 1.2 (clang) and CUDA C (NVRTC, where its library is installed; no GPU is needed). Headers named *_cpu.h, and those
# that include one of C's own, are the CPU's: C17 only.
set -euo pipefail
cd -P "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The dialect's two halves are entered through dialect.h; the chain stands behind an integrand, and every test of the
# integrator compiles it there.
mapfile -t all < <(find kernels -name '*.h' ! -name 'dialect_*.h' ! -name chain_cpu.h -printf '%P\n' | sort)
shared=()
for header in "${all[@]}"; do
    case $header in *_cpu.h) continue ;; esac
    grep -q '^#include <' "kernels/$header" || shared+=("$header")
done

# check NAME FLAGS... -- HEADERS...: one line, and the compiler's own words where it refuses.
failed=0
check()
{
    local name=$1 flags=() header precision
    shift
    while [ "$1" != -- ]; do flags+=("$1"); shift; done
    shift
    : >"$work/log"
    for header in "$@"; do
        for precision in 0 1; do
            printf '%s\0' "$header" "$precision"
        done
    done | FLAGS="${flags[*]}" xargs -0 -n 2 -P "$(nproc)" sh -c '
        printf "#include \"%s\"\n" "$1" >"$0/$$.c"
        $FLAGS -DPRECISION_DOUBLE="$2" -Ikernels -Wall -Wextra -Werror "$0/$$.c" >"$0/$$.out" 2>&1 ||
            { echo "--- $1, PRECISION_DOUBLE=$2"; cat "$0/$$.out"; } >"$0/$$.failed"' "$work" || true
    if ls "$work"/*.failed >/dev/null 2>&1; then
        echo "$name: FAILED"
        cat "$work"/*.failed
        failed=1
    else
        echo "$name: $# headers"
    fi
    rm -f "$work"/*
}

case $(uname -m) in
x86_64) levels="x86-64-v4 x86-64-v3 x86-64-v2" ;;
*) levels=native ;;
esac
for compiler in gcc clang; do
    for level in $levels; do
        if command -v "$compiler" >/dev/null; then
            check "C17, $compiler, $level" "$compiler" -fsyntax-only -std=c17 -march="$level" -Wno-psabi -- "${all[@]}"
        else
            echo "C17, $compiler, $level: skipped, $compiler is not installed"
        fi
    done
done

if command -v clang >/dev/null; then
    # Unused: what is inline in a header is there for whoever includes it.
    check "OpenCL C 1.2, clang" clang -x cl -cl-std=CL1.2 -fsyntax-only -Xclang -finclude-default-header \
        -Wno-unused-function -- "${shared[@]}"
else
    echo "OpenCL C 1.2: skipped, clang is not installed"
fi

"${CC:-cc}" -std=c17 -D_POSIX_C_SOURCE=200809L -O1 tests/nvrtc_check.c -o "$work/nvrtc_check" -ldl
"$work/nvrtc_check" kernels "${shared[@]}" || failed=1
exit "$failed"
