#!/usr/bin/env bash
# test_file_faults.sh BUILD: a disk that is full, a quota, a disk that fails. So it is at every write, and each other
# call on the files of a run, in turn. It ends with one sentence and status 1, or goes on without a checkpoint and says
# so once. When there is room again it goes on to the bits of a run without faults. A folder
# that vanishes is made again.
set -uo pipefail
build=$1 source=$(cd "$(dirname "$0")" && pwd)
tessera=$build/tessera libraries=file
# shellcheck source=tests/program/file_faults.sh
. "$source/file_faults.sh"

run() { "$tessera" run card.yaml --out out --resume --no-report --quiet "$@" >standard 2>err; }
run --checkpoint 0 || fail "no fault: $(cat err)"
mv out whole

# in_turn CODE WORDS NAME: each call of a function fails from the n-th on, until the run makes no more of them. A checkpoint
# after each launch, so that there are many.
in_turn()
{
    local code=$1 words=$2 name=$3 call status
    for ((call = 1; call < 400; call += 1 + call / 2)); do
        rm -rf out
        status=0
        FAULT="$name $call $code" LD_PRELOAD=$work/file.so run --checkpoint 1e-6 || status=$?
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
FAULT="write 1 28 3" LD_PRELOAD=$work/file.so run --checkpoint 1e-6 || fail "three writes: $(cat err)"
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
