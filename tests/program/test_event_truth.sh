#!/usr/bin/env bash
# test_event_truth.sh BUILD: unweighted events against the weighted histograms of the same run: 20000 of one process, and where
# TESSERA_TEST_LONG is set 10^6 of five.
# TESSERA_PYTHON names a Python that has numpy and h5py; skipped without. A build without HDF5 writes text, as does FORMAT=lhe;
# DEVICE is where the long runs are made, the CPU unless said otherwise.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
status=0
format=${FORMAT:-lheh5}
"${TESSERA_PYTHON:-python3}" -c 'import numpy' 2>err || { echo "skipped: $(tail -n 1 err)"; exit 77; }
"${TESSERA_PYTHON:-python3}" -c 'import h5py' 2>err || format=lhe
run() { # CARD COUNT SETTING...
    "$build/tessera" run "$1" --device "${DEVICE:-cpu}" --quiet --no-report --out out --force --set "events.count=$2" \
        --set "events.format=$format" "${@:3}" 2>err >/dev/null
}
check() { # CARD COUNT SETTING...
    if ! run "$@"; then
        grep 'events.format: lheh5 cannot be written' err || { cat err; exit 1; }
        format=lhe
        run "$@"
    fi
    "${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_event_truth.py" out || status=$?
    rm -rf out
}
if [ -z "${TESSERA_TEST_LONG:-}" ]; then
    check "$source/examples/z-jet.yaml" 20000 --set integration.relative_error=2e-3
    exit $status
fi
many=1000000
check "$source/examples/z-jet.yaml" $many
check "$source/examples/w-jet.yaml" $many
check "$source/examples/top-pair-jet.yaml" $many
cat >two.yaml <<'CARD'
process: p p > e+ e- j j
cuts: {jet: {pt_min: 30, eta_max: 4.5}, lepton: {pt_min: 20, eta_max: 2.5}, pair: {l+ l-: {mass: [66, 116]}}}
integration: {relative_error: 1e-3}
histograms: [m_ll, pt_ll, y_ll, pt1, pt2, ht]
CARD
check two.yaml $many --set integration.max_events=1e10
cat >five.yaml <<'CARD'
process: g g > g g g g g
cuts: {jet: {pt_min: 30, eta_max: 2.5, dr_min: 0.4}}
integration: {relative_error: 1e-3}
histograms: [ht, pt1, pt2, pt3, pt4, pt5]
CARD
check five.yaml $many --set integration.max_events=1e11
exit $status
