#!/usr/bin/env bash
# test_mpi_faults.sh BUILD: what goes wrong in one of several ranks. A disk that is full or fails, a quota: rank 0 says so,
# once of the events and once of the rest. The status is 1 then, or it goes on without a checkpoint. There is no checkpoint that does
# not go on to the same bits. Clocks that jump and a folder that vanishes disturb no run. Each call in its turn where
# TESSERA_TEST_LONG is set, else some.
set -uo pipefail
build=$1 source=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/program/mpi_launchers.sh
. "$source/mpi_launchers.sh"
launcher=${launchers[-1]} options=()
[ "$launcher" != openmpi ] || options=(--oversubscribe)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp
tessera=$build/tessera libraries="file clock"
# shellcheck source=tests/program/file_faults.sh
. "$source/file_faults.sh"

# ranks RANK LIBRARY ARGUMENTS...: three ranks, one of which has the library before others; its exit status in $status.
ranks()
{
    local rank=$1 library=$2
    shift 2
    status=0
    # shellcheck disable=SC2016 # the ranks' shells expand it
    timeout -k 5 60 "mpirun.$launcher" "${options[@]}" -n 3 sh -c '
        [ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" != '"$rank"' ] || export LD_PRELOAD='"$work/$library"'
        exec "$@"' sh "$tessera" run card.yaml --out out --resume --no-report --quiet --threads 1 "$@" >standard 2>err </dev/null ||
        status=$?
}
"$tessera" run card.yaml --out whole --no-report --quiet --threads 1 >standard 2>err || fail "no fault: $(cat err)"

# in_turn CODE WORDS NAME CALL...: rank 0's call of a function fails from the n-th on; then there is room again.
in_turn()
{
    local code=$1 words=$2 name=$3 call
    shift 3
    [ -z "${TESSERA_TEST_LONG:-}" ] || set -- $(seq 1 40)
    for call in "$@"; do
        rm -rf out
        FAULT="$name $call $code" ranks 0 file.so --checkpoint 1e-6
        if [ $status = 0 ]; then
            if [ -s err ] && ! grep -q 'warning: No checkpoint: .*The run goes on' err; then fail "$name $call: $(cat err)"; fi
        elif [ $status != 1 ] || [ "$(grep '^tessera: ' err | grep -vc 'warning: No checkpoint')" -gt 2 ] ||
            ! grep -v 'warning: No checkpoint' err | grep -q "^tessera: .*cannot be \(written\|replaced\): $words\.\$" ||
            grep '^tessera: ' err | grep -v 'warning: No checkpoint' | grep -qv "$words"; then
            fail "$name $call: status $status, $(cat err)"
        fi
        [ -e out/.tessera-lock ] && fail "$name $call: a lock is left"
        "$tessera" run card.yaml --out out --resume --no-report --quiet --threads 1 >standard 2>err || fail "$name $call, then: $(cat err)"
        same "$name $call"
    done
}
in_turn 28 "No space left on device" write 6
in_turn 122 "Disk quota exceeded" open
in_turn 5 "Input/output error" fsync
in_turn 28 "No space left on device" rename

# No decision rests on the clock of one rank, and none waits for what a clock has jumped.
for rank in ${TESSERA_TEST_LONG:+0} 2; do
    rm -rf out
    FAULT="clock 20 86400" ranks "$rank" clock.so --checkpoint 1000
    if [ $status != 0 ] || [ -s err ]; then fail "the clock of rank $rank jumps: status $status, $(cat err)"; fi
    same "the clock of rank $rank jumps"
done

[ -n "${TESSERA_TEST_LONG:-}" ] || exit $((failed > 0))

# The folder goes while the ranks compute.
rm -rf out
ranks 3 none --set integration.events=1500000 --set events.count=0 --checkpoint 0.05 &
process=$!
for _ in $(seq 500); do [ ! -e out/checkpoint.json ] || break; sleep 0.02; done
mv out gone || fail "there is no checkpoint"
wait $process
[ -e out/result.json ] || fail "a folder that vanishes is not made again: $(cat err)"
exit $((failed > 0))
