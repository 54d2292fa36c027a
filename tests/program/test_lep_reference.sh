#!/usr/bin/env bash
# test_lep_reference.sh BUILD: examples/lep-shower.yaml against what is published with arXiv:2403.08692: Durham jet
# rates bin by bin, and what tests/program/lep_reference.py knows.
#
# The seed is the card's: nothing is tuned to agree. The long runs compare 10^7 events as well, in both precisions, and
# these with each other.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
reference=$source/tests/data/lep-durham.yoda
[ -z "${TESSERA_TEST_QUICK:-}" ] || { echo "skipped: statistics need no second look"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The published means leave out events whose light hemisphere is one parton. With these ranges its zeros, which are some
# 1e-8 in single precision, are below.
histograms='histograms=[durham, thrust, heavy_jet_mass, {name: light_jet_mass, range: [1e-6, 0.5]}, wide_broadening,
    {name: narrow_broadening, range: [1e-6, 0.2]}, emissions]'

# showered EVENTS PRECISION SEED: runs the card into a folder of that name.
showered()
{
    "$tessera" run "$source/examples/lep-shower.yaml" --quiet --set "$histograms" --set integration.events="$1" \
        --set precision="$2" --seed "$3" --out "$work/$1-$2-$3" >/dev/null
}

# agree COUNT LEAST A B: so many histograms that both files hold have a p-value above LEAST.
agree()
{
    "$tessera" compare --shapes --entries 10 "$3" "$4" --json >"$work/compared"
    python3 - "$1" "$2" "$work/compared" <<'END_PYTHON'
import json, sys
count, least, found = int(sys.argv[1]), float(sys.argv[2]), json.load(open(sys.argv[3]))["histograms"]
for row in found:
    print(f"{row['a']}: chi2 {row['chi2']:.4g} of {row['degrees_of_freedom']}, p-value {row['p_value']:.3g}")
assert len(found) == count and all(row["p_value"] > least for row in found)
END_PYTHON
}

# published EVENTS PRECISION SEED: that run against the published results.
published()
{
    echo "$1 events, $2 precision, seed $3:"
    showered "$1" "$2" "$3"
    agree 4 0.01 "$work/$1-$2-$3/histograms.yoda" "$reference"
    python3 "$source/tests/program/lep_reference.py" "$work/$1-$2-$3" "$reference"
}

published 1e6 double 1
if [ -n "${TESSERA_TEST_LONG:-}" ]; then
    published 1e7 double 1
    published 1e7 single 2
    echo "single precision and double, other events:"
    agree 10 0.01 "$work/1e7-single-2/histograms.yoda" "$work/1e7-double-1/histograms.yoda"
    echo "single precision and double, the same random numbers: next to nothing is in another bin"
    showered 1e6 single 1
    agree 10 0.999999 "$work/1e6-single-1/histograms.yoda" "$work/1e6-double-1/histograms.yoda"
fi
