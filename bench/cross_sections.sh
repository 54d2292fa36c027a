#!/usr/bin/env bash
# Published tables of cross sections beside ours: of g g > gluons (arXiv:1002.3446, Table 3; n = 4 and 5: closed forms) and of
# u u~ > photons (arXiv:0908.4403, Table 5; n = 2: a numerical integral of the closed form, n = 3: it by Monte Carlo). A
# Markdown table of what comes out, how long it took, and how far it is off.
# usage: bench/cross_sections.sh gluons|photons SET_OF_DENSITIES [OPTION OF tessera run]...
# The tables are of the published grid of CTEQ6L1: docs/validation.md says where it has to lie for SET to be CTEQ6L1.
set -euo pipefail
table=$1 grid=$2
shift 2
options=("$@")
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT

# row CARD PROCESS N PUBLISHED PUBLISHED_ERROR RELATIVE_ERROR MAX_EVENTS [SETTING]...: N times the last word of PROCESS; in pb.
row() {
    local card=$1 process=$2 n=$3 published=$4 error=$5 settings=()
    for ((i = 1; i < n; ++i)); do process+=" ${2##* }"; done
    for setting in "process=$process" "histograms=[]" "pdf=$grid" "integration.relative_error=$6" \
        "integration.max_events=$7" "${@:8}"; do
        settings+=(--set "$setting")
    done
    "${TESSERA:-./tessera}" run "examples/$card.yaml" --quiet --json --force --out "$folder" "${settings[@]}" "${options[@]}" \
        2>/dev/null | python3 -c 'import json, sys
r = json.load(sys.stdin)
c, t, n, published, uncertainty = r["cross_section"], r["time"], sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
print("| %s | %.5g | %.2g (%.2g %%) | %.1f | %.2g | %.6g | %+.2f %% | %+.1f |" % (
    n, c["value"], c["error"], 100 * c["error"] / c["value"], r["chi2_per_dof"], t["total"] - t["compile"], published,
    100 * (c["value"] / published - 1), (c["value"] - published) / (c["error"] ** 2 + uncertainty ** 2) ** 0.5))' \
        "$n" "$published" "$error" || true
}
gluons() { row gluon-jets "g g > g" "$@"; }
photons() { row photons "u u~ > a" "$@"; }

echo "| $table | pb | error | chi2/dof | seconds | published or closed form | difference | in errors |"
echo "|---:|---:|---:|---:|---:|---:|---:|---:|"
case $table in
gluons) # of those that go out
    gluons 2 2.32244e8 0 3e-4 1e10
    gluons 3 1.43128e7 1.7e3 1e-3 1e10
    gluons 4 2.84780e6 960 2e-3 2e9
    gluons 5 6.356e5 1200 5e-3 2e9
    gluons 6 1.608e5 1100 1e-2 2e9
    ;;
photons)
    photons 2 10.8342 0 3e-4 1e10
    photons 3 6.778e-3 1.4e-5 1e-3 1e10
    photons 4 1.2400e-5 3e-8 1e-3 1e10
    photons 5 2.598e-8 1.1e-10 1e-3 1e11
    photons 6 5.799e-11 1.7e-13 2e-3 1e11
    photons 7 1.264e-13 8e-16 5e-3 1e11 amplitude.helicities=sampled
    photons 8 2.77e-16 5e-18 1e-2 1e11 amplitude.helicities=sampled
    ;;
esac
