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

# soon ARGUMENTS: at several moments an interruption ends long work of the host within two seconds, a machine's other load
# apart.
soon() {
    python3 - "$tessera" "$@" <<'END_PYTHON' || fail "an interruption of: $*"
import os, signal, subprocess, sys, time
for wait in 0.1, 0.5, 1.5:
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        process.wait(wait)
        assert process.returncode == 0, process.stderr.read()
        assert wait > 0.1, "there is nothing to interrupt"
        break
    except subprocess.TimeoutExpired:
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
