#!/usr/bin/env bash
# test_grids.sh BUILD: grids that are learned once, and runs that begin with them.
set -uo pipefail
build=$1
tessera=$build/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() { printf 'FAILED: %.300s\n' "$*"; failed=$((failed + 1)); }

# run NAME ARGUMENTS...: a run into a folder of this name.
run() {
    local name=$1 status=0
    shift
    "$tessera" run "$@" --out "$name" --no-report --quiet >"$name.out" 2>"$name.err" || status=$?
    [ $status = 0 ] || fail "$name: status $status, $(cat "$name.err")"
}

# refused WORDS ARGUMENTS...: with status 2.
refused() {
    local words=$1 status=0
    shift
    "$tessera" run "$@" --out refused --no-report --quiet >standard 2>err || status=$?
    if [ $status != 2 ] || ! grep -qF -- "$words" err; then fail "$*: status $status, $(cat err)"; fi
    [ ! -e refused ] || fail "$*: a folder is left"
}

# Histograms and events of two names agree byte for byte.
same() {
    cmp "$1/histograms.yoda" "$2/histograms.yoda" >&2 || fail "histograms of $1 and $2 differ"
    cmp "$1/events.lhe" "$2/events.lhe" >&2 || fail "events of $1 and $2 differ"
}

cat >gluons.yaml <<'CARD'
process: g g > g g
beams: {particles: [p, p], energy: 14000}
scales: {renormalization: 91.188, factorization: 91.188}
cuts: {jet: {pt_min: 20, eta_max: 2.5}}
integration: {relative_error: 3e-3, seed: 1}
histograms: [pt1]
events: {count: 300, format: lhe}
CARD
# A sum of channels.
cat >pairs.yaml <<'CARD'
process: p p > e+ e-
cuts: {pair: {e+ e-: {mass: [66, 116]}}}
integration: {relative_error: 1e-2, seed: 1}
histograms: [m_ll]
events: {count: 100, format: lhe}
CARD
for card in gluons pairs; do
    "$tessera" learn $card.yaml --out grids-$card --quiet >standard 2>err || fail "learn $card: $(cat err)"
    [ "$(cat standard)" = "grids-$card/grids.json" ] || fail "learn says $(cat standard)"
    run $card-alone $card.yaml
    run $card-taught $card.yaml --grids grids-$card
    same $card-alone $card-taught
    run $card-more $card.yaml --grids grids-$card --seed 7 --threads 1 --set events.count=50
    run $card-again $card.yaml --grids grids-$card --seed 7 --threads 2 --set events.count=50
    same $card-more $card-again
    if cmp -s $card-alone/events.lhe $card-more/events.lhe; then fail "two seeds give the same events"; fi
done

# What is learned with one seed serves another: their cross sections agree within errors.
python3 - gluons-alone gluons-more pairs-alone pairs-more <<'PYTHON' || fail "cross sections"
import json, sys
runs = [json.load(open(f"{name}/result.json")) for name in sys.argv[1:]]
for a, b in (runs[:2], runs[2:]):
    x, y = a["cross_section"], b["cross_section"]
    assert abs(x["value"] - y["value"]) < 4 * (x["error"] ** 2 + y["error"] ** 2) ** .5, (x, y)
    assert "grids" not in a and b["grids"].startswith("h")
    warm_up = [row for row in b["iterations"] if not row["counted"]]
    assert warm_up and b["seed"] == 7
PYTHON

# Other cards, other files.
refused "cuts.jet.pt_min was 20.0 and is 30.0" gluons.yaml --grids grids-gluons --set cuts.jet.pt_min=30
refused "is of another card" pairs.yaml --grids grids-gluons
refused "nowhere/grids.json cannot be opened" gluons.yaml --grids nowhere
mkdir damaged
head -c 3000 grids-gluons/grids.json >damaged/grids.json
refused "damaged/grids.json" gluons.yaml --grids damaged
sed 's/"version": "/&9/' grids-gluons/grids.json >damaged/grids.json
refused "checksum should be" gluons.yaml --grids damaged

# A run that is stopped goes on with them.
"$tessera" run gluons.yaml --grids grids-gluons --out cut --no-report --quiet --set integration.relative_error=3e-4 \
    --checkpoint 0.1 >standard 2>err &
process=$!
until [ -s cut/checkpoint.json ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
kill -KILL $process
wait $process 2>/dev/null
[ -s cut/checkpoint.json ] || fail "there is no checkpoint: $(cat err)"
run through gluons.yaml --grids grids-gluons --set integration.relative_error=3e-4
run cut gluons.yaml --grids grids-gluons --set integration.relative_error=3e-4 --resume
same through cut
[ $failed = 0 ]
