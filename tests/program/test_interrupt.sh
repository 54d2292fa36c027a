#!/usr/bin/env bash
# test_interrupt.sh BUILD: Ctrl-C. A run gives what it reached, a compilation nothing, and a result that cannot be written
# leaves the older one.
set -uo pipefail
build=$1
tessera=$build/tessera
work=$(mktemp -d)
trap '[ ! -e "$work/compiling" ] || kill "$(cat "$work/compiling")" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
printf 'process: g g > g g\nhistograms: [ht]\nintegration: {relative_error: 1e-12, max_events: 1e18}\n' >card.yaml

fail() {
    echo "FAILED: $*"
    failed=1
}

# start: a run behind the test's back, its number in `process`.
start() {
    "$tessera" run card.yaml --quiet --no-report --force >out 2>err &
    process=$!
}

# ends STATUS: waits for the run, which has to end with this status.
ends() {
    wait $process
    local status=$?
    [ $status = "$1" ] || fail "exit status $status, not $1: $(cat err)"
}

# While the program is compiled: a compiler that never ends, which gets the signal too, as from a terminal.
cat >compiler <<'END_COMPILER'
#!/bin/sh
echo $$ >compiling.new
mv compiling.new compiling
exec sleep 600
END_COMPILER
chmod +x compiler
TESSERA_CC=$work/compiler TESSERA_CACHE_DIR=$work/cache start
until [ -e compiling ]; do
    kill -0 $process 2>/dev/null || { fail "no compiler is asked for: $(cat err)"; break; }
    sleep 0.1
done
kill -INT $process
kill -INT "$(cat compiling)"
ends 130
rm compiling
grep -q "Interrupted while" err || fail "says nothing of an interrupted compilation but: $(cat err)"
[ ! -e tessera-out ] || fail "leaves a folder behind"
[ ! -s out ] || fail "prints a result: $(cat out)"

# A signal to the program alone, as from a batch system, ends its compiler too.
TESSERA_CC=$work/compiler TESSERA_CACHE_DIR=$work/cache start
until [ -e compiling ]; do
    kill -0 $process 2>/dev/null || { fail "no compiler is asked for: $(cat err)"; break; }
    sleep 0.1
done
kill -INT $process
ends 130
kill -0 "$(cat compiling)" 2>/dev/null && fail "the compiler goes on after an interruption"
rm compiling

# Programs of two multiplicities are compiled at a time, where there are two processors, and all compilers end.
cp card.yaml one.yaml
printf 'process: p p > z 0..1 j\nbeams: {energy: 6500}\n' >card.yaml
sed -i 's/compiling.new/compiling.$$/; s/mv .*/ln compiling.$$ compiling.is.$$/' compiler
TESSERA_CC=$work/compiler TESSERA_CACHE_DIR=$work/cache start
wanted=$(($(nproc) > 1 ? 2 : 1))
until [ "$(find . -name 'compiling.is.*' | wc -l)" = $wanted ]; do
    kill -0 $process 2>/dev/null || { fail "no $wanted compilers are asked for: $(cat err)"; break; }
    sleep 0.1
done
kill -INT $process
ends 130
grep -q "Interrupted while programs were compiled" err || fail "says nothing of interrupted compilations but: $(cat err)"
for compiling in compiling.is.*; do
    kill -0 "$(cat "$compiling")" 2>/dev/null && fail "a compiler goes on after an interruption"
done
mv one.yaml card.yaml

