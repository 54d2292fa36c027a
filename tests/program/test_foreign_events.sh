#!/usr/bin/env bash
# test_foreign_events.sh BUILD: events in the formats of other programs. Each has the same events, which are checked, weighed
# anew, converted and let decay, to what the plain file gives.
set -uo pipefail
tessera=$1/tessera
# shellcheck source=tests/program/gives.sh
. "$(dirname "${BASH_SOURCE[0]}")/gives.sh"
weights() { python3 "$source/tests/program/lhe_weights.py" "$@" >out 2>&1 || fail "weights $*: $(cat out)"; }

cat >dy.yaml <<END
process: p p > e+ e- j
beams: {energy: 13000}
cuts: {jet: {pt_min: 30, eta_max: 4.5}, pair: {l+ l-: {mass: [60, 120]}}}
integration: {events: 1e5}
events: {count: 40, format: lhe}
END
sed 's/e+ e- j/z j/; s/, pair.*/}/' dy.yaml >zj.yaml
choices=(--set model.m_z=91 --name a --muf 2 --mur 2 --name b)
for name in dy zj; do
    "$tessera" run $name.yaml --out $name --device cpu --quiet --no-report >out 2>&1 || fail "$(cat out)"
    mkdir $name.of
    python3 "$source/tests/program/foreign_events.py" $name/events.lhe $name.of || fail "formats of others"
done
gives 0 "effective" reweight dy/events.lhe --card dy.yaml "${choices[@]}" --out base.lhe
gives 0 "branching" decay zj/events.lhe --card zj.yaml --decay "z > e+ e-" --out decayed.lhe
for name in madgraph_2 madgraph_3 mcnlo sherpa powheg whizard pythia_6 members; do
    ending=lhe
    [ $name = members ] && ending=lhe.gz
    file=dy.of/$name.$ending
    # Sherpa's heads have no cross section, and --check says so: all else is right.
    gives "$([ $name = sherpa ] && echo 1 || echo 0)" "processes     right" events $file --check
    gives 0 "effective" reweight $file --card dy.yaml "${choices[@]}" --out $name.$ending
    [ $name = members ] && gzip -dc $name.lhe.gz >$name.lhe
    if [ $name = powheg ]; then # <weights> become <wgt>
        gives 0 "" events powheg.lhe --to lhe --out listed.lhe
        mv listed.lhe powheg.lhe
    fi
    weights like base.lhe a $name.lhe a
    weights like base.lhe b $name.lhe b
    for format in lheh5 $([ $name = madgraph_3 ] && echo lhe hepmc3); do
        "$tessera" events "$file" --to "$format" --out "copy.$format" >out 2>&1 || { grep -q 'lheh5 cannot be written' out && continue; }
        gives 0 "processes     right" events "copy.$format" --check
    done
    gives 0 "branching" decay zj.of/$name.$ending --card zj.yaml --decay "z > e+ e-" --out $name-decayed.$ending
    gives "$([ $name = sherpa ] && echo 1 || echo 0)" "momentum      kept" events $name-decayed.$ending --check
    [ $name = members ] && gzip -dc $name-decayed.lhe.gz >$name-decayed.lhe
done

# The cross section of decays is that of the weights, where the head has none but 1 +- 1 pb.
for name in zj/events zj.of/sherpa; do
    "$tessera" decay $name.lhe --card zj.yaml --decay "z > e+ e-" --out total.lhe --force --json >"$(basename $name).json" 2>out || fail "$(cat out)"
done
grep -q 'the cross section of the head, 1 +- 1 pb, is not that of the weights' out || fail "a head without a cross section is not told"
python3 -c 'import json
plain, made = (json.load(open(name)) for name in ("events.json", "sherpa.json"))
assert made["error"] < 0.3 * made["cross_section"] and abs(made["cross_section"] - plain["cross_section"]) < 4 * made["error"], (plain, made)' \
    2>out || fail "$(cat out)"

# Weights that MadGraph's own reweighting gives its events, whose seven digits behind the first stay.
sed /^cuts/d dy.yaml >open.yaml
gives 0 "effective" reweight "$source/tests/data/madgraph-reweighted.lhe" --card open.yaml --set model.m_z=90.5 --name own --helicities file --out own.lhe
python3 - <<'END' || fail "weights of MadGraph's"
import re
text = open("own.lhe").read()
theirs, ours = ([float(word) for word in re.findall(f"<wgt id='{name}'> *(\\S+) *</wgt>", text.replace('"', "'"))] for name in ("mg_reweight_1", "own"))
assert len(theirs) == len(ours) == 16 and all(abs(a / b - 1) < 1e-7 for a, b in zip(ours, theirs)), list(zip(ours, theirs))
END

# Both kinds of weights in an event, as Pythia's examples have: those with names count, and new ones are among them.
sed 's|^<rwgt>|<weights > 1 </weights>\n<rwgt >|' "$source/tests/data/madgraph-reweighted.lhe" >both.lhe
gives 0 "'mg_reweight_1' twice, 0.0133662 by its name and 1 in <weights>: the first" reweight both.lhe --card open.yaml --set model.m_z=90.5 \
    --name own --helicities file --out both-new.lhe
