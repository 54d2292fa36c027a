#!/usr/bin/env bash
# test_events_cli.sh BUILD: `tessera events` of the files of a run, of small ones and of damaged ones: text, JSON, exit statuses.
set -uo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() {
    echo "failed: $*"
    failed=1
}

# gives STATUS WORDS ARGUMENTS...: the exit status, and words in what is printed anywhere.
gives() {
    local status=$1 words=$2 got
    shift 2
    "$tessera" events "$@" >out 2>&1 </dev/null
    got=$?
    [ "$got" = "$status" ] || fail "events $* ends with $got, not $status: $(cat out)"
    grep -qF -- "$words" out || fail "events $*: no '$words' in: $(cat out)"
}

# says VALUE EXPRESSION ARGUMENTS...: what a Python expression of the answer `a` prints.
says() {
    local value=$1 expression=$2 got
    shift 2
    got=$("$tessera" events "$@" --json | python3 -c "import json, sys; a = json.load(sys.stdin); print($expression)")
    [ "$got" = "$value" ] || fail "events $*: $expression is $got, not $value"
}

formats="hepmc3, lhe, lhe.gz, lheh5"
run() {
    "$tessera" run "$source/examples/z-jet.yaml" --device cpu --quiet --out run --force --set integration.relative_error=1e-2 \
        --set events.count=500 --set "events.format=[$formats]" >/dev/null 2>err
}
if ! run; then # without HDF5
    grep -q 'lheh5 cannot be written' err || fail "$(cat err)"
    formats="hepmc3, lhe, lhe.gz"
    run || fail "$(cat err)"
