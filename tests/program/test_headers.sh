#!/usr/bin/env bash
# test_headers.sh: no include path names two headers (of src/ and of kernels/), and no files of the integrators need
# each other in a circle. A file and its header are one, which needs those whose headers it includes. The command line
# needs public headers and the studies', and nothing but it needs those.
set -euo pipefail
cd -P "$(dirname "$0")/../.."

headers() { (cd "$1" && find . -name '*.h'); }
twice=$( (headers src; headers kernels) | sort | uniq -d)
[ -z "$twice" ] || { echo "headers of one include path: $twice"; exit 1; }

cd src
# Lines "file needed", which tsort puts in order, or says which stand in a circle.
needs=$(grep -rHoE '^#include "[a-z0-9_/]+\.h"' --include='*.[ch]' cubature integrate |
    sed -E 's|^([^:]*)\.[ch]:#include "(.*)\.h"|\1 \2|' |
    while read -r file needed; do
        if [ "$file" != "$needed" ] && [ -e "$needed.h" ]; then echo "$file $needed"; fi
    done)
tsort <<<"$needs" >/dev/null

upward=$(grep '^integrate/.* cubature/' <<<"$needs" || true)
[ -z "$upward" ] || { echo "what integrates events needs nothing of src/cubature/: $upward"; exit 1; }

inside=$(grep -rHE '^#include ["<][a-z]+/' --include='*.[ch]' cli | grep -vE '["<](tessera/|study/study\.h|sys/)' || true)
[ -z "$inside" ] || { echo "the command line needs the library's inside: $inside"; exit 1; }
studies=$(grep -rlE '^#include "study/' --include='*.[ch]' . | grep -vE '^\./(study/|cli/bench\.c$)' || true)
[ -z "$studies" ] || { echo "these need studies: $studies"; exit 1; }
