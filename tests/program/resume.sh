# Sourced by tests/program/test_resume*.sh, which set $build, $kills (how many in all) and $seed: runs that are killed at random
# moments and go on, until they are done and compared with the one that never stopped. Who sets $launchers (openmpi, mpich)
# has runs of four ranks, of which one is killed.
# shellcheck shell=bash
# shellcheck disable=SC2154 # set by who sources this
tessera=$build/tessera
[ -n "${launchers+set}" ] || launchers=()
# shellcheck source=tests/program/same_result.sh
. "$(dirname "${BASH_SOURCE[0]}")/same_result.sh"
RANDOM=$seed

# Several channels of two multiplicities with variations, their events in all formats; one channel, which is stopped within iterations. A shower,
# with the events that count; two stages of colours.
cat >channels.yaml <<'CARD'
process: p p > e+ e- 0..1 j
cuts: {pair: {e+ e-: {mass: [66, 116]}}}
integration: {max_events: 3e5, relative_error: 1e-9}
histograms: [m_ll]
variations: {scales: 7}
events: {count: 10000, format: [hepmc3, lhe, lhe.gz]}
CARD
cat >gluons.yaml <<'CARD'
process: g g > g g
integration: {max_events: 4e6, relative_error: 1e-9}
histograms: [ht]
CARD
shower_card 10000 >shower.yaml
cat >colours.yaml <<'CARD'
process: g g > g g g g
colour: full
integration: {events: 200000}
histograms: [ht]
events: {count: 200, format: lhe}
CARD
cards=(channels gluons shower colours)

# begin CARD: a run that is to be killed, in $process; kill_one: kills it, or one of its ranks, and waits for its end. Fails
# where there was nothing to kill.
quietly=(--no-report --quiet)
[ ${#launchers[@]} = 0 ] || quietly+=(--threads 1) # as a rank has
resume=("${quietly[@]}" --resume --checkpoint 0.02 --out out)
begin() { "$tessera" run "$1.yaml" "${resume[@]}" >/dev/null 2>err & process=$!; }
kill_one()
{
    kill -9 "$process" 2>/dev/null || return 1
    wait "$process" 2>/dev/null
    [ ! -s err ] || fail "a run that was killed says: $(cat err)"
}
if [ ${#launchers[@]} -gt 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp TESSERA_MPI_TIMEOUT=30
    begin()
    {
        local launcher=${launchers[killed % ${#launchers[@]}]} options=()
        [ "$launcher" != openmpi ] || options=(--oversubscribe)
        rm -f pid.*
        # shellcheck disable=SC2016 # the ranks' shells expand it
        "mpirun.$launcher" "${options[@]}" -n 4 sh -c 'echo $$ >pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec "$@"' sh \
            "$tessera" run "$1.yaml" "${resume[@]}" >/dev/null 2>err </dev/null &
        process=$!
        until { [ -s pid.0 ] && [ -s pid.1 ] && [ -s pid.2 ] && [ -s pid.3 ]; } || ! kill -0 $process 2>/dev/null; do nap; done
    }
    # A pause of 20 ms without a program, of which a thousand kills would start a hundred thousand: nothing comes from $never.
    mkfifo never
    exec {never}<>never
    nap() { read -r -t 0.02 -u "$never"; }
    # Whether a rank is still at work: not a process that has ended and is not yet asked for.
    lives()
    {
        local state
        { read -r state <"/proc/$1/stat"; } 2>/dev/null || return 1
        [[ ${state##*) } != Z* ]]
    }
    # The others end with it, within the time that ranks wait for each other. Open MPI's mpirun may stay behind them, locked
    # in itself, where a rank is killed while it begins (PMIX ERROR: UNREACHABLE). No rank can help that.
    stuck=0
    kill_one()
    {
        local pid naps
        kill -9 "$(cat pid.$((RANDOM % 4)))" 2>/dev/null || return 1
        while read -r pid; do
            for ((naps = 0; naps < 2000; ++naps)); do lives "$pid" || break; nap; done
            ! lives "$pid" || fail "a rank is left behind: $(ps -o args= "$pid"), $(cat err)"
        done < <(cat pid.[0-3])
        for ((naps = 0; naps < 500; ++naps)); do kill -0 "$process" 2>/dev/null || break; nap; done
        if kill -9 "$process" 2>/dev/null; then
            stuck=$((stuck + 1))
            grep -q "PMIX ERROR" err || fail "mpirun does not end: $(cat err)"
        fi
        if wait "$process" 2>/dev/null; then # the rank had come to its end, and so had all
            if [ ! -e out/result.json ] || [ -e out/checkpoint.json ]; then fail "a rank was killed, and mpirun says nothing of it"; fi
            return 1
        fi
        # What else is said is mpirun's: a lock that blocks would be ours.
        ! grep -q '^tessera: .*\(is being written\|checkpoint\)' err || fail "$(cat err)"
        return 0
    }
fi

# The runs that never stop, and how long they take [ms].
declare -A milliseconds
for card in "${cards[@]}"; do
    "$tessera" run "$card.yaml" --out first "${quietly[@]}" >/dev/null 2>err || [ $? = 3 ] || fail "$card: $(cat err)" # it compiles
    begun=$(date +%s%N)
    "$tessera" run "$card.yaml" --out "whole-$card" --checkpoint 0 "${quietly[@]}" >/dev/null 2>err || [ $? = 3 ] || fail "$card: $(cat err)"
    milliseconds[$card]=$((($(date +%s%N) - begun) / 1000000))
    rm -rf first
done

# Each run is killed within the time that the whole one takes, so that some come to their end. A run is killed eight times
# at most, so that all cards have their turn.
killed=0 turn=0 done_runs=0
while [ $killed -lt "$kills" ] && [ $failed = 0 ]; do
    card=${cards[turn++ % ${#cards[@]}]}
    rm -rf out
    most=$((killed + 8 < kills ? killed + 8 : kills))
    while [ $killed -lt $most ]; do
        begin "$card"
        after=$((1 + RANDOM * milliseconds[$card] / 32768)) # [ms]
        sleep "$((after / 1000)).$(printf %03d $((after % 1000)))"
        kill_one || break
        killed=$((killed + 1))
    done
    wait "$process" 2>/dev/null
    # The last one was killed, perhaps as it went away with all written and its lock in place, or came to its end.
    if [ ! -e out/result.json ] || [ -e out/checkpoint.json ] || [ -e out/.tessera-lock ]; then
        "$tessera" run "$card.yaml" "${resume[@]}" >/dev/null 2>err || [ $? = 3 ] || fail "$card: $(cat err)"
    fi
    same "$card" "whole-$card"
    done_runs=$((done_runs + 1))
    echo "$card: $killed kills so far, $done_runs runs compared"
done
[ $done_runs -ge 4 ] || [ "$kills" -lt 25 ] || fail "only $done_runs runs were compared"
echo "$killed kills, $done_runs runs compared${stuck:+; mpirun itself was locked $stuck times}"
