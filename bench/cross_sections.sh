#!/usr/bin/env bash
# The published table of cross sections (arXiv:1002.3446, Table 3; n = 4 and 5: closed forms): a Markdown table of what
# comes out, how long it took, and how far it is off.
# usage: bench/cross_sections.sh FOLDER_OF_THE_CTEQ6L1_GRID [TESSERA]
set -euo pipefail
grid=$1 tessera=${2:-./tessera}
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

# row N PUBLISHED PUBLISHED_ERROR RELATIVE_ERROR MAX_EVENTS
row() {
    local process="g g >"
    for ((i = 2; i < $1; ++i)); do process+=" g"; done
    "$tessera" run examples/gluon-jets.yaml --quiet --json --out "$folder" --set "process=$process" --set "histograms=[]" \
        --set pdf="$grid" --set integration.relative_error="$4" --set integration.max_events="$5" 2>/dev/null |
        python3 -c 'import json, sys
r = json.load(sys.stdin)
c, t, n, published, uncertainty = r["cross_section"], r["time"], sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
print("| %s | %.5g | %.2g (%.2g %%) | %.1f | %.2g | %.6g | %+.2f %% | %+.1f |" % (
    n, c["value"], c["error"], 100 * c["error"] / c["value"], r["chi2_per_dof"], t["total"] - t["compile"], published,
    100 * (c["value"] / published - 1), (c["value"] - published) / (c["error"] ** 2 + uncertainty ** 2) ** 0.5))' "$1" "$2" "$3" || true
}

echo "| gluons | pb | error | chi2/dof | seconds | published or closed form | difference | in errors |"
echo "|---:|---:|---:|---:|---:|---:|---:|---:|"
row 4 2.32244e8 0 3e-4 1e10
row 5 1.43128e7 1.7e3 1e-3 1e10
row 6 2.84780e6 960 2e-3 2e9
row 7 6.356e5 1200 5e-3 2e9
row 8 1.608e5 1100 1e-2 2e9
