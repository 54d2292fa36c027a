#!/usr/bin/env bash
# build.sh FOLDER [CUBA]: makes what bench/peers/compare.py compares: FOLDER/tessera_integrals, FOLDER/gsl_vegas (Debian:
# libgsl-dev), FOLDER/venv with the package vegas from PyPI and, where CUBA is the source folder of the Cuba library,
# FOLDER/cuba_vegas. CC is the C compiler; it may use all of this processor and treat sums as exact, for the peers are to lose
# nothing.
set -euo pipefail
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0"; exit 2; }
source=$(cd -P "$(dirname "$0")" && pwd)
mkdir -p "$1"
folder=$(cd -P "$1" && pwd)
compile=("${CC:-cc}" -std=c17 -D_XOPEN_SOURCE=700 -O3 -march=native -ffast-math -Wall -Wextra "$source/integrands.c")

root=$(cd -P "$source/../.." && pwd)
"$root/tessera" --version >/dev/null # configures, and builds what the library is made of
cmake --build "$root/build/release" --target tessera >/dev/null
"${CC:-cc}" -std=c17 -D_XOPEN_SOURCE=700 -O3 -Wall -Wextra "$source/integrands.c" "$source/tessera_integrals.c" -I"$root/include" \
    -L"$root/build/release" -Wl,-rpath,"$root/build/release" -ltessera -lm -o "$folder/tessera_integrals"

pkg-config --exists gsl || { echo "build.sh: GSL is missing; on Debian, install libgsl-dev." >&2; exit 1; }
read -ra flags <<<"$(pkg-config --cflags --libs gsl)"
"${compile[@]}" "$source/gsl_vegas.c" "${flags[@]}" -lm -o "$folder/gsl_vegas"

[ -x "$folder/venv/bin/python3" ] || python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q vegas numpy

if [ $# -ge 2 ]; then
    rm -rf "$folder/cuba"
    cp -r "$2" "$folder/cuba"
    (cd "$folder/cuba" && ./configure CC="${CC:-cc}" CFLAGS="-O3 -march=native -fcommon" >configure.log && make lib >make.log 2>&1)
    "${compile[@]}" "$source/cuba_vegas.c" -I"$folder/cuba" "$folder/cuba/libcuba.a" -lm -o "$folder/cuba_vegas"
fi
