#!/usr/bin/env bash
# test_helas_example.sh BUILD: the muon pairs of examples/muon-pairs.c, whose amplitudes are calls of HELAS functions.
# Their cross section is 4 pi alpha^2 / 3 s, and half of it each helicity's.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)

"$build/tessera" integrate --source "$source/examples/muon-pairs.c" --components 2 --dim 1 --lower=-1 --upper 1 \
    --param energy=10 --param alpha=0.0072973525693 --rel 1e-6 --json |
    python3 -c '
import json, math, sys
result = json.load(sys.stdin)
exact = 4 * math.pi * 0.0072973525693**2 / (3 * 10**2) * 0.3893793721e9
values = [integral["value"] for integral in result["components"]]
print(values, exact)
assert len(values) == 2
assert abs(values[0] / exact - 1) < 1e-6 and abs(2 * values[1] / exact - 1) < 1e-6
'
