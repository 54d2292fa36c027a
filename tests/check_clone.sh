#!/usr/bin/env bash
# check_clone.sh: what ./tessera promises, in a clone of the checkout beside which nothing lies. It builds by itself,
# says nothing of that on standard output, costs nothing where nothing changed, and sees changes and removals. It serves
# mpirun as soon as there is an mpicc, and tests have the numbers that they compare with.
set -euo pipefail
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "check_clone: $1" >&2
    exit 1
}

# The clone is built three times in other places: each file is compiled once, or was by .ci/run. Nothing here looks at how
# fast programs are. All cores are in use where the documentation leaves that to the reader.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_DIR=${CCACHE_DIR:-$work/ccache} CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
    export CCACHE_IGNOREOPTIONS=-Werror
fi
export TESSERA_PROGRAM_FLAGS CMAKE_BUILD_PARALLEL_LEVEL
TESSERA_PROGRAM_FLAGS=$(cat "$source/tests/program_flags")
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)

mkdir "$work/alone"
git clone -q "$source" "$work/alone/clone"
cd "$work/alone/clone"

# At first there is no compiler of MPI.
all_programs=$PATH
mkdir "$work/programs"
(IFS=: && for folder in $PATH; do
    find -H "$folder" -maxdepth 1 ! -type d ! -name 'mpicc*' -exec ln -s -t "$work/programs" {} + 2>/dev/null || true
done)
export PATH=$work/programs

# Two at once, from another folder and through a link: one waits for the other's build.
ln -s alone/clone/tessera "$work/link"
(cd / && exec "$work/link" --version >"$work/first" 2>/dev/null) &
./tessera --version >"$work/second" 2>"$work/messages" || fail "the first call failed: $(cat "$work/messages")"
wait $! || fail "the call at the same time failed"
cmp "$work/first" "$work/second" || fail "two calls at once printed different things"
[ "$(cat "$work/first")" = "$(build/release/tessera --version 2>/dev/null)" ] || fail "the program's output is not alone"

TESSERA_CC=/bin/false TESSERA_CACHE_DIR=$work/empty ./tessera run examples/gluon-jets.yaml --set integration.max_events=20000 \
    --quiet --out ahead >"$work/output" 2>&1 || [ $? = 3 ] || fail "an example has to be compiled: $(cat "$work/output")"
./tessera --version 2>&1 >/dev/null | grep . && fail "a call where nothing changed said something"
before=$(date +%s%N)
for _ in 1 2 3 4 5 6 7 8 9 10; do ./tessera --version >/dev/null; done
direct=$(date +%s%N)
for _ in 1 2 3 4 5 6 7 8 9 10; do build/release/tessera --version >/dev/null; done
after=$(date +%s%N)
echo "a call costs $(((direct - before - (after - direct)) / 10000000)) ms more than the program itself"

builds() { ./tessera --version 2>&1 >/dev/null | grep building >/dev/null; }

# Compilers of MPI come: README.md's line runs, and ranks that find a stale checkout build it once.
rm -rf build/release/modules # CMake may have found one beyond the PATH
export PATH=$all_programs OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
if command -v mpicc >/dev/null && command -v mpirun >/dev/null; then
    builds || fail "an mpicc that has come was not seen"
    ! builds || fail "it builds again and again for MPI"
    PATH=$work/programs builds && fail "it builds because mpicc has gone"
    awk -v mark="sh mpi" -v out="$work/mpi" -f tests/program/blocks.awk README.md
    sh -eu "$work/mpi1" >"$work/output" 2>&1 || fail "README.md: $(cat "$work/mpi1" "$work/output")"
    grep -q '"ranks": 2' ranks/result.json || fail "README.md's ranks compute each by itself: $(cat "$work/output")"
    stale=1 # the first finds a source that has changed
    touch src/core/context.c
    for kind in openmpi mpich; do
        if ! command -v "mpirun.$kind" || ! command -v "mpicc.$kind"; then continue; fi >/dev/null
        "mpirun.$kind" -n 3 ./tessera run examples/gluon-jets.yaml --quiet --force --out ranks >"$work/output" 2>&1 </dev/null ||
            fail "three ranks of $kind: $(cat "$work/output")"
        grep -q '"ranks": 3' ranks/result.json || fail "three ranks of $kind compute each by itself: $(cat "$work/output")"
        [ "$(grep -c '^tessera: ' "$work/output")" = $stale ] || fail "three ranks of $kind build more than once: $(cat "$work/output")"
        stale=0
    done
else
    echo "there is no MPI here"
fi

echo 'int unused_file;' >src/core/unused_file.c
builds || fail "a new file was not seen"
rm src/core/unused_file.c
builds || fail "a removed file was not seen"
! builds || fail "it builds again and again"

echo 'not C' >src/core/unused_file.c
./tessera --version >"$work/output" 2>/dev/null && fail "a broken source gave status 0"
[ -s "$work/output" ] && fail "a broken build spoke on standard output"
rm src/core/unused_file.c
builds || fail "a mended source was not built"

# The checkout may move.
mv "$work/alone/clone" "$work/alone/moved" && cd "$work/alone/moved"
./tessera --version >/dev/null 2>&1 || fail "a moved checkout does not run"
touch src/core/context.c
builds || fail "a moved checkout does not build"
./tessera --version >/dev/null || fail "a moved checkout does not run once it is built"

# The builds that docs/install.md describes.
awk -v mark="sh ci" -v out="$work/block" -f tests/program/blocks.awk docs/install.md
for block in "$work"/block*; do
    HOME=$work sh -eu "$block" >"$work/output" 2>&1 || fail "docs/install.md: $(cat "$block" "$work/output")"
done
"$work/tessera/bin/tessera" --version >/dev/null || fail "the installed program does not run"

# Tests that read numbers of the repository find them, and skip nothing on the CPU. Their programs may be ./test's.
# Those of other programs' numbers want these programs, which ./test installs.
git grep -lE 'tests/data|known_cross_sections' -- 'tests/*/test_*' | xargs grep -L 'tests/peers/' | sed 's,.*/,,; s,[.].*,,' >"$work/names"
grep -qx test_tree_points "$work/names" || fail "no test reads tests/data"
cmake --preset release -DTESSERA_TESTS=ON -DTESSERA_TEST_CACHE="$source/build/cache" >"$work/output" 2>&1 || fail "$(cat "$work/output")"
grep -x "$(git ls-files 'tests/*/test_*.c' | sed 's,.*/,,; s,[.]c,,')" "$work/names" | # programs, not scripts
    xargs cmake --build --preset release --target tessera_program >"$work/output" 2>&1 || fail "$(tail -n 30 "$work/output")"
ctest --test-dir build/release --parallel "$(nproc)" -R "^($(paste -sd '|' "$work/names"))(_cpu.*)?\$" -LE '^(long|gpu)$' --output-on-failure \
    --output-junit "$PWD/build/release/junit.xml" --test-output-size-passed 10000000 --no-tests=error >"$work/output" 2>&1 ||
    fail "$(tail -n 60 "$work/output")"
python3 tests/check_skips.py build/release/junit.xml || fail "tests are skipped in a clone"
tests/count.sh build/release/junit.xml | tee "$work/count"
grep -q ' 0 skipped$' "$work/count" || fail "tests of numbers are skipped in a clone"
