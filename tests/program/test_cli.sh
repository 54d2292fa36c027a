#!/usr/bin/env bash
# test_cli.sh BUILD: the program's help, its pages, and what it says to wrong command lines, cards, folders and points. Hardly
# anything is computed.
set -uo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
tessera=$build/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail() {
    echo "FAILED: $*"
    failed=1
}

# refused STATUS TEXT ARGUMENTS...: the status, one sentence that holds TEXT, nothing on standard output, no new folder.
refused() {
    local expected=$1 text=$2 status
    shift 2
    "$tessera" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" = "$expected" ] || fail "tessera $*: exit status $status, not $expected: $(cat err)"
    grep -qF -- "$text" err || fail "tessera $*: does not say '$text' but: $(cat err)"
    [ "$(grep -vc "^tessera: Compiling the program" err)" = 1 ] || fail "tessera $*: not one line: $(cat err)"
    [ ! -s out ] || fail "tessera $*: prints on standard output: $(cat out)"
    [ ! -e tessera-out ] || fail "tessera $*: leaves a folder behind"
}

succeeds() {
    "$tessera" "$@" >out 2>err </dev/null || fail "tessera $*: $(cat err)"
    [ -s out ] || fail "tessera $*: prints nothing"
}

# Help of everything that the help lists.
succeeds --help
succeeds --version
for command in $("$tessera" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    succeeds "$command" --help
    grep -q "^Usage: tessera $command" out || fail "$command --help: no usage"
done

# Pages that come from the tables.
"$tessera" options --markdown | diff - "$source/docs/cards.md" ||
    fail "docs/cards.md is not what the table says: tessera options --markdown >docs/cards.md"
succeeds --man
grep -q '^\.TH TESSERA 1' out || fail "no man page"
succeeds completion bash
bash -n out || fail "the completion is no bash"
succeeds completion zsh
succeeds completion fish
for words in 'compare -d' '-l resume -d' '-l set -x -d' "-a 'bash zsh fish'" 'cuts.jet.pt_min'; do
    grep -qF -- "$words" out || fail "the completion of fish has no $words"
done
if command -v fish >/dev/null; then
    cp out tessera.fish
    fish --no-execute tessera.fish || fail "the completion is no fish"
    fish --no-config -c 'source tessera.fish; complete -C "tessera compl"; complete -C "tessera run --resu"; complete -C "tessera run --set cuts.jet.p"' >out 2>err
    [ ! -s err ] || fail "fish says: $(cat err)"
    for words in 'completion' '--resume' 'cuts.jet.pt_min'; do
        grep -q -- "^$words" out || fail "fish does not complete $words: $(cat out)"
    done
fi
refused 2 "there are bash, zsh and fish" completion tcsh
succeeds options
succeeds options cuts.jet
succeeds options pdf --json
succeeds options seed
grep -q '^integration\.seed$' out || fail "options seed: does not find integration.seed: $(cat out)"
succeeds options jet.pt_min
grep -q '^cuts\.jet\.pt_min$' out || fail "options jet.pt_min: does not find cuts.jet.pt_min: $(cat out)"
succeeds bench

# How long a compiler takes is told as a range, in front of the work. This one does none.
printf 'process: u u~ > z\nbeams: {energy: 13000}\n' >boson.yaml
for ranged in "3 to 6 seconds on a free core, up to 39 on a busy one, once:run boson.yaml --out none" "2 to 20 seconds, once:integrate --dim 1 --expr x1"; do
    # shellcheck disable=SC2086 # a command line
    TESSERA_CC=$(command -v false) TESSERA_CACHE_DIR=$work/empty "$tessera" ${ranged#*:} >out 2>err && fail "a compiler that fails is one"
    grep -q "^tessera: Compiling the program of this computation with .*false: ${ranged%%:*}; later runs" err || fail "no range: $(cat err)"
done

# Planned names are refused and not listed.
printf 'process: g g > g g\n' >good.yaml
refused 2 "--resume is planned" integrate --dim 1 --expr x1 --resume

# Wrong command lines.
refused 2 "A subcommand is missing"
refused 2 "did you mean run?" rnu
refused 2 "did you mean --quiet?" run good.yaml --queit
refused 2 "run needs a CARD" run
refused 2 "does not expect 'b.yaml'" run good.yaml b.yaml
refused 2 "--seed expects a whole number" run good.yaml --seed 1.5
refused 2 "--threads expects a whole number from 1" run good.yaml --threads 0
refused 2 "--out needs a value" run good.yaml --out --json
refused 2 "--json takes no value" run good.yaml --json=yes
refused 2 "--seed is given twice" run good.yaml --seed 1 --seed 2
refused 2 "nosuch.yaml" run nosuch.yaml
refused 2 "There is no option 'cuts.jet.ptmin'; did you mean cuts.jet.pt_min?" options cuts.jet.ptmin
refused 2 "There is no option 'sede'; did you mean integration.seed?" options sede
refused 2 "There is no option 'beam'; did you mean beams" options beam
refused 2 "There is no study 'hadrons'; there are gluons, threads" bench hadrons
refused 2 "There is no study 'gluon'; did you mean gluons?" bench gluon
refused 2 "there is no 'e+ e- j' in this study; there are e+ e-, e+ ve, t t~ and j j of protons, and w+ w- of electrons, to which --from and --to add jets" bench events --integrands "e+ e- j"
refused 2 "run: CARD is empty" run ""
refused 2 "did you mean --quiet?" run good.yaml --qui
refused 2 "--seed expects a whole number from 0 to 2^63-1, not '-1'" run good.yaml --seed -1
refused 2 "--seed expects a whole number from 0 to 2^63-1" run good.yaml --seed 18446744073709551616
refused 2 "--threads expects a whole number from 1 to 4096" run good.yaml --threads 99999999999999999999
refused 2 "--precision expects single or double" bench gluons --precision mixed
refused 2 "--from expects a whole number from 2 to 16" bench gluons --from 1
refused 2 "takes 4 to 16 gluons, not 3 to 12" bench gluons --from 3
refused 2 "takes 2 to 8 photons, not 2 to 9" bench photons --to 9
refused 2 "--from 5 is above --to 4" bench gluons --from 5 --to 4
refused 2 "--to expects a whole number from 2 to 16" bench gluons --to 17
refused 2 "--runs expects a whole number from 1 to 1000" bench gluons --runs 1001
refused 2 "There is no device" bench gluons --device nosuch

# Words of the user's are cut where they are long; what is read and is not there, or no file, is a wrong command line.
printf '500 0 0 500\n500 0 0 -500\n500 300 0 400\n500 -300 0 -400\n' >four.txt
long=$(head -c 100000 /dev/zero | tr '\0' x)
for words in "$long" "options $long" "bench $long" "pdf show $long" "completion $long" "run good.yaml --$long" \
    "integrate --dim 1 --expr x1 --method $long" "integrate --dim 1 --expr x1 --upper $long" "integrate --builtin $long" \
    "bench gluons --device $long" "amplitude $long --momenta four.txt" "run good.yaml --seed $long"; do
    # shellcheck disable=SC2086 # words
    refused 2 xxx $words
    [ "$(wc -c <err)" -lt 1000 ] || fail "tessera ${words:0:40}...: says all of it, $(wc -c <err) bytes"
done
refused 2 "nosuch cannot be opened" integrate --dim 2 --source nosuch
refused 2 "nosuch cannot be opened" integrate --program nosuch
refused 2 "nosuch cannot be opened" integrate --dim 1 --expr "t(x1)" --table t=nosuch
refused 2 "nosuch cannot be opened" integrate --dim 1 --expr "w[1]" --array w=nosuch
refused 2 "nosuch cannot be opened" integrate --dim 1 --expr x1 --grid nosuch
refused 2 "nosuch cannot be opened" compile --out x --dim 1 --source nosuch
refused 2 "nosuch cannot be opened" compile --out x nosuch
refused 2 "nosuch cannot be opened" plot nosuch
refused 2 "nosuch cannot be read" merge none nosuch
refused 2 "good.yaml is no folder: name the folders" merge none good.yaml
refused 2 "nosuch cannot be opened" events nosuch --to lhe --out x
refused 2 "nosuch cannot be opened" amplitude "g g > g g" --momenta nosuch

# A pipe that nobody writes into ends nothing in waiting: all of them wait their second at once.
mkfifo pipe slow
{ sleep 1.3; cat good.yaml; } >slow &
"$tessera" compile --out nowhere --set process=nothing slow >slow.err 2>&1 </dev/null &
pipe_refused() {
    local status said
    said=$(timeout 10 "$tessera" "$@" 2>&1 </dev/null)
    status=$?
    [ $status = 2 ] && [[ $said = *pipe* ]] || echo "tessera $*: exit status $status: $said"
}
for words in "processes good pipe" "model pipe" "compile --out x pipe" "compile --out x --dim 1 --source pipe" "merge none pipe" \
    "plot pipe" "events pipe"; do
    # shellcheck disable=SC2086 # words
    pipe_refused $words &
done >waited
wait
[ ! -s waited ] || fail "of pipes: $(cat waited)"
grep -q '^tessera: Waiting for what writes into the pipe slow\.$' slow.err || fail "a pipe is waited for without a word: $(cat slow.err)"
grep -q 'process' slow.err || fail "a pipe whose writer takes its time is not read: $(cat slow.err)"
rm pipe slow

# Output folders that are none.
refused 1 "/dev/null" run good.yaml --out /dev/null/x
refused 1 "good.yaml is not a folder" run good.yaml --out good.yaml
refused 1 "good.yaml" run good.yaml --out good.yaml/below/it
mkdir -p taken/histograms.yoda
refused 1 "taken/histograms.yoda is a folder, which no file may replace" run good.yaml --out taken

# Wrong cards: the place, and what would be right.
printf 'process: g g > g g\ncuts: {jet: {ptmin: 20}}\n' >card.yaml
refused 2 "card.yaml:2:14: unknown option 'cuts.jet.ptmin'; did you mean cuts.jet.pt_min?" run card.yaml
printf 'process: g g > g g\ncuts:\n  jet:\n    pt_min: -3\n' >card.yaml
refused 2 "card.yaml:4:13: cuts.jet.pt_min: expected a number from 0" run card.yaml
refused 2 "integration.max_events: expected a whole number from 1000 to" run good.yaml --set integration.max_events=0
refused 2 "integration.max_events: expected a whole number from 1000 to" run good.yaml --set integration.max_events=999
printf 'process: g g > g g\ncuts:\n' >card.yaml
refused 2 "card.yaml:2:1: cuts: this group of options is empty" run card.yaml
refused 2 "--set: unknown option 'proces'; did you mean process?" run good.yaml --set proces=1
refused 2 "set one of them, such as integration.relative_error" run good.yaml --set integration=1
refused 2 "sqrt(m(z)^2 + pt(z)^2)/2, found '1e9*HT'" run good.yaml \
    --set 'scales.renormalization=1e9*HT'
refused 2 "--set cuts.jet.pt_min: expected a number" run good.yaml --set cuts.jet.pt_min=abc
refused 2 "couplings.alpha_s: expected a number from 1e-09 to 2" run good.yaml --set couplings.alpha_s=3
refused 2 "--set scales.renormalization: alpha_s has no meaning at 0.15 GeV" run good.yaml --set scales.renormalization=0.15
refused 2 "--set scales.renormalization: the cuts let it fall to 0.04 GeV, and below 0.5 GeV alpha_s has no meaning" \
    run good.yaml --set scales.renormalization=HT/1000
printf 'process: g g > g g\nhistograms:\n  - ht\n  - pt3\n' >card.yaml
refused 2 'card.yaml:4:5: histograms: there is no histogram "pt3" of 2 jets' run card.yaml
printf 'process: g g > g g\nhistograms:\n  - ht\n  - {name: pt1, log: true}\n' >card.yaml
refused 2 'card.yaml:4:5: histograms: "pt1" has bins in the logarithm' run card.yaml
printf 'process: g g > g g\nhistograms:\n  - ht\n  - {name: pt1, bins: 10000, range: [1000, 1000.001]}\n' >card.yaml
refused 2 'card.yaml:4:5: histograms: 10000 bins of "pt1" in [1000, 1000.001] are finer than' run card.yaml
refused 2 'finer than the numbers of double precision' run good.yaml --set precision=double \
    --set 'histograms=[{name: ht, bins: 10000, range: [1000, 1000.00000000001]}]'

# Quark pairs and their shower.
printf 'process: e+ e- > q q~\nbeams: {particles: [e+, e-], energy: 91.2}\nshower:\n  cutoff: 0.2\n' >lep.yaml
refused 2 'lep.yaml:4:11: shower.cutoff: at 0.2 GeV alpha_s would be' run lep.yaml
refused 2 '--set shower.cutoff: at 0.05 GeV alpha_s has no meaning' run lep.yaml --set shower.cutoff=0.05
refused 2 '--set shower.cutoff: emissions above 50 GeV need an energy of 100 GeV or more' run lep.yaml --set shower.cutoff=50
refused 2 '--set shower.max_partons: expected a whole number from 4 to 128' run lep.yaml --set shower.max_partons=3
refused 2 '--set shower.order: expected a whole number from 1 to 2' run lep.yaml --set shower.order=3
refused 2 '--set integration.events: expected a whole number from 1' run lep.yaml --set integration.events=0
refused 2 "unknown option 'shower.cutof'; did you mean shower.cutoff?" run lep.yaml --set shower.cutof=1
refused 2 'there is no histogram "y23" of quark pairs: there are durham, log10y23' run lep.yaml \
    --set shower.cutoff=1 --set 'histograms=[y23]'
refused 2 'has other beams: write beams.particles: [e+, e-]' run good.yaml --set 'process=e+ e- > q q~'
refused 2 'needs the energy of its beams' run good.yaml --set 'process=e+ e- > q q~' --set 'beams.particles=[e+, e-]'
refused 2 'shower.start: a shower that begins at 1 GeV has no way to 1.3 GeV' run good.yaml --set shower.start=1
"$tessera" run lep.yaml --set 'process=e+ e- > b b~' --set beams.energy=11 --set shower.enabled=false \
    --set integration.events=1000 --set integration.max_events=1e6 >out 2>err || fail "b quarks at 11 GeV: $(cat err)"
grep -q 'At 11 GeV b quarks are not light' err || fail "b quarks at 11 GeV: no warning but '$(cat err)'"
grep -q 'integration.max_events has no part where integration.events is given' err || fail "no warning of max_events: $(cat err)"
rm -rf tessera-out

# Options without a part in a derived process are told, and its own card has none of them, but all else.
cat >ww.yaml <<'END'
process: e+ e- > w+ w-
beams: {particles: [e+, e-], energy: 240}
integration: {relative_error: 1e-2}
scales: {factorization: MT/2}
cuts: {lepton: {pt_min: 3}, heavy: {pt_min: 1}}
histograms: [{name: dy, expression: "abs(y(w1) - y(w2))", range: [0, 8], title: "A difference"}, pt_w]
END
"$tessera" run ww.yaml --out first >out 2>err || fail "ww.yaml: $(cat err)"
grep -q 'warning: scales.factorization and cuts.lepton.pt_min have no part in e+ e- > w+ w- and change nothing' err ||
    fail "no warning of what is idle but '$(cat err)'"
grep -q 'cuts.heavy' err && fail "cuts.heavy has a part in w+ w-, but: $(cat err)"
if [ -n "${TESSERA_TEST_CI:-}" ]; then # as below of pairs, and of a cut with events
    "$tessera" run first/card.yaml --out second >out 2>err || fail "its own card: $(cat err)"
    grep -q 'warning' err && fail "its own card is warned of: $(cat err)"
    cmp -s first/histograms.yoda second/histograms.yoda || fail "its own card gives other histograms"
    printf 'process: g g > g g\ncuts: {jet: {dr_min: 10}}\n' >far.yaml # where no event passes, 10^7 are enough
    "$tessera" run far.yaml --out none >out 2>err
    [ $? = 3 ] || fail "a cut that nothing passes: $(cat err)"
    grep -q 'No event out of 1[0-9]\{7\} passed the cuts: loosen cuts.jet.dr_min' err || fail "not said of which cut: $(cat err)"
fi
printf 'process: g g > g g\ncuts: {jet: {dr_min: 10, ht_min: 0, pt_max: 1e7}}\nevents: {count: 10}\n' >far.yaml
timeout 60 "$tessera" run far.yaml --out none --force >out 2>err # nor is one then tried for the file
[ $? = 3 ] || fail "events of a cut that nothing passes: $(cat err)"
grep -q 'No event out of 1[0-9]\{7\} passed the cuts: loosen cuts.jet.dr_min\.$' err || fail "cuts that exclude nothing are named, or others not: $(cat err)"
[ ! -e none/events.hepmc3 ] || fail "events of a cut that nothing passes are written"
rm -rf first second none

# An entry of cuts.pair without a part is told of once, for the result's own card has none. Subprocesses without
# jets give zero where others have them.
cat >pairs.yaml <<'END'
process: g g > x x~
define: {x: [u, t], x~: [u~, t~]}
cuts: {jet: {ht_min: 50}, pair: {e+ e-: {mass: [10, null]}, u u~: {mass: [10, null]}}}
integration: {relative_error: 2e-2}
END
"$tessera" run pairs.yaml --out first >out 2>err || fail "pairs.yaml: $(cat err)"
grep -q 'warning: cuts.pair.e+ e- has no part in g g > x x~' err || fail "not told of an idle pair: $(cat err)"
grep -q 'No event of 1 of 2 subprocesses passed.*g g > t t~' err || fail "not told of a part that is zero: $(cat err)"
"$tessera" run first/card.yaml --out second >out 2>err || fail "its own card: $(cat err)"
grep -q 'has no part' err && fail "its own card is warned of: $(cat err)"
grep -q 'pair: {u u~:' first/card.yaml || fail "the pair with a part is not in card.yaml"
rm -rf first second

# Too few events for the precision: status 3, and the result says so.
few=(--set integration.max_events=2e5 --set integration.relative_error=1e-6)
"$tessera" run good.yaml "${few[@]}" --set 'histograms=[ht]' --out few >out 2>err
[ $? = 3 ] || fail "too few events: not exit status 3: $(cat err)"
grep -q '^written to     few/result.json, few/histograms.yoda' out || fail "does not say where the result is"
grep -q '"converged": false' few/result.json || fail "too few events: result.json does not say that it did not converge"

# What a result was made of: card.yaml gives the same bits, result.json says the same.
python3 - few <<'END' || fail "result.json does not hold the card's settings"
import json, sys
card = json.load(open(sys.argv[1] + "/result.json"))["card"]
assert card["integration"]["max_events"] == 200000 and card["integration"]["bins"] == 128, card
assert card["cuts"] == {"jet": {"pt_min": 20, "eta_max": 2.5, "dr_min": 0.4}} and card["pdf"] == "CTEQ6L1", card
assert [row["name"] for row in card["histograms"]] == ["ht"] and len(card["histograms"][0]) == 4, card
END
"$tessera" run few/card.yaml --quiet --out again >out 2>err
[ ! -s err ] || fail "card.yaml: warnings: $(cat err)"
cmp -s few/histograms.yoda again/histograms.yoda || fail "card.yaml gives another histogram"
cmp -s few/card.yaml again/card.yaml || fail "card.yaml of card.yaml is another"
own='histograms=[{name: both, expression: "pt(j1) + pt(j2)", range: [0, 500], title: "p_T: both"}]'
"$tessera" run good.yaml "${few[@]}" --set "$own" --quiet --out own >out 2>err || [ $? = 3 ] || fail "an expression: $(cat err)"
"$tessera" run own/card.yaml --quiet --out own-again >out 2>err || [ $? = 3 ] || fail "card.yaml of an expression: $(cat err)"
for file in histograms.yoda card.yaml; do
    cmp -s "own/$file" "own-again/$file" || fail "card.yaml of an expression: another $file"
done
printf 'process: e+ e- > j j\nbeams: {particles: [e+, e-], energy: 91.2}\nhistograms: [durham, {name: thrust, bins: 7}]\n' |
    "$tessera" run - --out pairs --set integration.events=500 --set events.count=50 >out 2>err ||
    fail "a card from standard input: $(cat err)"
"$tessera" run pairs/card.yaml --quiet --out same >out 2>err || fail "card.yaml of showers: $(cat err)"
[ ! -s err ] || fail "card.yaml of showers: warnings: $(cat err)"
for file in histograms.yoda events.hepmc3 card.yaml; do
    cmp -s "pairs/$file" "same/$file" || fail "card.yaml of showers: another $file"
done

# Another run's result stays, unless --force says otherwise; the same card may be run again.
refused 2 "few/result.json is the result of another card (integration.seed differs): give another folder" \
    run good.yaml "${few[@]}" --set 'histograms=[ht]' --seed 2 --out few
cmp -s few/card.yaml again/card.yaml || fail "a refused run touched the folder"
"$tessera" run good.yaml "${few[@]}" --set 'histograms=[ht]' --out few >out 2>err
[ $? = 3 ] || fail "the same card into the same folder: $(cat err)"
echo '{"version": "0.1.0"}' >again/result.json
refused 2 "again/result.json is there already and does not say of which card" run few/card.yaml --out again
"$tessera" run few/card.yaml --seed 2 --out again --force >out 2>err
grep -q '^  seed: 2$' again/card.yaml || fail "--force does not replace the result of another card"

# A program that is compiled for the first time says so, and how long that takes; a second run is silent.
mkdir fresh
TESSERA_CACHE_DIR=$PWD/fresh "$tessera" integrate --expr "x1 + 3" --dim 1 >out 2>err || fail "a fresh cache: $(cat err)"
grep -q '^tessera: Compiling the program of this computation with .*: 2 to 20 seconds, once' err ||
    fail "the first compilation is silent: $(cat err)"
TESSERA_CACHE_DIR=$PWD/fresh "$tessera" integrate --expr "x1 + 3" --dim 1 >out 2>err
[ ! -s err ] || fail "a program that was kept is compiled again: $(cat err)"

# The comparison with other libraries says which of them it did not find.
printf '#!/bin/sh\n[ $# = 2 ] && echo 1 || echo 1 0 1e-3 1e-3 1000\n' >tessera_integrals
chmod +x tessera_integrals
python3 "$source/bench/peers/compare.py" --peers nowhere --tessera "$PWD/tessera_integrals" --only f2:6 --turns 1 >out 2>err ||
    fail "compare.py: $(cat err)"
grep -q 'not found and left out: vegas (nowhere/venv/bin/python3 is no program)' err || fail "compare.py is silent: $(cat err)"
grep -q '^not compared with, for they were not found: gsl .*, vegas .*, cuba ' out || fail "compare.py: $(cat out)"

# A card from standard input.
"$tessera" run - >out 2>err <<<'process: {' && fail "a wrong card from standard input is taken"
grep -q '^tessera: stdin:1:10: ' err || fail "standard input is not named: $(cat err)"
"$tessera" run - --set integration.relative_error=0.5 <good.yaml >out 2>err || fail "run -: $(cat err)"
[ -s tessera-out/stdin/result.json ] || fail "run -: no result in tessera-out/stdin"
rm -rf tessera-out

# A full disk, here a limit on the size of files: the older result stays, and nothing says that there is a new one.
cp few/result.json older.json
(ulimit -f 1; exec "$tessera" run good.yaml "${few[@]}" --set 'histograms=[ht]' --out few) >out 2>err
[ $? = 1 ] || fail "a full disk: not exit status 1"
grep -q 'histograms.yoda.*cannot be written' err || fail "a full disk: says '$(cat err)'"
grep -q '^cross section' out || fail "a full disk: the result is not even printed"
grep -q '^written to' out && fail "a full disk: says that the result is written"
cmp -s older.json few/result.json || fail "a full disk: the older result.json is gone"
[ "$(find few -mindepth 1 -maxdepth 1 | wc -l)" = 4 ] || fail "a full disk: leaves files behind: $(ls -A few)"

# Momenta. What follows computes few points: compilers have less to do.
[ -z "${TESSERA_PROGRAM_FLAGS:-}" ] || TESSERA_PROGRAM_FLAGS="$(cat "$source/tests/program_flags_of_few_points")"
printf '500 0 0 500\n500 0 0 -500\n500 500 0 0\n500 -500 0 20\n' >wrong.txt
refused 2 "wrong.txt:4: particle 4 has no real mass" amplitude "g g > g g" --momenta wrong.txt
printf '500 0 0 500\n500 0 0 -500\n500 400 0 0\n500 -400 0 0\n' >massive.txt
refused 2 "Point 1: particle 3, g, is not massless" amplitude "g g > g g" --momenta massive.txt
refused 2 "particle 3, t, has the mass 173 GeV in the model" amplitude "g g > t t~" --momenta massive.txt
printf '# a point\n500 0 0 500\n500 0 0 -500\n500 500 0 0\n400 -400 0 0\n' >wrong.txt
refused 2 "wrong.txt:2: energy is not conserved in the point of 4 particles" amplitude "g g > g g" --momenta wrong.txt
printf '500 0 0\n' >wrong.txt
refused 2 "wrong.txt:1: expected a particle as four numbers" amplitude "g g > g g" --momenta wrong.txt
for words in '50 0 0-50' '50 0 0 -0x32' '50 0 0 50D0' '50 0 0 nan' '50 0 0 5,0'; do
    echo "$words" >wrong.txt
    refused 2 "wrong.txt:1: expected a particle as four numbers" amplitude "g g > g g" --momenta wrong.txt
done
printf '# a point\n\n\n500 0 0 500 # incoming\n500 0 0 -500\n500 300 0 400\n500 -300 0 -400\n\n\n' >point.txt
succeeds amplitude "g g > g g" --momenta point.txt --helicities=----
succeeds amplitude "u u~ > a a" --momenta point.txt --alpha 0.0073 --json
succeeds amplitude "e+ e- > a a" --momenta point.txt --helicities=+-+-
refused 2 "charge" amplitude "u d~ > a a" --momenta point.txt
refused 2 "holds the label j" amplitude "g g > j j" --momenta point.txt
refused 2 "particle 1, u, has + or -, not '0'" amplitude "u u~ > d d~" --momenta point.txt --helicities=0+++
succeeds amplitude "u u~ > d d~" --momenta point.txt --helicities=+-+-
succeeds amplitude "g g > g g" --momenta point.txt --colour full --precision single
refused 2 "expected a number from 1e-09 to 1" amplitude "u u~ > a a" --momenta point.txt --alpha 3
refused 2 "--alpha expects a number above 0" amplitude "u u~ > a a" --momenta point.txt --alpha 0
refused 2 "--momenta FILE" amplitude "g g > g g"
printf '500 0 0 500\n500 0 0 -500\n250 150 200 0\n250 150 200 0\n500 -300 -400 0\n' >collinear.txt
refused 1 "Point 1: particles 3 and 4 are collinear" amplitude "g g > g g g" --momenta collinear.txt
refused 2 "alpha_s has no meaning at 0.15 GeV" amplitude "g g > g g g" --momenta collinear.txt --scale 0.15
refused 2 "expected a number from 1e-09 to 2" amplitude "g g > g g g" --momenta collinear.txt --alpha-s 3
refused 2 "particle 3, t, has the mass 172.5 GeV in the model" amplitude "g g > t t~" --momenta massive.txt --set model.m_t=172.5
printf 'model: {m_t: 300}\n' >top.yaml
succeeds amplitude "g g > t t~" top.yaml --momenta massive.txt
succeeds amplitude "u u~ > e+ e-" --momenta point.txt --set model.complex_masses=true
refused 2 "alpha_s is given twice" amplitude "g g > g g" --momenta point.txt --set couplings.alpha_s=0.1 --alpha-s 0.1
refused 2 "the model has no input 'mt'" amplitude "g g > g g" --momenta point.txt --set model.mt=172.5
refused 2 "--colour expects leading or full" amplitude "g g > g g" --momenta wrong.txt --colour some

# Scales by expressions: what is none is refused, and events below the least scale are told of.
printf 'process: g g > t t~\nintegration: {events: 2000}\n' >top.yaml
refused 2 'there is no particle z that all subprocesses have; there are t, tx' \
    run top.yaml --set 'scales.renormalization=m(z)'
refused 2 "scales.factorization: M, clustering and expressions serve processes that are derived from the model alone" run good.yaml --set 'process=g g > g g' --set 'scales.factorization=pt(j1)'
refused 2 "or an expression such as sqrt(m(z)^2 + pt(z)^2)/2, found 'HTT'" run top.yaml --set scales.renormalization=HTT
succeeds run top.yaml --set 'scales.factorization=(m(t) + m(tx)) / 2' --out mass --no-report
succeeds run top.yaml --set 'scales.factorization=173' --out number --no-report
[ "$(grep -A1 '"cross_section"' mass/result.json | cut -c1-26)" = "$(grep -A1 '"cross_section"' number/result.json | cut -c1-26)" ] ||
    fail "a scale that is the mass of t is another: $(head -12 mass/result.json number/result.json)"
grep -q 'factorization: "(m(t) + m(tx)) / 2"' mass/card.yaml || fail "the card has no expression: $(cat mass/card.yaml)"
succeeds run mass/card.yaml --out mass-again --no-report
cmp -s <(sed '/"time"/,/}/d; /ns_per/d' mass/result.json) <(sed '/"time"/,/}/d; /ns_per/d' mass-again/result.json) ||
    fail "card.yaml of an expression is another"
succeeds run top.yaml --set 'scales.renormalization=pt(t) / 20' --out low-scale --no-report
grep -q 'events have a weight that is not a finite number' err || fail "events without a scale are not told of: $(cat err)"

# A massless quark that a Higgs boson is to decay into: the option of its coupling alone is named.
refused 2 "its mass in the coupling alone is model.ym_b" processes "p p > z h, z > l+ l-, h > b b~"
# Pairs of a decay that may come from a Z of the production too are warned of, before anything is compiled.
printf '%s\n' 'process: "e+ e- > z mu+ mu-, z > mu+ mu-"' 'beams: {particles: [e+, e-], energy: 250}' \
    'cuts: {pair: {mu+ mu-: {mass: [20, null]}}}' >twice.yaml
TESSERA_CC=/bin/false TESSERA_CACHE_DIR=$PWD/none "$tessera" run twice.yaml --out twice >out 2>err
grep -q "may come from a second z that the process does not name: where both have their mass, events count twice" err ||
    fail "a region that counts twice is not told of: $(cat err)"

# A folder of a model is told what there is.
mkdir HEFT_UFO
refused 2 "it takes inputs of the Standard Model, such as {m_t: 172.5, scheme: gmu}, or the table of another model, {name: NAME.tsm}" \
    run top.yaml --set model=HEFT_UFO
refused 2 "HEFT_UFO is a folder: \`tessera model import HEFT_UFO\` makes a table of a UFO" run top.yaml --set "model={name: HEFT_UFO}"
refused 2 "HEFT_UFO is a folder, not a card; of a UFO \`tessera model import HEFT_UFO\` makes a table" model HEFT_UFO
refused 2 "expected a mapping such as {QED: 2, QCD: 2}, found a single value" run top.yaml --set orders=2

# Comparison.
histogram() { printf 'BEGIN YODA_HISTO1D_V2 %s\nPath: %s\n---\n0 1 %s 4 1 1 9\nEND YODA_HISTO1D_V2\n' "$1" "$1" "$2"; }
# tells_nothing COMMAND...: rows are printed, but no bin counts.
tells_nothing() {
    "$tessera" "$@" >out 2>err </dev/null
    [ $? = 1 ] || fail "tessera $*: nothing compared is not exit status 1: $(cat err)"
    grep -q "^tessera: .*: No bin of /x/ht can be compared: all are without an error" err || fail "tessera $*: $(cat err)"
}
histogram /x/ht 10 >a.yoda
histogram /y/ht 14 >b.yoda
succeeds compare a.yoda b.yoda --json
python3 - out <<'END' || fail "compare --json: $(cat out)"
import json, sys
row = json.load(open(sys.argv[1]))["histograms"][0]
assert row["chi2"] == 2 and row["degrees_of_freedom"] == 1 and abs(row["p_value"] - 0.15729920705) < 1e-10, row
END
mkdir a b
cp a.yoda a/histograms.yoda
cp b.yoda b/histograms.yoda
cp out files.json
succeeds compare a b/ --json
cmp -s out files.json || fail "compare: folders are not their histograms: $(cat out)"
refused 2 "nosuch/histograms.yoda cannot be opened" compare a "$(mkdir nosuch && echo nosuch)"
succeeds compare a.yoda b.yoda --shapes --entries 9
grep -Eq '^/x/ht +0 +1 ' out || fail "compare --shapes: a factor is no difference of shapes: $(cat out)"
tells_nothing compare a.yoda b.yoda --entries 10
grep -Eq '^/x/ht +0 +0 ' out || fail "compare --entries: a bin of 9 entries counts: $(cat out)"
refused 2 "nosuch.yoda cannot be opened" compare a.yoda nosuch.yoda
{ printf 'BEGIN YODA_HISTO1D_V2 /x/a\nPath: /x/a\n---\n0 2 1 1 1 1 1\nEND YODA_HISTO1D_V2\n'; histogram /x/ht 10
  histogram /x/left 1; } >a.yoda
{ histogram /x/a 1; histogram /x/ht 14; histogram /x/right 1; } >b.yoda
"$tessera" compare a.yoda b.yoda >out 2>err
[ $? = 1 ] || fail "compare: histograms of other bins: not exit status 1"
grep -q '^tessera: a.yoda, b.yoda: Bin 1 is' err || fail "compare: does not name the files: $(cat err)"
grep -Eq '^/x/a +incomparable' out || fail "compare: no row for what cannot be compared: $(cat out)"
grep -Eq '^/x/ht +2 +1 ' out || fail "compare: ends at what cannot be compared: $(cat out)"
grep -Eq '^/x/left +only in a.yoda' out || fail "compare: passes over what is in A only: $(cat out)"
grep -Eq '^/x/right +only in b.yoda' out || fail "compare: passes over what is in B only: $(cat out)"
printf 'BEGIN YODA_HISTO1D_V2 /x/ht\nPath: /x/ht\n---\n0 1 0 0 0 0 0\nEND YODA_HISTO1D_V2\n' >empty.yoda
tells_nothing compare empty.yoda empty.yoda
grep -Eq '^/x/ht +0 +0 +-$' out || fail "compare: no degree of freedom has a p-value: $(cat out)"
tells_nothing compare empty.yoda empty.yoda --json
grep -q '"p_value": null' out || fail "compare --json: no degree of freedom has a p-value: $(cat out)"
printf 'no yoda\n' >b.yoda
refused 2 "b.yoda:1: expected 'BEGIN YODA_" compare a.yoda b.yoda
for i in $(seq 2001); do histogram /x/h"$i" 1; done >many.yoda
refused 2 "has 2001 histograms, and up to 2000 are drawn" plot many.yoda --out many.html
succeeds compare many.yoda many.yoda
grep -Eq '^/x/h2001 +0 +1 ' out || fail "compare: many histograms: $(tail -3 out)"

# What comes from files, and names of them, is no order to a terminal: neither ESC nor C1's (of UTF-8, or a stray byte).
orders=$(printf '\033]0;x\007\302\233\233')
# shows_no_orders STATUS ARGUMENTS...: whatever is said of it has no control character.
shows_no_orders() {
    local expected=$1 status
    shift
    "$tessera" "$@" >out 2>err </dev/null
    status=$?
    [ "$status" = "$expected" ] || fail "tessera $*: exit status $status, not $expected: $(cat -v err)"
    [ -s out ] || [ -s err ] || fail "tessera $*: says nothing"
    if cat out err | LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|[^\xc2-\xf4][\x80-\x9f]$'; then
        fail "tessera $*: shows what a file holds as it is: $(cat -v out err)"
    fi
}
mkdir locked "odd$orders"
printf '%s\n' "$orders" >locked/.tessera-lock
flock locked/.tessera-lock sleep 30 &
holder=$!
while flock -n locked/.tessera-lock true; do sleep 0.02; done
shows_no_orders 1 run "$source/examples/z-jet.yaml" --out locked
kill $holder
grep -q "locked is being written, or merged, by another run" err || fail "a locked folder: $(cat -v err)"
histogram "/x/ht$orders" 10 >"odd$orders/a.yoda"
shows_no_orders 0 compare "odd$orders/a.yoda" "odd$orders/a.yoda"
printf 'BEGIN YODA_HISTO1D_V2 /x/ht\n---\n0 1 x%s 4 1 1 9\nEND YODA_HISTO1D_V2\n' "$orders" >"odd$orders/b.yoda"
shows_no_orders 2 compare "odd$orders/b.yoda" a.yoda
shows_no_orders 1 compare "odd$orders/a.yoda" a.yoda
shows_no_orders 0 plot "odd$orders/a.yoda" --out "odd$orders/a.html"
shows_no_orders 2 plot "odd$orders/none.yoda"
shows_no_orders 2 events "odd$orders/a.yoda"
shows_no_orders 2 merge new "odd$orders"
shows_no_orders 2 pdf show "odd$orders"
shows_no_orders 2 run "odd$orders/none.yaml"
shows_no_orders 2 run "$source/examples/z-jet.yaml" --set "process=$orders"
printf '50 0 0 50\n50 0 0 -50%s\n' "$orders" >"odd$orders/points"
shows_no_orders 2 amplitude "g g > g g" --momenta "odd$orders/points"
mkdir set
printf 'SetDesc: "a set\\e[31m"\nNumMembers: 1\nAlphaS_Type: analytic\nAlphaS_Lambda5: 0.2\n' >set/set.info
printf 'Format: lhagrid1\n---\n1e-3 1e-2 1e-1 1\n1 100\n21\n1\n1\n1\n1\n1\n1\n1\n1\n---\n' >set/set_0000.dat
shows_no_orders 0 pdf show ./set

exit $failed
