#!/usr/bin/env bash
# test_processes_cli.sh BUILD: `tessera processes PROCESS` and `tessera model` from the command line: text, JSON, refusals.
set -uo pipefail
tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"

# says VALUE EXPRESSION ARGUMENTS...: what a Python expression of the answer `a` prints.
says() {
    local value=$1 expression=$2 got
    shift 2
    got=$("$tessera" "$@" --json | python3 -c "import json, sys; a = json.load(sys.stdin); print($expression)")
    [ "$got" = "$value" ] || fail "$*: $expression is $got, not $value"
}

cat >card.yaml <<'END'
process: g g > g g
define: {l: [e-, e+], v: [ve, ve~]}
model:
  m_b: 4.7
  scheme: gmu
END

gives 0 "p p > e+ e- j: 30 subprocesses with 6 matrix elements, QED up to 2" processes "p p  > e+ e- j"
gives 0 "also g s > e+ e- s, g b > e+ e- b, d g > e+ e- d" processes "p p > e+ e- j"
gives 0 ", and 32 more" processes "p p > j j"
gives 0 "equal particles 1/2" processes "g g > g g"
gives 0 "1 diagram of QCD=0 QED=2" processes "u d~ > c s~"
gives 0 "4 subprocesses with 1 matrix element" processes "p p > l v" --set "define.l=[e+]" --set define.v=ve
gives 0 "QCD up to 2" processes "p p > j j" --set orders.QCD=2
gives 0 "t > e+ ve b, w+ > e+ ve, t~ > w- b~" processes "p p > t t~, (t > w+ b, w+ > e+ ve), t~ > w- b~"
says "[{'pdg': 23, 'legs': [2, 3]}]" 'a["groups"][0]["resonances"]' processes "p p > z j, z > e+ e-"
says 176 'sum(len(g["subprocesses"]) for g in a["groups"])' processes "p p > j j"
says "{'QCD': None, 'QED': 2}" 'a["orders"]' processes "p p > e+ e- j j"
says '[21, 2, -11, 11, 2]' 'a["groups"][1]["subprocesses"][2]["legs"]' processes "p p > e+ e- j"
says 'u g > e+ e- u' 'a["groups"][1]["subprocesses"][2]["process"]' processes "p p > e+ e- j"
says "[{'QCD': 2, 'QED': 0, 'diagrams': 4.0}]" 'a["groups"][0]["orders"]' processes "g g > g g"
gives 0 "11 currents with 8 products, 1 colour flow; some 0.13 us a point" processes "p p > e+ e- j"
says 120 'a["groups"][0]["recursion"]["flows"]' processes "g g > g g g g g"
says None 'a["groups"][0]["recursion"]' processes "g g > g g g g g g g g"
gives 0 "too large for a program: g g > t t~ g g g g g has 5040 colour flows or more" processes "g g > t t~ g g g g g"
gives 2 "g g > g g g g g g g g has 40320 colour flows or more, and at most 1100" run card.yaml \
    --set "process=p p > j j j j j j j j" --out none
gives 2 "process: electric charge is not conserved: 4/3 before \">\" and 0 behind it." processes "u u > e+ e-"
gives 2 "process: 'ee' is neither a particle of the model sm nor a label; did you mean" processes "p p > ee j"
gives 2 "process: it says QED=2, and orders says QED: 3; keep one of them." processes "p p > e+ e- QED=2" --set orders.QED=3
gives 2 "--set define.x: 'mu' is neither a particle of the model sm nor a label; did you mean u?" \
    processes "p p > x" --set define.x=mu
gives 2 "--set orders.QCDD: 'QCDD' is no order" processes "p p > j j" --set orders.QCDD=1

gives 2 'process: leave out "generate": a process begins with what collides' processes "generate p p > t t~"
gives 2 'process: leave out "add process"' processes "add process p p > t t~"
gives 2 "process: a comma is missing before a parenthesis that opens" processes "p p > t t~ (t > w+ b)"
gives 2 "those that it has are of QCD=2 QED=0, QCD=0 QED=2." processes "p p > j j QCD=1 QED=1"
gives 2 "h couples to fermions by their masses, and here model.m_b is 0; where the fermion is to stay massless, its mass in the coupling alone is model.ym_b." processes "p p > z h, h > b b~"
gives 0 "h > b b~" processes "p p > z h, h > b b~" --set model.m_b=4.7
gives 2 "sm: h couples to fermions by their masses, and here model.m_b is 0; where" processes "b b~ > h"
gives 2 "sm: h couples to gluons and photons through loops, which are not available; model.heavy_top: true has those of gluons where the top quark is heavy." processes "p p > h" --set model.m_b=4.7
gives 2 "into has 160.838 GeV or more; name what that decays into instead, as in \"h > e+ ve mu- vm~\"" processes "e+ e- > z h, h > w+ w-"
gives 0 "h > e+ ve mu- vm~" processes "e+ e- > z h, h > e+ ve mu- vm~"
gives 0 "w+ > e+ ve, w- > e- ve~" processes "e+ e- > z h, (h > w+ w-, w+ > e+ ve, w- > e- ve~)"
gives 2 "what it decays into has 264.188 GeV or more." processes "p p > t t~, t > z t"

