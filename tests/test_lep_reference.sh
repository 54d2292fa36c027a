#!/usr/bin/env bash
# test_lep_reference.sh BUILD SHARED: examples/lep-shower.yaml against what is published with arXiv:2403.08692: Durham jet
# rates bin by bin, and what tests/lep_reference.py knows.
#
# The seed is the card's. In the long runs 10^7 events are compared as well, and single precision with double.
set -euo pipefail
tessera=$1/tessera reference=$2/reference/lep-durham-hoeche.yoda
source=$(cd -P "$(dirname "$0")/.." && pwd)
[ -e "$reference" ] || { echo "skipped: there is no $reference"; exit 77; }
[ -z "${TESSERA_TEST_QUICK:-}" ] || { echo "skipped: statistics need no second look"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The published means leave out events whose light hemisphere is one parton: with these ranges its zeros are below.
histograms='histograms=[durham, thrust, heavy_jet_mass, {name: light_jet_mass, range: [1e-9, 0.5]}, wide_broadening,
    {name: narrow_broadening, range: [1e-9, 0.2]}, emissions]'

# showered EVENTS PRECISION: runs the card into a folder of that name.
showered()
{
    "$tessera" run "$source/examples/lep-shower.yaml" --quiet --set "$histograms" --set integration.events="$1" \
        --set precision="$2" --out "$work/$1-$2" >/dev/null
}

# agree COUNT A B: so many histograms that both files hold have a p-value above 1 %.
agree()
{
    "$tessera" compare --shapes --entries 10 "$2" "$3" --json >"$work/compared"
    python3 - "$1" "$work/compared" <<'END_PYTHON'
import json, sys
found = json.load(open(sys.argv[2]))["histograms"]
for row in found:
    print(f"{row['a']}: chi2 {row['chi2']:.1f} of {row['degrees_of_freedom']}, p-value {row['p_value']:.3g}")
assert len(found) == int(sys.argv[1]) and all(row["p_value"] > 0.01 for row in found)
END_PYTHON
}

# published EVENTS PRECISION: that run against the published results.
published()
{
    echo "$1 events, $2 precision:"
    showered "$1" "$2"
    agree 4 "$work/$1-$2/histograms.yoda" "$reference"
    python3 "$source/tests/lep_reference.py" "$work/$1-$2" "$reference"
}

published 1e6 double
if [ -n "${TESSERA_TEST_LONG:-}" ]; then
    published 1e7 double
    published 1e7 single
    echo "single precision and double, 1e7 events:"
    agree 10 "$work/1e7-single/histograms.yoda" "$work/1e7-double/histograms.yoda"
fi
