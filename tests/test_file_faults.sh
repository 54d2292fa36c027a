#!/usr/bin/env bash
# test_file_faults.sh BUILD: a disk that is full, a quota, a disk that fails. So it is at every write, and each other
# call on the files of a run, in turn. It ends with one sentence and status 1, or goes on without a checkpoint and says
# so once. When there is room again it goes on to the bits of a run without faults. A folder
# that vanishes is made again.
set -uo pipefail
build=$1 source=$(cd "$(dirname "$0")" && pwd)
[ -z "${TESSERA_TEST_QUICK:-}" ] || { echo "skipped: sanitizers stand before other libraries"; exit 77; }
tessera=$build/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
failed=0
fail() { printf 'FAILED: %.300s\n' "$*"; failed=$((failed + 1)); }
cat >card.yaml <<'CARD'
process: e+ e- > q q~
beams: {particles: [e+, e-], energy: 91.2}
integration: {events: 3000}
shower: {alpha_s: 0.118}
histograms: [thrust]
events: {count: all, format: [hepmc3, lhe.gz]}
CARD
cc -shared -fPIC -O1 -o faults.so "$source/file_faults.c" -ldl || exit 1

run() { "$tessera" run card.yaml --out out --resume --no-report --quiet "$@" >standard 2>err; }
run --checkpoint 0 || fail "no fault: $(cat err)"
mv out whole
same()
{
    [ "$(ls -A out)" = "$(ls -A whole)" ] || fail "$1: other files: $(echo out/* out/.[!.]*)"
    for file in histograms.yoda events.hepmc3 events.lhe.gz card.yaml; do
        cmp -s whole/$file out/$file || fail "$1: another $file"
    done
    cmp -s <(sed '/^  "time": {/,/^  }/d; /^  "ns_per_event"/d' whole/result.json) \
        <(sed '/^  "time": {/,/^  }/d; /^  "ns_per_event"/d' out/result.json) || fail "$1: another result.json"
}

# in_turn CODE WORDS NAME: each call of a function fails from the n-th on, until the run makes no more of them. A checkpoint
# after each launch, so that there are many.
in_turn()
{
    local code=$1 words=$2 name=$3 call status
    for ((call = 1; call < 400; call += 1 + call / 2)); do
        rm -rf out
        status=0
        FAULT="$name $call $code" LD_PRELOAD=$work/faults.so run --checkpoint 1e-6 || status=$?
        [ -s err ] || break
        if [ $status = 0 ]; then
            grep -q 'warning: No checkpoint: .*The run goes on' err || fail "$name $call: $(cat err)"
        elif [ $status != 1 ] || [ "$(grep -vc 'warning: No checkpoint' err)" != 1 ] ||
            [ "$(grep -c 'warning: No checkpoint' err)" -gt 1 ] || grep -q 'yoda\.' err ||
            grep -v 'warning: No checkpoint' err | grep -qv "cannot be \\(written\\|replaced\\): $words\.\$"; then
            fail "$name $call: status $status, $(cat err)"
        fi
        run --checkpoint 1e-6 || fail "$name $call, then: $(cat err)"
        same "$name $call"
    done
    if [ $call -le 3 ] || [ $call -ge 400 ]; then fail "$call calls of $name"; fi
}
in_turn 28 "No space left on device" write
in_turn 122 "Disk quota exceeded" open
in_turn 5 "Input/output error" fsync
in_turn 28 "No space left on device" rename

# The disk is full for a while: checkpoints are missed, the run is not.
rm -rf out
FAULT="write 1 28 3" LD_PRELOAD=$work/faults.so run --checkpoint 1e-6 || fail "three writes: $(cat err)"
same "three writes"

# The folder goes while the run computes.
rm -rf out
"$tessera" run card.yaml --out out --set integration.events=2000000 --set events.count=0 --checkpoint 0.05 --no-report --quiet >standard 2>err &
process=$!
until [ -e out/checkpoint.json ] || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
mv out gone
wait $process || fail "a folder that vanishes: $(cat err)"
[ -e out/result.json ] || fail "a folder that vanishes is not made again"
exit $((failed > 0))
