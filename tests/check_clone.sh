#!/usr/bin/env bash
# check_clone.sh: what ./tessera promises, in a clone of the checkout. It builds by itself, says nothing of that on
# standard output, costs nothing where nothing changed, and sees changes and removals.
set -euo pipefail
source=$(cd -P "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "check_clone: $1" >&2
    exit 1
}

# The clone is built three times in other places: each file is compiled once. Nothing here looks at how fast programs are.
# All cores are in use where the documentation leaves that to the reader.
if command -v ccache >/dev/null; then
    export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_DIR=$work/ccache CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1
fi
export TESSERA_PROGRAM_FLAGS=-O1 CMAKE_BUILD_PARALLEL_LEVEL
CMAKE_BUILD_PARALLEL_LEVEL=$(nproc)

git clone -q "$source" "$work/clone"
cd "$work/clone"

# Two at once, from another folder and through a link: one waits for the other's build.
ln -s clone/tessera "$work/link"
(cd / && exec "$work/link" --version >"$work/first" 2>/dev/null) &
./tessera --version >"$work/second" 2>"$work/messages" || fail "the first call failed: $(cat "$work/messages")"
wait $! || fail "the call at the same time failed"
cmp "$work/first" "$work/second" || fail "two calls at once printed different things"
[ "$(cat "$work/first")" = "$(build/release/tessera --version 2>/dev/null)" ] || fail "the program's output is not alone"

./tessera --version 2>&1 >/dev/null | grep . && fail "a call where nothing changed said something"
before=$(date +%s%N)
for _ in 1 2 3 4 5 6 7 8 9 10; do ./tessera --version >/dev/null; done
direct=$(date +%s%N)
for _ in 1 2 3 4 5 6 7 8 9 10; do build/release/tessera --version >/dev/null; done
after=$(date +%s%N)
echo "a call costs $(((direct - before - (after - direct)) / 10000000)) ms more than the program itself"

builds() { ./tessera --version 2>&1 >/dev/null | grep building >/dev/null; }
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
mv "$work/clone" "$work/moved" && cd "$work/moved"
./tessera --version >/dev/null 2>&1 || fail "a moved checkout does not run"
touch src/core/context.c
builds || fail "a moved checkout does not build"
./tessera --version >/dev/null || fail "a moved checkout does not run once it is built"

# The builds that docs/install.md describes.
awk -v mark="sh ci" -v out="$work/block" -f tests/blocks.awk docs/install.md
for block in "$work"/block*; do
    HOME=$work sh -eu "$block" >"$work/output" 2>&1 || fail "docs/install.md: $(cat "$block" "$work/output")"
done
"$work/tessera/bin/tessera" --version >/dev/null || fail "the installed program does not run"
