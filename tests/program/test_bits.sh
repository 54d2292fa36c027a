#!/usr/bin/env bash
# test_bits.sh: functions, phase space and observables give the same bits whatever the compiler, the instruction level
# and the number of lanes. kernels/dialect.h promises it. Levels are this machine's and those below.
set -euo pipefail
cd -P "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $(uname -m) in
x86_64)
    levels=(-march=x86-64-v2)
    flags=$(grep -m 1 '^flags' /proc/cpuinfo)
    case $flags in *avx2*) levels+=(-march=x86-64-v3) ;; esac
    case $flags in *avx512dq*) levels+=(-march=x86-64-v4) ;; esac
    ;;
*) levels=(-march=native) ;;
esac

# one PRECISION NAME COMPILER FLAGS...: its checksums against the first build's.
one()
{
    local precision=$1 name=$2
    shift 2
    "$@" -std=c17 -ffp-contract=off -fno-math-errno -Wno-psabi -DPRECISION_DOUBLE="$precision" -Ikernels \
        tests/kernels/bits.c -o "$work/bits" -lm
    "$work/bits" >"$work/got"
    [ -f "$work/want$precision" ] || cp "$work/got" "$work/want$precision"
    if ! diff "$work/want$precision" "$work/got"; then
        echo "PRECISION_DOUBLE=$precision, $name: other bits than the first build's"
        exit 1
    fi
    builds=$((builds + 1))
}

builds=0
for precision in 0 1; do
    for compiler in gcc clang; do
        command -v "$compiler" >/dev/null || continue
        wanted=("${levels[@]}")
        # Levels between the least and the most, and those of clang's that gcc has too, are for the long runs.
        if [ -z "${TESSERA_TEST_LONG:-}" ]; then
            wanted=("${levels[-1]}")
            [ "$compiler" != gcc ] || [ "$precision" = 0 ] || [ "${#levels[@]}" = 1 ] || wanted=("${levels[0]}" "${levels[-1]}")
        fi
        for level in "${wanted[@]}"; do
            one "$precision" "$compiler $level" "$compiler" -O2 "$level"
        done
        # Single precision has the operations of double: without time of it the most level of each compiler, and one lane.
        if [ "$precision" = 0 ] && [ "$compiler" = clang ] && [ -z "${TESSERA_TEST_LONG:-}" ]; then continue; fi
        one "$precision" "$compiler, 1 lane" "$compiler" -O2 "${levels[-1]}" -DLANES=1
        if [ "$precision" = 0 ] && [ -z "${TESSERA_TEST_LONG:-}" ]; then continue; fi
        one "$precision" "$compiler, 4 lanes" "$compiler" -O1 "${levels[-1]}" -DLANES=4
    done
done
echo "$builds builds agree"
