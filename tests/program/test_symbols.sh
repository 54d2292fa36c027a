#!/usr/bin/env bash
# test_symbols.sh BUILD: the library's global symbols, shared and static, begin with ts_: no other meets those of the
# program that links it. The shared one says its minor version, as each is a library of its own before 1.0.
set -euo pipefail
build=$1
grep -q '^TESSERA_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" &&
    { echo "skipped: the sanitizers are no part of what others build"; exit 77; } # they have global symbols of their own
fail() {
    echo "test_symbols: $1" >&2
    exit 1
}

# others OPTION... FILE: its symbols without the prefix; it must have some with it.
others() {
    local names
    names=$(nm --defined-only --format=posix "$@" | cut -d ' ' -f 1 | grep -v ':$')
    grep -q '^ts_run$' <<<"$names" || fail "${*: -1} has no ts_run"
    grep -v '^ts_' <<<"$names" || true
}

found=$(others -g "$build/libtessera.o")
[ -z "$found" ] || fail "a static library would have the global symbols $found"
if [ -e "$build/libtessera.so" ]; then
    found=$(others -D "$build/libtessera.so")
    [ -z "$found" ] || fail "libtessera.so has the global symbols $found"
    version=$("$build/tessera" --version)
    minor=${version#tessera }
    minor=${minor%.*}
    readelf -d "$build/libtessera.so" | grep -q "SONAME.*\[libtessera.so.$minor\]" || fail "the SONAME is not of $minor"
fi
