#!/usr/bin/env bash
# test_merging_peers.sh BUILD: scales of merging are those that Pythia and FastJet find in the same events, and Pythia merges a
# small sample by CKKW-L (examples/merge.py). TESSERA_PYTHON names a Python that has pythia8mc and fastjet; skipped
# without them.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/.." && pwd)
python=${TESSERA_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$python" -c 'import pythia8mc, fastjet' 2>err || { echo "skipped: $(tail -n 1 err)"; exit 77; }
run() { # FOLDER SETTING...
    "$build/tessera" run "$source/examples/merged-w.yaml" --device cpu --quiet --no-report --out "$1" \
        --set integration.relative_error=2e-2 --set events.format=lhe "${@:2}" >/dev/null
}
run w --set events.count=1000 --set "sampling.multiplicities=[1, 1, 1]"
"$python" "$source/tests/peers/test_merging.py" "$build/tests/event_merging" w/events.lhe
"$python" "$source/examples/merge.py" w/events.lhe --process "pp>e+ve" --out one --partons
run parts --set events.count=1000 --set "sampling.multiplicities=[1, 1, 1]" --set events.split=true
"$python" "$source/examples/merge.py" parts/events-[012].lhe --process "pp>e+ve" --out each --partons
# The merged cross section is that of no jets, to what CKKW-L leaves of it: 10 %.
"$python" - one/merged.json each/merged.json w/result.json <<'END'
import json, sys
one, each, result = (json.load(open(name)) for name in sys.argv[1:])
first = result["multiplicities"][0]["value"]
for merged in one, each:
    rows = merged["multiplicities"]
    assert sum(row["events"] for row in rows.values()) > 900 and all(rows[str(k)]["events"] > 200 for k in range(3))
    for k, row in enumerate(result["multiplicities"]):
        assert abs(rows[str(k)]["before"] - row["value"]) < 0.12 * row["value"], (rows, row)  # 333 events of each, by chance
    assert 0 < rows["1"]["merged"] < rows["1"]["before"]  # alpha_s and Sudakov factors
    assert abs(merged["all"]["merged"] - first) < 0.1 * first + 3 * merged["all"]["error"], (merged["all"], first)
END
for result in one each; do
    "$build/tessera" plot $result/all.yoda $result/0.yoda $result/2.yoda --out $result/plot.svg >/dev/null
done
