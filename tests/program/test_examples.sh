#!/usr/bin/env bash
# test_examples.sh BUILD: runs every examples/*.yaml with few events. The cross section is the stated one within 30 % or
# five of its errors. With 8 gluons, few events hold few of the large weights. One card has the flags that users have, as
# test_bits.sh has them; in the long runs all have. Cards that are much like another one run where there is time.
set -uo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
events=300000 as_users=" gluon-jets " alike=" gluon-jets-4 gluon-jets-5 merged-tt merged-w-mlm merged-z top-pair-jet w-jet w-merged "
[ -z "${TESSERA_TEST_CI:-}" ] || alike=
[ -z "${TESSERA_TEST_LONG:-}" ] || events=4000000
[ -z "${TESSERA_TEST_QUICK:-}" ] || as_users=

# In pb: n = 4, 5 from the closed forms (tests/support/run_support.h), n = 6 and HT as published (arXiv:1002.3446). n = 7, 8 are
# from this program with flat phase space and 10^12 events (docs/validation.md). Photons are from closed forms
# (tests/process/test_photon_cross_sections.c, test_electron_photons.c), quark pairs too (test_quark_pairs.c). Three jets, Z and
# t t~ with a jet are another program's (tests/process/test_cross_sections.c). Two jets at HT/2, merged samples, Z with
# 0 to 2 jets and W with one are this one's. So are a photon with a jet, tops that decay and both of e+ e-.
declare -A expected=([gluon-jets]=2.32244e8 [gluon-jets-3]=1.43128e7 [gluon-jets-4]=2.848e6 [gluon-jets-5]=6.283e5
    [gluon-jets-6]=1.600e5 [gluon-jets-ht]=6.978e4 [photons]=6.778e-3 [electron-photons]=31.8284
    [lep-shower]=4.254e4 [dijets]=1.664e8 [trijets]=9.93e6 [z-jet]=124.66 [z-jets]=797 [w-jet]=860 [merged-w]=1.183e4 [merged-w-mlm]=1.623e4 [merged-z]=1939 [merged-tt]=827 [top-pair-jet]=631.5
    [top-pair-decays]=27.07 [photon-jet]=2.766e4 [ee-zh]=7.325e-3 [ee-ww]=1.337 [z-shower]=4.595e4 [w-merged]=8.7e4 [dijets-shower]=3.9e6)

# few NAME CARD: a card that is right ends with a result and status 3 where there are few events, however many channels
# share them. What its result holds is asked at the end, of all results at once.
few() {
    "$build/tessera" run "$2" --set integration.max_events=1000 --set integration.relative_error=1e-6 --quiet \
        --no-report --out "few-$1" >out 2>err
    local status=$?
    [ $status = 3 ] || { echo "$1: exit status $status with 1000 events: $(cat err)"; failed=1; return; }
    echo "few-$1" >>results
}

# limited NAME CARD: whatever the limit of events, a run ends at it or because it has converged, and says which. In the long runs.
limited() {
    local limit status
    for limit in 1e4 3e4 1e5 3e5 1e6 3e6 1e7 1e8; do
        timeout 300 "$build/tessera" run "$2" --seed 4 --set "integration.max_events=$limit" --quiet --no-report --force --out limited >out 2>err
        status=$?
        python3 - limited/result.json "$limit" $status <<'END_PYTHON' || { echo "$1: FAILED with $limit events: status $status, $(cat err)"; failed=1; }
import json, sys
result, limit, status = json.load(open(sys.argv[1])), float(sys.argv[2]), int(sys.argv[3])
assert status in (0, 3) and result["converged"] == (status == 0) and result["events"]["generated"] <= limit, result["events"]
END_PYTHON
    done
}

# told NAME: what the text of few events says beside the cross section. Parts are not precise. A default cut that takes a part of a
# decay is named, as in result.json, and no other one is.
told() {
    local cut
    case $1 in
    top-pair-decays) cut="cuts.jet.dr_min 0.4" ;;
    trijets | ee-ww | z-jet) cut= ;;
    *) return ;;
    esac
    [ "$(sed -n 's/^default cuts *//p' out)" = "$cut" ] || { echo "$1: default cuts: $(grep default out)"; failed=1; }
    [ "$(sed -n 's/^ *"default_cuts": "\(.*\)".*/\1/p' "few-$1/result.json")" = "$cut" ] || { echo "$1: result.json has other default cuts"; failed=1; }
    [[ $1 != top-* ]] || grep -q "^not precise .* subprocesses, with errors above a tenth of their own values: g g > " out ||
        { echo "$1: nothing says which parts are not precise: $(cat out)"; failed=1; }
}

flags=${TESSERA_PROGRAM_FLAGS:-}
export TESSERA_PROGRAM_FLAGS
for card in "$source"/examples/*.yaml; do
    name=$(basename "$card" .yaml)
    [[ $alike != *" $name "* ]] || continue
    TESSERA_PROGRAM_FLAGS=$flags
    [[ $as_users != *" $name "* ]] || TESSERA_PROGRAM_FLAGS=
    grep -q '^  events:' "$card" || { few "$name" "$card" && told "$name"; }
    [ -z "${TESSERA_TEST_LONG:-}" ] || grep -q '^ *events:' "$card" || limited "$name" "$card"
    limit=integration.max_events=$events
    [ "$name" != gluon-jets-6 ] || limit=integration.max_events=4000000
    ! grep -q '^  events:' "$card" || limit=integration.events=$((events / 10))
    [ "$name" != z-shower ] && [ "$name" != dijets-shower ] || limit=integration.events=10000 # of some 0.2 ms each
    [ "$name" != w-merged ] || limit=integration.events=20000
    "$build/tessera" run "$card" --set "$limit" --quiet >out 2>err
    status=$?
    # Many gluons converge.
    [ "$name" != gluon-jets-6 ] || [ -n "${TESSERA_TEST_QUICK:-}" ] || [ $status = 0 ] ||
        { echo "$name: exit status $status within $events events"; failed=1; }
    [ $status = 0 ] || [ $status = 3 ] || { echo "$name: exit status $status: $(cat err)"; failed=1; continue; }
    echo "tessera-out/$name ${expected[$name]:-nan} $status" >>results
done
python3 - results <<'END_PYTHON' || failed=1
import json, os, sys, traceback

def of_few(folder):
    result = json.load(open(folder + "/result.json"))
    assert result["converged"] is False and 0 < result["events"]["generated"] <= 1000, result["events"]

def of_many(folder, expected, status):
    expected, status = float(expected), int(status)
    result = json.load(open(folder + "/result.json"))
    value, error = result["cross_section"]["value"], result["cross_section"]["error"]
    print(f"{result['process']}: {value:.4g} +- {error:.2g} pb, {expected:.4g} expected")
    assert abs(value - expected) < max(0.3 * expected, 5 * error)
    assert 0 < error < value and result["converged"] == (status == 0)
    assert result["events"]["not_finite"] == 0 and len(result["histograms"]) > 0
    assert os.path.getsize(folder + "/histograms.yoda") > 0
    assert sorted(os.listdir(folder)) == ["card.yaml", "histograms.yoda", "report.html", "result.json"]

rows, failed = [line.split() for line in open(sys.argv[1])], 0
for row in rows:
    try:
        (of_few if len(row) == 1 else of_many)(*row)
    except Exception:
        failed += 1
        print(f"{row[0]}: FAILED\n{traceback.format_exc()}")
sys.exit(failed > 0 or not rows)
END_PYTHON
exit $failed