weights like own.lhe own both-new.lhe own
gives 0 "mg_reweight_1: 0.798572 times" events both-new.lhe

# Files put together as text: all but the first were passed over.
cat own.lhe own.lhe >two.lhe
gives 2 "another file begins behind </LesHouchesEvents>" reweight two.lhe --card open.yaml --mur 2 --name a --out none.lhe
sed 's|^</init>|&\n<init>\n2212 2212 6500 6500 0 0 1 1 3 1\n1 1 1 1\n&|' own.lhe >heads.lhe
gives 2 "<init> stands here once more" reweight heads.lhe --card open.yaml --mur 2 --name a --out none.lhe
[ ! -e none.lhe ] || fail "files put together leave a copy"

# Where masses have not moved momenta one seed makes the same decays.
python3 - "$source/tests/program" madgraph_2 madgraph_3 sherpa whizard pythia_6 members <<'END' || fail "decays of formats of others"
import sys
sys.path.insert(0, sys.argv[1])
from lhe_weights import number, read
def momenta(path):
    return [sorted([number(word) for word in (row[0], *row[6:11])] for row in rows if row[1] == "1") for _, _, rows in read(path)]
plain = momenta("decayed.lhe")
for name in sys.argv[2:]:
    for place, (a, b) in enumerate(zip(plain, momenta(name + "-decayed.lhe"), strict=True), 1):
        assert len(a) == len(b) == 3 and all(abs(x - y) <= 1e-9 * max(abs(x), 1) for p, q in zip(a, b) for x, y in zip(p, q)), (name, place, a, b)
END

# Scales that are not SCALUP stay so in copies.
for ending in lhe hdf5; do
    format=lhe
    [ $ending = hdf5 ] && format=lheh5
    "$tessera" events dy.of/sherpa.lhe --to $format --out scales.$ending >out 2>&1 || { grep -q 'lheh5 cannot be written' out && continue; }
    gives 0 "effective" reweight scales.$ending --card dy.yaml "${choices[@]}" --out scales-new.$ending
    [ $ending = lhe ] || gives 0 "" events scales-new.hdf5 --to lhe --out scales-new.lhe
    weights like base.lhe b scales-new.lhe b
    rm -f scales-new.lhe
done

# Who copies a file as XML, as pylhe does, escapes the names of our processes.
sed '/<TesseraProcesses>/,/<\/TesseraProcesses>/s/ > / \&gt; /' dy/events.lhe >escaped.lhe
grep -q 'g u &gt; e+ e- u' escaped.lhe || fail "no name of a process is escaped"
gives 0 "g u > e+ e- u" events escaped.lhe

# What counts where, and what is said.
gives 0 "such events is taken without the masses that showers need" reweight dy.of/mcnlo.lhe --card dy.yaml --mur 2 --name a --out again.lhe --force
gives 0 "GeV, and none in the model" amplitude --events dy.of/powheg.lhe --card dy.yaml
gives 0 "pb, is not that of the weights" reweight dy.of/sherpa.lhe --card dy.yaml --mur 2 --name a --out again.lhe --force
# Masses and widths of the head, of what the process has alone.
gives 0 "effective" reweight dy.of/madgraph_2.lhe --card dy.yaml --mur 2 --name a --out again.lhe --force
grep -q "says in <slha>" out && fail "values of tops, which no event has: $(cat out)"
sed 's/9.118800e+01/9.100000e+01/; s/2.441404e+00/2.500000e+00/' dy.of/madgraph_2.lhe >values.lhe
gives 0 "events have the mass of z 91 GeV (here 91.188), the width of z 2.5 GeV (here 2.4414" \
    reweight values.lhe --card dy.yaml --mur 2 --name a --out again.lhe --force
gives 0 "by WHIZARD 3.1.4" events dy.of/whizard.lhe
gives 0 "after 3 trials" events dy.of/sherpa.lhe --event 3
cross=$(python3 - <<'END'
import re
text = open("dy.of/sherpa.lhe").read()
weights = [float(head.split()[2]) for head in re.findall(r"<event [^\n]*\n(.*)\n", text)]
print("%.6g" % (sum(weights) / sum(map(int, re.findall(r"trials='(\d+)'", text)))))
END
)
gives 0 "$cross +-" events dy.of/sherpa.lhe
sed "0,/trials='2'/s//trials='-2'/" dy.of/sherpa.lhe >trials.lhe
gives 2 "an event of -2 trials makes no sense" events trials.lhe
sed "0,/mur2='/s//mur2='x/" dy.of/sherpa.lhe >scale.lhe
gives 2 "mur2 of <event> is no number: 'x" events scale.lhe
gives 2 "event 5, " reweight dy.of/broken.lhe --card dy.yaml --mur 2 --name a --out none.lhe
grep -q "has no matrix element: a particle of it has an energy below 0" out || fail "an energy below 0: $(cat out)"
gives 0 "unknown        1 events" reweight dy.of/broken.lhe --card dy.yaml --mur 2 --name a --unknown zero --out broken.lhe
[ -e none.lhe ] && fail "a refusal left a file"
exit $failed
