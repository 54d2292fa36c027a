#!/usr/bin/env bash
# test_resume.sh BUILD: runs that are killed go on, to the bits of one that never stopped. What is no run to go on with
# is refused; folders are locked.
set -uo pipefail
build=$1 kills=16 seed=26
# shellcheck source=tests/program/resume.sh
. "$(dirname "${BASH_SOURCE[0]}")/resume.sh"

# refused STATUS WORDS ARGUMENTS...
refused()
{
    local expected=$1 words=$2 status=0
    shift 2
    "$tessera" "$@" --quiet >standard 2>err || status=$?
    if [ $status != "$expected" ] || ! grep -qF -- "$words" err; then fail "$*: status $status, $(cat err)"; fi
}

# The most memory that a process has had, in kB.
memory() { sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status"; }

# A batch system's way to stop: what was reached is written, and a checkpoint, however early.
long=(run gluons.yaml --out long --set integration.max_events=1e12)
rm -rf long
"$tessera" "${long[@]}" --no-report --quiet >/dev/null 2>err &
process=$!
until [ -s long/.tessera-lock ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
refused 1 "process $process on " "${long[@]}"
sleep 0.3
kill -TERM $process
status=0
wait $process || status=$?
[ $status = 130 ] || fail "SIGTERM: status $status, $(cat err)"
[ -e long/checkpoint.json ] || fail "SIGTERM leaves no checkpoint: $(ls -A long)"
[ ! -e long/.tessera-lock ] || fail "a lock is left"
[ ! -e long/result.json ] || grep -q '"converged": false' long/result.json || fail "an interrupted run says that it converged"

# A run of 10^12 events holds no more than one of 10^8.
held=()
for events in 1e8 1e12; do
    "$tessera" run gluons.yaml --out held --set integration.max_events=$events --checkpoint 0.1 --no-report --quiet >/dev/null 2>err &
    process=$!
    until [ -e held/checkpoint.json ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
    held+=("$(memory $process)")
    kill -KILL $process
    wait $process 2>/dev/null
    rm -rf held
done
[ "${held[1]:-1000000}" -le $((${held[0]:-0} + 2000)) ] || fail "10^8 events hold ${held[0]} kB, 10^12 of them ${held[1]} kB"

# Another error may be asked for: a larger one ends where it is reached, and a smaller one takes more events. Its bits do not
# depend on stops that come later.
cp -r long looser
"$tessera" "${long[@]/#long/looser}" --resume --set integration.relative_error=0.01 --no-report >standard 2>err ||
    fail "a larger error: status $?, $(cat err)"
grep -q 'integration.relative_error was 1e-9 and is 0.01: the integral goes on' err || fail "another error is not told of: $(cat err)"
grep -q '"converged": true' looser/result.json || fail "a larger error does not end"
"$tessera" run channels.yaml --out tighter --set integration.relative_error=2e-3 --set integration.max_events=1e8 \
    --checkpoint 0.001 "${quietly[@]}" >/dev/null 2>&1 &
process=$!
until [ -e tighter/checkpoint.json ] || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
kill -KILL $process 2>/dev/null
wait $process 2>/dev/null
[ -e tighter/checkpoint.json ] || fail "there is nothing to go on with: $(ls -A tighter)"
cp -r tighter whole-tighter
tighter=(--set integration.relative_error=1e-3 --set integration.max_events=1e8 --resume "${quietly[@]}")
"$tessera" run channels.yaml --out whole-tighter "${tighter[@]}" >/dev/null 2>err || fail "a smaller error: status $?, $(cat err)"
rm -rf out
mv tighter out
for _ in 1 2 3; do
    "$tessera" run channels.yaml --out out "${tighter[@]}" --checkpoint 0.001 >/dev/null 2>&1 &
    process=$!
    sleep 0.15
    kill -KILL $process 2>/dev/null || break
    wait $process 2>/dev/null
done
[ ! -e out/checkpoint.json ] || "$tessera" run channels.yaml --out out "${tighter[@]}" >/dev/null 2>err || fail "a smaller error: $(cat err)"
same "a smaller error" whole-tighter
python3 - out/result.json <<'END' || fail "a smaller error is not reached"
import json, sys
result = json.load(open(sys.argv[1]))
found = result["cross_section"]
assert result["converged"] and found["error"] < 1e-3 * found["value"], found
assert result["card"]["integration"]["relative_error"] == 1e-3, result["card"]
END

# Who would lose it, or goes on with something else.
refused 2 "--resume goes on from it, --force begins again" "${long[@]}"
refused 2 "cuts.jet.pt_min was 20.0 and is 30.0" "${long[@]}" --resume --set cuts.jet.pt_min=30
refused 2 "integration.seed was 1 and is 7" "${long[@]}" --resume --seed 7
refused 2 "below 0" "${long[@]}" --checkpoint -1
cp long/checkpoint.json kept.json
sed 's/"version": "/&9/' kept.json >long/checkpoint.json
refused 2 "checksum should be" "${long[@]}" --resume
head -c 1000 kept.json >long/checkpoint.json
refused 2 "is no checkpoint" "${long[@]}" --resume
printf '{}' >long/checkpoint.json
refused 2 "is no checkpoint of a run that this version reads" "${long[@]}" --resume
rm long/checkpoint.json
mkfifo long/checkpoint.json
refused 1 "is a pipe" "${long[@]}" --resume
rm -rf long

# --force begins again; --resume where there is nothing does so too.
for words in --force --resume; do
    mkdir out-again
    [ $words = --resume ] || cp kept.json out-again/checkpoint.json
    "$tessera" run gluons.yaml --out out-again $words --no-report --quiet >/dev/null 2>err || [ $? = 3 ] || fail "$words: $(cat err)"
    rm -rf out
    mv out-again out
    same gluons whole-gluons
done

# A killed process leaves a file of a lock, not a lock.
mkdir locked
echo "process 1 on nowhere" >locked/.tessera-lock
"$tessera" run gluons.yaml --out locked --no-report --quiet >/dev/null 2>err || [ $? = 3 ] || fail "a lock of nobody: $(cat err)"
[ ! -e locked/.tessera-lock ] || fail "a lock of nobody stays"
exit $((failed > 0))