gives 0 "ghb " model card.yaml
gives 0 "scheme of inputs gmu" model card.yaml
gives 0 "172.5                        GeV     mass of t, as given" model --set model.m_t=172.5
says 80.41900244575616 '[p["value"] for p in a["parameters"] if p["name"] == "m_w"][0]' model
says 18 'len(a["particles"])' model card.yaml
says vvvxxx '[v["function"] for v in a["vertices"] if v["particles"] == ["w+", "w-", "z"]][0]' model
says True '[p["imaginary_part"] for p in a["parameters"] if p["name"] == "s_w"][0] != 0' model --set model.complex_masses=true
gives 2 "--set model.mt: the model has no input 'mt'; did you mean m_t?" model --set model.mt=172
gives 2 "--set model.m_t: expected a number from 0 to 100000 GeV, found '-3'." model --set model.m_t=-3
gives 2 "--set model.m_w: m_w is no input of the scheme alpha_mz" model --set model.m_w=80
gives 2 "--set couplings.alpha: alpha is given twice, the other time at --set model.alpha." \
    model --set model.alpha=0.0078 --set couplings.alpha=0.0078
printf 'model: {scheme: gmu, m_w: 95}\n' >heavy.yaml
gives 2 "model: sin2_theta_w, the squared sine of the weak mixing angle, is to lie between" model heavy.yaml
gives 0 "e+ e- > d d~ " run card.yaml --set "process=e+ e- > q q~" --set "beams.particles=[e+, e-]" --set beams.energy=91.2
# Orders are of what is derived from the model, whose shower is another one.
gives 2 'there is no histogram "rmin" that all subprocesses of e+ e- > q q~ QED=2 have' run "$source/examples/lep-shower.yaml" \
    --set orders.QED=2 --set "histograms=[durham, rmin]" --out none

# Lines, polarisations and bounds of the square: normal forms, groups, and what they leave.
gives 0 "u u~ > z | a > e+ e- / h \$\$ w+ \$ z QED=2: 1 subprocess with 1 matrix element" processes \
    "u u~  > z|a > e+ e- \$ z / h \$\$ w+ QED=2"
gives 0 "p p > l v \$ w+: 8 subprocesses with 2 matrix elements" processes "p p > l v \$ w+" \
    --set "define.l=[e+, e-]" --set "define.v=[ve, ve~]"
gives 0 "p p > l v \$ w+ w-: 8 subprocesses with 1 matrix element" processes "p p > l v \$ w+ w-" \
    --set "define.l=[e+, e-]" --set "define.v=[ve, ve~]"
gives 0 "p p > l v \$\$ w+: 4 subprocesses with 1 matrix element" processes "p p > l v \$\$ w+" \
    --set "define.l=[e+, e-]" --set "define.v=[ve, ve~]"
gives 0 "u u~ > u u~ QED^2==2: 1 subprocess with 1 matrix element, QED up to 2" processes "u u~ > u u~ QED^2==2"
says 'e+{R} e-{L} > w+{0} w-{T}' 'a["groups"][0]["subprocesses"][0]["process"]' processes "e+{+} e-{L} > w+{0} w-{T}"
gives 2 "process: it has no diagram within these orders" processes "p p > z > e+ e- QED=1"
gives 0 "z{0} > mu+ mu-" processes "e+ e- > z{0} h, z > mu+ mu-"
says '24 [-1, 1]' '"{pdg} {helicities}".format(**a["groups"][0]["resonances"][0])' processes "e+ e- > w+{T} w-, w+ > e+ ve"
gives 2 "process: helicities stand behind particles of the production alone" processes "p p > z, z > e+{L} e-"
gives 2 "--set polarization_frame: expected a list of: 1, 2" processes "e+ e- > w+{0} w-" --set "polarization_frame=[0]"

# Slices of gluons and photons, whose written-out families cut on no largest pT, are derived from the model.
value() { # CUTS: the cross section of g g > g g
    "$tessera" run card.yaml --set "process=g g > g g" --set "cuts={$1}" --set beams.energy=13000 --set integration.events=20000 --json \
        --out slice --force 2>out | python3 -c 'import json, sys; print(json.load(sys.stdin)["cross_section"]["value"])'
}
got=$(value "jet: {pt_min: 30, pt_max: 50}")
[ "$got" = "$(value "jet: {pt_min: 30}, expression: 'pt(j1) < 50'")" ] || fail "a slice of gluons is $got, not what a condition leaves: $(cat out)"
gives 0 "" run card.yaml --set "process=u u~ > a a" --set "cuts={photon: {pt_min: 30, pt_max: 50}}" --set beams.energy=13000 \
    --set integration.events=20000 --out slice --force
grep -q "has no part" out && fail "a largest pT of photons has no part: $(cat out)"
gives 0 "cuts.photon.isolation.r has no part in u u~ > a a" run card.yaml --set "process=u u~ > a a" \
    --set "cuts={photon: {pt_min: 30, isolation: {r: 0.4}}}" --set beams.energy=13000 --set integration.events=20000 --out slice --force

# Events have the helicities that the process asks for.
gives 0 "polarization_frame has no part in e+ e- > w+ w-" run card.yaml --set "process=e+ e- > w+ w-" --out unpolarised \
    --set "beams.particles=[e+, e-]" --set beams.energy=500 --set integration.events=20000 --set "polarization_frame=[3, 4]"
gives 0 "e+{R} e-{L} > w+{0} w-{-} z" run card.yaml --set "process=e+{R} e-{L} > w+{0} w-{-} z" --out spins \
    --set "beams.particles=[e+, e-]" --set beams.energy=500 --set integration.events=20000 --set "events.format=lhe" \
    --set events.count=40 --set "polarization_frame=[3, 4]"
got=$(awk 'NF == 13 && ($1 == "-11" || $1 == "11" || $1 == "24" || $1 == "-24") { print $1, $NF }' spins/events.lhe | sort | uniq -c |
    tr -s ' \n' ' ')
[ "$got" = " 40 -11 1 40 -24 -1 40 11 -1 40 24 0 " ] || fail "spins of events: $got"

[ "$failed" = 0 ] && echo "all is well"
exit "$failed"