# soon ARGUMENTS: an interruption at several moments (`waits`) ends long work of the host within a second of a core's time. A machine
# with other load has one more. With `until=FILE` it comes as soon as that file is there.
soon() {
    python3 - "${until:-}" "${waits:-0.1 0.5 1.5}" "$tessera" "$@" <<'END_PYTHON' || fail "an interruption of: $*"
import os, signal, subprocess, sys, time
until, arguments = sys.argv[1], sys.argv[3:]
waits = [float(wait) for wait in sys.argv[2].split()]
for wait in (60,) if until else waits:
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    begun = time.monotonic()
    while process.poll() is None and time.monotonic() - begun < wait and not (until and os.path.exists(until)):
        time.sleep(0.01)
    if process.poll() is not None:
        assert process.returncode == 0 and not until, process.stderr.read()
        assert wait > waits[0], "there is nothing to interrupt"
        break
    process.send_signal(signal.SIGINT)
    before = time.monotonic()
    cpu = sum(os.times()[2:4])
    process.wait(60)
    spent = min(time.monotonic() - before, sum(os.times()[2:4]) - cpu)
    assert spent < 2 and process.returncode in (0, 130), (wait, spent, process.returncode)
END_PYTHON
}
soon processes "p p > j j j j j j j"
soon processes "p p > e+ e- j j j j j"
# A run that derives many subprocesses and their histories, one that learns, one that writes; copies of events, and looks at them.
printf '%s\n' 'process: p p > z 0..4 j' 'merging: {scheme: umeps, by: shower, value: 20}' 'shower: {max_partons: 64}' \
    'scales: {renormalization: 91.2, factorization: 91.2}' >histories.yaml
waits=0.4 TESSERA_CC=/bin/false soon run histories.yaml --no-report --force --out deriving
waits="0.3 1" soon learn card.yaml --set "process=g g > g g g g g" --quiet --out learned
writing=(run card.yaml --quiet --no-report --set integration.events=1e4 --set events.count=1e9 --set events.weighted=true
    --set events.format=lhe --out writing)
until=writing/events.lhe.part soon "${writing[@]}"
"$tessera" "${writing[@]}" --force --set events.count=1e5 >out 2>err || fail "a long file: $(cat err)"
until=copy.lhe.checkpoint soon reweight writing/events.lhe --card card.yaml --mur 2 --name up --checkpoint 0.01 --out copy.lhe
waits=0.2 soon events writing/events.lhe --check
waits=0.2 soon events writing/events.lhe --to lhe.gz --out copy.lhe.gz

# In the middle of a run, after longer waits until something is reached.
for wait in 1 2 4 8 16 32 64; do
    start
    sleep "$wait"
    kill -INT $process
    ends 130
    [ ! -e tessera-out/card/result.json ] || break
done
python3 - <<'END_PYTHON' || fail "result.json"
import json
result = json.load(open("tessera-out/card/result.json"))
assert result["converged"] is False and result["interrupted"] is True, result
assert result["cross_section"]["value"] > 0 and result["events"]["generated"] > 0, result
assert result["histograms"] == ["/tessera/ht"], result
END_PYTHON
tail -n 2 tessera-out/card/histograms.yoda | grep -q '^END YODA_SCATTER1D_V2' || fail "histograms.yoda is not whole"
grep -q "^written to" out || fail "does not say where the result is"

# A folder takes the histograms' place during the run: the older result.json stands as it was.
cp tessera-out/card/result.json older.json
start
sleep "$wait"
rm tessera-out/card/histograms.yoda
mkdir tessera-out/card/histograms.yoda
kill -INT $process
ends 1
grep -q "histograms.yoda cannot be replaced" err || fail "does not say what cannot be written but: $(cat err)"
grep -q "^written to" out && fail "says that it is written"
cmp older.json tessera-out/card/result.json || fail "the older result.json is gone"
[ "$(ls -A tessera-out/card)" = "$(printf 'card.yaml\ncheckpoint.json\nhistograms.yoda\nresult.json')" ] ||
    fail "leaves files behind: $(ls -A tessera-out/card)"

# Events that cannot be written cost the events, not the result.
printf '%s\n' 'process: e+ e- > q q~' 'beams: {particles: [e+, e-], energy: 91.2}' 'histograms: [emissions]' \
    'integration: {events: 20000}' 'events: {count: all}' >lep.yaml
(
    ulimit -f 1000 # 500 kB or 1 MB
    trap '' XFSZ
    "$tessera" run lep.yaml --quiet --no-report --out lep >out 2>err
)
status=$?
[ $status = 1 ] || fail "events that cannot be written: exit status $status"
grep -q 'events.hepmc3 cannot be written' err || fail "events that cannot be written: $(cat err)"
[ "$(ls lep)" = "$(printf 'card.yaml\nhistograms.yoda\nresult.json')" ] || fail "events that cannot be written leave $(ls lep)"

exit $failed
