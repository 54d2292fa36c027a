#!/usr/bin/env bash
# test_bench.sh BUILD: `tessera bench gluons --json` has every row and number; how large they are is not looked at.
set -uo pipefail
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$build/tessera" bench gluons --from 4 --to 4 --runs 1 --json >"$work/out" || exit 1
python3 - "$work/out" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
assert result["bench"] == "gluons" and result["device"], result
assert [(row["n"], row["precision"]) for row in result["rows"]] == [(4, "single"), (4, "double")], result
for row in result["rows"]:
    for name in "ns_matrix_element", "ns_event_generated", "ns_event_accepted":
        assert row[name] > 0, row
    assert 0 < row["accepted"] < 1 and row["ns_event_accepted"] > row["ns_event_generated"], row
    assert isinstance(row["ns_beside_amplitude"], float), row
END
