#!/usr/bin/env bash
# test_enhance_files.sh BUILD: files of events that an expression enhances (sampling.enhance), of several multiplicities with
# numbers of their own. All formats, weighted and not, resume, ranks, learned grids, merged runs, an event again.
set -uo pipefail
build=$1 tessera=$1/tessera
# shellcheck source=tests/program/same_result.sh
. "$(dirname "${BASH_SOURCE[0]}")/same_result.sh"

cat >card.yaml <<'END'
process: u u~ > z 0..1 g
cuts: {jet: {pt_min: 30}}
integration: {relative_error: 3e-3, max_events: 1e6, seed: 3}
sampling: {enhance: "pt(z)^2", enhance_from: 900, multiplicities: [1, 2]}
variations: {scales: 7}
histograms: [{name: pt, expression: "pt(z)", range: [30, 1000], bins: 10}]
events: {count: 3000, format: [lhe, hepmc3, lhe.gz]}
END
"$tessera" run card.yaml --out whole --no-report --quiet 2>err >text || fail "the run: $(cat err)"
"$tessera" run card.yaml --out weighted --no-report --quiet --set events.weighted=true 2>err >text || fail "weighted: $(cat err)"
files=(whole/events.lhe whole/events.hepmc3 whole/events.lhe.gz weighted/events.lhe weighted/events.hepmc3)
if "$tessera" run card.yaml --out tables --no-report --quiet --set events.format=lheh5 2>err >text; then
    files+=(tables/events.hdf5)
else
    grep -q "libhdf5-dev" err || fail "LHEH5: $(cat err)"
fi
for file in "${files[@]}"; do
    "$tessera" events "$file" --check >text 2>&1 || fail "$file: $(cat text)"
    grep -q "sums *right" text || fail "$file: $(cat text)"
done

# Numbers of events as asked for, one weight times the expression for all of a part, variations in proportion.
cat >weights.py <<'END'
import json, math, re, sys
folder = sys.argv[1]
result = json.load(open(folder + "/result.json"))
constants, squares = {4: [], 3: []}, {4: [0, 0], 3: [0, 0]}
for block in re.findall(r"<event>\n(.*?)</event>", open(folder + "/events.lhe").read(), re.S):
    rows = [line.split() for line in block.splitlines()]
    legs, weight = int(rows[0][0]), float(rows[0][2])
    x, y = (float(v) for v in next(r for r in rows[1:] if r[0] == "23")[6:8])
    constants[legs].append(weight * max(x * x + y * y, 900))
    squares[legs][0] += weight
    squares[legs][1] += weight * weight
    varied = [float(w) for w in re.findall(r"<wgt[^>]*>\s*(\S+?)\s*<", block)]
    assert len(varied) == 6 and all(0.3 < v / weight < 3 for v in varied), (weight, varied)
count = sum(map(len, constants.values()))
for row, legs in zip(result["multiplicities"], (3, 4)):
    assert row["written"] == len(constants[legs]), row
    if folder != "weighted":
        spread = max(constants[legs]) / min(constants[legs])
        assert spread < (1.1 if legs == 3 else 2), (legs, spread)
        most = 1.02 if folder == "merged" else 1.0001  # each run has its own sum of weights
        assert sum(c < most * min(constants[legs]) for c in constants[legs]) > 0.8 * len(constants[legs]), legs
        share = (1 if legs == 3 else 2) / 3
        assert abs(len(constants[legs]) - share * count) < 4.5 * math.sqrt(share * (1 - share) * count), row
    total, square = squares[legs]
    error = math.sqrt(square) / count
    assert abs(total / count - row["value"]) < 4 * error + 1e-2 * row["value"] * (legs == 3), (row, total / count, error)
END
python3 weights.py whole || fail "the weights of events"

# Bits stay in other threads, after stops, over ranks, from learned grids.
"$tessera" run card.yaml --out out --no-report --quiet --threads 1 2>err >text || fail "one thread: $(cat err)"
for file in events.lhe events.hepmc3 histograms.yoda; do cmp "whole/$file" "out/$file" || fail "threads: another $file"; done
rm -rf out
stops=0
until [ -e out/result.json ] || [ $stops -gt 60 ]; do
    timeout -s KILL "0.$((2 + stops % 7))" "$tessera" run card.yaml --out out --no-report --quiet --resume --checkpoint 0.02 2>err >text
    stops=$((stops + 1))
done
"$tessera" run card.yaml --out out --no-report --quiet --resume 2>err >text || fail "goes on: $(cat err)"
for file in events.lhe events.hepmc3 histograms.yoda; do cmp "whole/$file" "out/$file" || fail "$stops stops: another $file"; done
export ASAN_OPTIONS=detect_leaks=0 # MPI's libraries keep memory to the end
for kind in openmpi mpich; do
    if [ ! -e "$build/modules/tessera-$kind.so" ] || ! command -v mpirun.$kind >/dev/null; then continue; fi
    options=()
    [ $kind = mpich ] || options=(--oversubscribe)
    rm -rf out
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "mpirun.$kind" "${options[@]}" -n 2 "$tessera" run card.yaml \
        --out out --no-report --quiet --threads 1 2>err >text </dev/null || fail "$kind: $(cat err)"
    for file in events.lhe events.hepmc3 histograms.yoda; do cmp "whole/$file" "out/$file" || fail "$kind: another $file"; done
done
"$tessera" learn card.yaml --out grids --quiet 2>err >text || fail "learn: $(cat err)"
"$tessera" run card.yaml --grids grids --out learned --no-report --quiet 2>err >text || fail "from grids: $(cat err)"
for file in events.lhe histograms.yoda; do cmp "whole/$file" "learned/$file" || fail "grids: another $file"; done
"$tessera" run card.yaml --grids grids --out none --no-report --quiet --set "sampling.enhance=pt(z)" 2>err >text &&
    fail "grids of another density are taken"
grep -q "sampling.enhance" err || fail "no word of the density: $(cat err)"

# Runs of other seeds become one.
for seed in 4 5; do
    "$tessera" run card.yaml --out "seed-$seed" --no-report --quiet --set integration.seed=$seed --set events.format=lhe 2>err >text ||
        fail "seed $seed: $(cat err)"
done
"$tessera" merge merged seed-4 seed-5 --quiet 2>err >text || fail "merge: $(cat err)"
"$tessera" events merged/events.lhe --check >text 2>&1 || fail "the merged file: $(cat text)"
python3 weights.py merged || fail "the weights of merged events"

# Events of the file again, with weights in the same proportion.
for place in 100 200; do
    number=$(sed -n 's/^# event //p' whole/events.lhe | sed -n ${place}p)
    "$tessera" run whole/card.yaml --event "$number" --json --quiet >event-$place 2>err || fail "event $number: $(cat err)"
done
python3 -c '
import json, math, re
weights = {int(b[1]): float(b[0]) for b in re.findall(r"<event>\n\s*\S+ \S+ (\S+)(?:(?!</event>).)*?# event (\d+)\n",
                                                      open("whole/events.lhe").read(), re.S)}
a, b = (json.load(open("event-%d" % place)) for place in (100, 200))
assert math.isclose(a["kept"] / b["kept"], weights[a["number"]] / weights[b["number"]], rel_tol=1e-9), (a, b)
' || fail "events again have other weights"
exit $((failed > 0))
