#!/usr/bin/env bash
# test_install.sh BUILD: installs BUILD under a prefix of its own, moves that, and runs its program. It builds the
# program of docs/install.md and those of examples/integrate over its library, with pkg-config and with find_package.
# The examples compare what they compute with closed forms.
set -euo pipefail
build=$1
tests=$(cd -P "$(dirname "$0")" && pwd)
grep -q '^TESSERA_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" &&
    { echo "skipped: the sanitizers are no part of what others build"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/moved" # nothing may remember where it was put
prefix=$work/moved
"$prefix/bin/tessera" --version

# The program finds what was compiled ahead into the library's folder, whatever it is called by.
library=$(dirname "$(find "$prefix" -name 'libtessera.*' -print -quit)")
mkdir "$work/ahead"
cd "$work/ahead"
printf 'process: g g > g g\nintegration: {max_events: 20000}\n' >card.yaml
settings=(TESSERA_CACHE_DIR="$work/cache" TESSERA_PROGRAM_FLAGS=-O1)
env "${settings[@]}" "$prefix/bin/tessera" compile card.yaml --out "$library/tessera/programs"
for name in "$prefix/bin/tessera" tessera card.yaml; do
    status=0
    # shellcheck disable=SC2016 # of the inner shell
    env "${settings[@]}" TESSERA_CC=/bin/false bash -c 'exec -a "$1" "$2" run card.yaml --quiet --force' - "$name" \
        "$prefix/bin/tessera" || status=$?
    [ $status = 3 ] || { echo "test_install: as $name it finds no program that was compiled ahead"; exit 1; }
done

# The documentation is whole: its links lead to what is installed.
[ -e "$prefix/share/doc/tessera/docs/index.md" ]
python3 "$tests/../check_links.py" "$prefix/share/doc/tessera"

mkdir "$work/user"
cd "$work/user"
awk -v mark=c -v out=program.c -f "$tests/blocks.awk" "$tests/../../docs/install.md"
mv program.c1 program.c
printf 'process: g g > g g\nintegration: {relative_error: 0.05}\n' >card.yaml

export PKG_CONFIG_PATH=$library/pkgconfig
static=
[ -e "$library/libtessera.so" ] || static=--static
# shellcheck disable=SC2046 # flags
cc program.c -o with-pkg-config $(pkg-config $static --cflags --libs tessera)
LD_LIBRARY_PATH=$library ./with-pkg-config

cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(user C)
find_package(tessera 0.1 REQUIRED)
add_executable(program program.c)
target_link_libraries(program PRIVATE tessera::tessera)
END
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build build >/dev/null
build/program

# The C of docs/coming-from.md, of which each block stands alone.
awk -v mark=c -v out=page.c -f "$tests/blocks.awk" "$tests/../../docs/coming-from.md"
for block in page.c*; do
    # shellcheck disable=SC2046 # flags
    cc -std=c17 -Wall -Wextra -Werror -fsyntax-only -x c "$block" $(pkg-config --cflags tessera)
done

# The examples, from the installed copy alone.
cp -r "$(find "$prefix" -path '*examples/integrate' -print -quit)" "$work/examples"
cd "$work/examples"
for source in *.c; do
    # shellcheck disable=SC2046 # flags
    cc -std=c17 -Wall -Wextra -Werror "$source" -o "with-${source%.c}" $(pkg-config $static --cflags --libs tessera) -lm
    LD_LIBRARY_PATH=$library "./with-${source%.c}"
done
cmake -B build -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build build >/dev/null
ctest --test-dir build --output-on-failure