fi
for file in run/events.*; do
    gives 0 "500" "$file" --check
    says "500 True" 'a["events"], a["check"]["right"]' "$file" --check
    momentum=$("$tessera" events "$file" --event 17 --json | python3 -c 'import json, sys
print([p["momentum"] for p in json.load(sys.stdin)["particles"][-3:]])')
    [ -z "${expected:-}" ] || [ "$momentum" = "$expected" ] || fail "event 17 of $file: $momentum"
    expected=$momentum
done

# A written process in single precision: masses and balance to the digits of double.
"$tessera" run "$source/examples/gluon-jets-4.yaml" --device cpu --quiet --no-report --out single --force --set integration.relative_error=2e-2 \
    --set events.count=1000 --set events.format=lhe >/dev/null || fail "gluon-jets-4"
gives 0 "1000" single/events.lhe --check
grep -qE "momentum +kept to [0-9.]+e-1[4-9]" out || fail "single precision: $(cat out)"

gives 0 "u u~ > e+ e- g" run/events.lhe
gives 0 "number " run/events.lhe --event 500
gives 2 "run/events.lhe has 500 events, not 501." run/events.lhe --event 501
if [ -e events/events.hdf5 ]; then
    gives 0 "written to     again.lhe" events/events.hdf5 --to lhe --out again.lhe
    says 500 'a["events"]' again.lhe
    diff <(grep -A 5 '^<event>' again.lhe | grep '^ .* 1$') <(grep -A 5 '^<event>' run/events.lhe | grep '^ .* 1$') ||
        fail "particles of the converted file"
    head -c 60000 events/events.hdf5 >cut.hdf5
    gives 2 "cut.hdf5 is no whole HDF5 file" cut.hdf5
    for file in "$source"/tests/fuzz/corpus/lheh5/*; do # of other writers: compressed, with names of fixed or of any length
        gives 0 "MUR=0.5_MUF=1: 1.03333 times the nominal" "$file" --check
    done
fi

# copies NAME RUN: of both Les Houches files of a run, in each format. The head is that of the run, also where trials give another
# cross section, and --check finds nothing. The mean weight of text made of tables is the head's, and events keep their
# relative weights.
copies() {
    local from to head copy
    [ -e "$2/events.hdf5" ] || return 0
    for from in lhe hdf5; do
        head=$("$tessera" events "$2/events.$from" --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["cross_section"]["value"])')
        for to in lhe lheh5 hepmc3; do
            copy=copy-$from.$to
            gives 0 "written to" "$2/events.$from" --to $to --out "$copy"
            gives 0 "sums          right" "$copy" --check
            says True "abs(a['cross_section']['value'] / $head - 1) < 1e-12" "$copy"
        done
    done
    says True "abs(a['cross_section_of_weights']['value'] / $head - 1) < 1e-9" copy-hdf5.lhe
    python3 - <<'END' || fail "$1: weights of the copies"
import re
def weights(path):
    return [float(line.split()[2]) for line in re.findall(r"<event>\n(.*)\n", open(path).read())]
table, text = weights("copy-hdf5.lhe"), weights("copy-lhe.lhe")
ratio = table[0] / text[0]
assert abs(ratio - 1) < 0.1 and all(abs(a / b / ratio - 1) < 1e-12 for a, b in zip(table, text, strict=True)), ratio
END
}
copies whole run
interrupted() {
    "$tessera" run "$source/examples/gluon-jets-4.yaml" --device cpu --quiet --no-report --out ended --force --set integration.relative_error=2e-2 \
        --set events.count=1e6 --set integration.max_events=1e12 --set "events.format=[lhe, lheh5]" >/dev/null 2>&1 &
    local process=$! status
    sleep "$1"
    kill -INT $process
    wait $process
    status=$?
    [ $status = 130 ] && [ -e ended/events.lhe ] && [ "$(grep -c "^<event>" ended/events.lhe)" -ge 10 ]
}
if [ -e events/events.hdf5 ]; then
    # Where the beams collide themselves they are in the list.
    "$tessera" run "$source/examples/electron-photons.yaml" --device cpu --quiet --no-report --out pairs --force \
        --set events.count=100 --set events.format=lheh5 >/dev/null 2>err || fail "e+ e- > a a in LHEH5: $(cat err)"
    gives 0 "100 of 4 particles" pairs/events.hdf5
    "$tessera" run "$source/examples/z-jet.yaml" --device cpu --quiet --no-report --out part --force --set integration.events=100000 \
        --set events.count=100 --set "events.format=[lhe, lheh5]" >/dev/null 2>&1
    copies "part of a run" part
    is_interrupted=0
    for wait in 0.3 1 3 10; do
        if interrupted $wait; then
            is_interrupted=1
            break
        fi
    done
    [ $is_interrupted = 1 ] || fail "no run was interrupted and left events"
    copies "a run that was interrupted" ended
fi

# An event of the file made again by its number: the same bits, and the matrix element that `tessera amplitude` has.
"$tessera" events run/events.lhe --event 17 --json >file.json
number=$(python3 -c 'import json; print(json.load(open("file.json"))["number"])')
"$tessera" run run/card.yaml --event "$number" --device cpu --quiet --json >again.json || fail "run --event"
python3 - >process <<'END' || fail "run --event $number is another event"
import json
file, again = json.load(open("file.json")), json.load(open("again.json"))
assert again["particles"] == file["particles"] and again["number"] == file["number"] and again["kept"] == 1
assert again["alpha_s"] == file["alpha_s"] and again["scale"] == file["scale"]
with open("point.txt", "w") as point:
    for particle in again["particles"]:
        print(*particle["momentum"], file=point)
print(again["process"])
END
value=$("$tessera" amplitude "$(cat process)" --momenta point.txt --alpha-s 0.12980804454654146 --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["points"][0]["matrix_element_squared"])')
python3 -c "import json; a = json.load(open('again.json'))['matrix_element_squared']; assert abs(a / $value - 1) < 1e-9, a" ||
    fail "the matrix element of event $number: not $value"
# What the process excludes is not in it: at the pole of the Z this has a thousandth of all diagrams.
cat >photon.yaml <<'CARD'
process: e+ e- > mu+ mu- / z
beams: {particles: [e+, e-], energy: 91.188}
integration: {events: 20000}
events: {count: 10, format: lhe}
CARD
"$tessera" run photon.yaml --device cpu --quiet --no-report --out photon >/dev/null 2>err || fail "e+ e- > mu+ mu- / z: $(cat err)"
number=$("$tessera" events photon/events.lhe --event 3 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["number"])')
"$tessera" run photon.yaml --event "$number" --device cpu --quiet --json >again.json || fail "run --event of e+ e- > mu+ mu- / z"
python3 -c 'import json
for particle in json.load(open("again.json"))["particles"]: print(*particle["momentum"])' >point.txt
value=$("$tessera" amplitude "$(sed -n 's/^process: //p' photon.yaml)" --momenta point.txt --json |
    python3 -c 'import json, sys; print(json.load(sys.stdin)["points"][0]["matrix_element_squared"])')
python3 -c "import json; a = json.load(open('again.json'))['matrix_element_squared']; assert abs(a / $value - 1) < 1e-9, a" ||
    fail "the matrix element of e+ e- > mu+ mu- / z: not $value"
for wrong in "--out x" --force --resume "--checkpoint 5" --no-report; do
    # shellcheck disable=SC2086 # an option and its value
    "$tessera" run run/card.yaml --event 1 $wrong 2>err && fail "--event with $wrong"
    grep -q 'writes nothing: leave out' err || fail "--event with $wrong: $(cat err)"
done
"$tessera" run "$source/examples/z-jet.yaml" --event 1 2>err && fail "an event of a card without events"
grep -q 'asks for no events' err || fail "an event of a card without events: $(cat err)"

small=$source/tests/fuzz/corpus/events/small
gives 0 "MUR=0.5_MUF=1: 1.03333 times the nominal" "$small".lhe
says "['MUR=0.5_MUF=1'] 17 [501, 503]" 'list(a["variations"]), a["number"], a["particles"][2]["colours"]' "$small".lhe.gz --event 1
sed 's/^ 21 1 1 2 501 503 50/ 21 1 1 2 501 503 51/' "$small".lhe >wrong.lhe
gives 0 "events         1 of 4 particles" wrong.lhe
gives 1 "momentum      wrong in 1 events, the first is event 1: px changes by 1 GeV, with 100 GeV coming in" wrong.lhe --check
head -c 550 "$small".lhe >cut.lhe
gives 2 "cut.lhe:22: " cut.lhe
head -c 400 run/events.lhe.gz >cut.lhe.gz
gives 2 "the compressed file is damaged or not whole" cut.lhe.gz
gives 2 "cut.lhe:22: " cut.lhe --to lhe.gz --out x
gives 2 "/nowhere/events.lhe cannot be opened" /nowhere/events.lhe
gives 2 "/nowhere/events.lhe cannot be opened" /nowhere/events.lhe --to lhe --out x
gives 2 "- is a pipe, and events are read from the front of a file more than once" -
mkfifo pipe.lhe
gives 2 "pipe.lhe is a pipe" pipe.lhe
gives 2 "is no file of events" "$source/README.md"
gives 1 "nowhere/x" "$small".lhe --to hepmc3 --out nowhere/x
gives 2 "--to FORMAT and --out FILE belong together." "$small".lhe --to lhe
gives 2 "root is no format of events" "$small".lhe --to root --out x
gives 2 "give one of them" "$small".lhe --event 1 --check
ls x >/dev/null 2>&1 && fail "a refused conversion leaves a file"
exit $failed
