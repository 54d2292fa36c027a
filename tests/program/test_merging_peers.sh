#!/usr/bin/env bash
# test_merging_peers.sh BUILD: scales of merging are those of Pythia and FastJet, and Pythia merges
# samples by CKKW-L and by MLM (examples/merge.py). TESSERA_PYTHON names a Python that has pythia8mc and fastjet; skipped
# without them.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$python" -c 'import pythia8mc, fastjet' 2>err || { echo "skipped: $(tail -n 1 err)"; exit 77; }
run() { # CARD FOLDER SETTING...
    "$build/tessera" run "$source/examples/$1.yaml" --device cpu --quiet --no-report --out "$2" \
        --set integration.events=2e6 --set events.format=lhe "${@:3}" >/dev/null
}
run merged-w w --set events.count=1000 --set "sampling.multiplicities=[1, 1, 1]"
"$python" "$source/tests/peers/test_merging.py" "$build/tests/event_merging" w/events.lhe
"$python" "$source/examples/merge.py" w/events.lhe --process "pp>e+ve" --out one --partons
# The other runs have merged what one file holds, which needs no second look here: test_merging.sh has its parts.
[ -n "${TESSERA_TEST_CI:-}" ] || exit 0
run merged-w parts --set events.count=1000 --set "sampling.multiplicities=[1, 1, 1]" --set events.split=true --set "events.format=[lhe, lheh5]"
"$python" "$source/examples/merge.py" parts/events-[012].lhe --process "pp>e+ve" --out each --partons
# Pythia takes the files for MadGraph's (doMGMerging): it reads scale and core, and gives each event the same weight as by its own settings.
for jets in 0 1; do
    cp parts/events-$jets.lhe parts/events_$jets.lhe
done
timeout 100 "$python" - <<'END' 2>&1 | tail -n 1 >words
import pythia8mc
def weights(*settings):
    pythia, found = pythia8mc.Pythia("", False), []
    for setting in ("Print:quiet = on", "Beams:frameType = 4", "Beams:LHEF = parts/events_1.lhe", "PartonLevel:MPI = off", "HadronLevel:all = off",
                    "PDF:pSet = 8", "Merging:nJetMax = 2", "Merging:nQuarksMerge = 5", "Merging:includeWeightInXsection = off", "Merging:ktType = 1",
                    "Merging:Dparameter = 0.4", "Merging:mayRemoveDecayProducts = on", "Random:setSeed = on", "Merging:Process = pp>e+ve", *settings):
        assert pythia.readString(setting), setting
    assert pythia.init()
    while len(found) < 100:
        found.append(pythia.next() and pythia.infoPython().mergingWeight())
    return found
print(weights("Merging:doMGMerging = on") == weights("Merging:doKTMerging = on", "Merging:TMS = 30"))
END
[ "$(cat words)" = True ] || { echo "Pythia's doMGMerging: $(cat words)"; exit 1; }
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
# A copy in LHEH5 has each process' own number of particles, a W among them.
if "$build/tessera" events w/events.lhe --to lheh5 --out copy.hdf5 2>/dev/null && "$python" -c 'import h5py' 2>/dev/null; then
    "$python" - <<'END'
import h5py, json
rows = h5py.File("copy.hdf5")["procInfo"][:, 1]
assert set(rows) == {5, 6, 7} and list(rows) == sorted(rows), rows
END
fi
# What readers of LHEH5 take from the files of each multiplicity. They have one process, whose most particles are the rows of each
# event. Its unit is the weight of all events but those above the largest. Without resonances there are legs alone, as Sherpa wants.
if [ -e parts/events-0.hdf5 ] && "$python" -c 'import h5py' 2>/dev/null; then
    run merged-w legs --set events.count=100 --set "sampling.multiplicities=[1, 1, 1]" --set events.resonances=none --set events.split=true --set events.format=lheh5
    "$python" - <<'END'
import h5py
for folder in "parts", "legs":
    for jets in range(3):
        with h5py.File(f"{folder}/events-{jets}.hdf5") as file:
            (process,), events, particles = file["procInfo"][:], file["events"][:], file["particles"][:]
        most, unit, weights = int(process[1]), process[5], events[:, 9]
        assert most == jets + 4 + (folder == "parts") and len(particles) == most * len(events)
        assert all(events[:, 0] == 1) and all(events[:, 2] == [most * i for i in range(len(events))])
        assert min(weights) > unit * (1 - 1e-12) and sum(weights < unit * (1 + 1e-12)) > 0.8 * len(weights), (unit, weights)
        for event in events:
            status = particles[int(event[2]) : int(event[2] + event[1]), 1]
            assert set(status) - ({2} if folder == "parts" else set()) == {-1, 1} and len(status) == event[1]
            assert folder == "parts" or len(status) == most
END
fi
# MLM: jets of the shower above qCut are vetoed or matched, so that the cross section is that of no jets at any xqcut.
for xqcut in 10 20; do
    run merged-w-mlm mlm$xqcut --set merging.value=$xqcut --set events.count=1500 --set integration.events=6e6
    "$python" "$source/examples/merge.py" mlm$xqcut/events.lhe --out matched$xqcut --partons >out 2>err
    grep -Eq "xqcut +\| +$xqcut " out || { echo "Pythia does not find xqcut in the file: $(cat out)"; exit 1; }
done
"$python" - <<'END'
import json
for xqcut in "10", "20":
    first = json.load(open("mlm" + xqcut + "/result.json"))["multiplicities"][0]["value"]
    merged = json.load(open("matched" + xqcut + "/merged.json"))
    rows, whole = merged["multiplicities"], merged["all"]
    print("xqcut", xqcut, rows, whole, first)
    assert sum(row["events"] for row in rows.values()) == 1500
    assert all(0 < row["merged"] < row["before"] for row in rows.values())
    assert whole["error"] < 0.05 * first
    assert abs(whole["merged"] - first) < 0.1 * first + 3 * whole["error"], (whole, first)
END
"$python" "$source/examples/merge.py" mlm20/events.lhe --out none --qcut 19 2>err && { echo "--qcut below xqcut is taken"; exit 1; }
grep -q "partons below the xqcut of the events, 20, are in no event" err
sed 's/ 1 = ickkw/ 0 = ickkw/' mlm20/events.lhe >unmatched.lhe
"$python" "$source/examples/merge.py" unmatched.lhe --out none 2>err && { echo "xqcut without ickkw is taken"; exit 1; }
grep -q "has xqcut 20 and ickkw 0: MLM needs both" err
for result in one each matched10; do
    "$build/tessera" plot $result/all.yoda $result/0.yoda $result/2.yoda --out $result/plot.svg >/dev/null
done
