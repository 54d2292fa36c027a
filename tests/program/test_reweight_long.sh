#!/usr/bin/env bash
# test_reweight_long.sh BUILD: events of one choice of parameters, weighted for another, against runs of that other. Totals and
# distributions are compared, of Z + jet, W + jet, top pairs that decay and operators of dimension six.
# labels: long
set -uo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
"$tessera" model import "$source/examples/models/top_eft" --out top.tsm >out 2>&1 || failed=1

# closes NAME PROCESS CUTS MODEL CHANGES...: changes of the model.
closes() {
    local name=$1 process=$2 cuts=$3 model=$4 changes=() change
    shift 4
    for change; do changes+=(--set "model.$change"); done
    cat >"$name.yaml" <<END
process: "$process"
beams: {particles: [p, p], energy: 13000}
cuts: {$cuts}
model: {$model}
scales: {renormalization: MT/2, factorization: MT/2}
integration: {relative_error: 3e-3}
events: {count: 50000, format: lhe}
END
    "$tessera" run "$name.yaml" --out "$name" --quiet --no-report >out 2>&1 &&
        "$tessera" run "$name.yaml" --out "$name-other" --quiet --no-report --seed 2 "${changes[@]}" >out 2>&1 &&
        "$tessera" reweight "$name/events.lhe" --card "$name.yaml" "${changes[@]}" --name other --out "$name.lhe" >out 2>&1 &&
        python3 "$source/tests/program/lhe_weights.py" closure "$name.lhe" other "$name-other/events.lhe" >out 2>&1 && return
    echo "failed: $name: $(cat out)"
    failed=1
}
closes z "p p > e+ e- j" "pair: {l+ l-: {mass: [60, null]}}" "m_z: 91.188" m_z=90.5 gamma_z=3.2
closes w "p p > e+ ve j" "jet: {pt_min: 30}" "scheme: gmu, m_w: 80.4" m_w=80.0 gamma_w=2.4
closes tops "p p > t t~, t > b w+, t~ > b~ w-" "jet: {pt_min: 20}" "m_t: 173, gamma_t: 4" m_t=171.5 gamma_t=3.5
closes higgs "p p > z h, z > e+ e-" "" "m_z: 91.188, m_h: 125" m_z=90.8 gamma_z=3
closes operators "p p > t t~ NP=1" "" "name: top.tsm, ctG: 0.5, ctq8: 0, ctq1: 0" ctG=-0.4 ctq8=0.5
exit $failed
