#!/usr/bin/env bash
# test_mpi.sh BUILD: many ranks give the bits of one process, under Open MPI and MPICH: results, histograms, events,
# integrals. A rank that fails, hangs or is killed, and what is wrong with a command line, end all ranks with a sentence.
set -uo pipefail
build=$1
tessera=$build/tessera
# shellcheck source=tests/program/mpi_launchers.sh
. "$(dirname "${BASH_SOURCE[0]}")/mpi_launchers.sh"

work=$(mktemp -d)
trap '[ ! -e "$work/hanging" ] || kill -KILL "$(cat "$work/hanging")" 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp
export ASAN_OPTIONS=detect_leaks=0 # MPI's libraries keep memory to the end
failed=0
fail() {
    echo "FAILED: $*"
    sed 's/^/    /' err 2>/dev/null | head -n 20
    failed=1
}

# ranks LAUNCHER N COMMAND...: its output in `out` and `err`, its exit status in $status.
ranks() {
    local launcher=$1 count=$2 options=()
    shift 2
    [ "$launcher" != openmpi ] || options=(--oversubscribe)
    status=0
    timeout -k 5 60 "mpirun.$launcher" "${options[@]}" -n "$count" "$@" >out 2>err </dev/null || status=$?
}

# The number of a rank, whatever launched it.
# shellcheck disable=SC2016 # the ranks' shells expand it
number='${OMPI_COMM_WORLD_RANK:-$PMI_RANK}'

# alike RESULT RESULT: whether two results are one, without what clocks say.
alike() {
    python3 - "$@" <<'END_PYTHON'
import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
for result in one, other:
    for key in "time", "ns_per_event":
        result.pop(key, None)
sys.exit(json.dumps(one) != json.dumps(other))
END_PYTHON
}

# `same CARD LAUNCHER N [PREFIX...]` says whether the card's result is that of one process, in `CARD.one`.
same() {
    local card=$1 launcher=$2 count=$3
    shift 3
    rm -rf many
    ranks "$launcher" "$count" "$@" "$tessera" run "$card.yaml" --threads 1 --quiet --no-report --out many
    [ "$status" = 0 ] || fail "$card, $launcher, $count ranks: exit status $status"
    alike many/result.json "$card.one/result.json" ||
        fail "$card, $launcher, $count ranks: another result.json"
    [ "$count" = 1 ] || grep -q "\"ranks\": $count" many/result.json || fail "result.json does not know of $count ranks"
    local file
    for file in "$card.one"/*; do
        [ "${file##*/}" = result.json ] || cmp "$file" "many/${file##*/}" || fail "$card, $launcher, $count ranks: $file"
    done
    [ "$(ls many)" = "$(ls "$card.one")" ] || fail "$card, $launcher, $count ranks: files $(ls many)"
    return 0
}

# LHEH5 too, where this build has it.
lheh5=
printf '%s\n' 'process: g g > g g' 'events: {count: 1, format: lheh5}' 'integration: {events: 1000}' >h5.yaml
! "$tessera" run h5.yaml --quiet --no-report --out h5 >/dev/null 2>&1 || lheh5=', lheh5'
printf '%s\n' 'process: g g > g g' 'histograms: [ht]' 'integration: {relative_error: 5e-3, max_events: 1e7}' \
    "events: {count: 500, format: [lhe, hepmc3$lheh5]}" >gluons.yaml
printf '%s\n' 'process: p p > t t~' 'histograms: []' 'integration: {relative_error: 2e-2, max_events: 1e6}' \
    "events: {count: 300, format: [lhe$lheh5], weighted: true}" >tops.yaml
printf '%s\n' 'process: e+ e- > q q~' 'beams: {particles: [e+, e-], energy: 91.2}' 'histograms: [emissions]' \
    'integration: {events: 3000}' 'events: {count: all}' >lep.yaml
for card in gluons tops lep; do
    "$tessera" run $card.yaml --threads 1 --quiet --no-report --out $card.one >/dev/null 2>err || fail "$card by one process"
done
grep -q '"subprocesses"' tops.one/result.json || fail "tops have one channel only"

# The number of ranks, and of threads of each, changes no bit.
for launcher in "${launchers[@]}"; do
    if [ -n "${TESSERA_TEST_LONG:-}" ]; then
        for card in gluons tops lep; do
            for count in 1 2 3 5 8; do same $card "$launcher" $count; done
        done
        continue
    fi
    case $launcher in
    openmpi)
        same lep openmpi 2 && same gluons openmpi 8
        [[ -z ${TESSERA_TEST_CI:-} && ${#launchers[@]} = 2 ]] || same tops openmpi 3
        ;;
    mpich)
        same gluons mpich 2 && same tops mpich 5
        [ -z "${TESSERA_TEST_CI:-}" ] || same gluons mpich 1
        ;;
    esac
done

# Where launchers differ in nothing that Tessera does, one stands for all where there is no time.
first=${launchers[0]} opencl=
several=("$first")
[ -z "${TESSERA_TEST_CI:-}" ] || several=("${launchers[@]}")
if "$tessera" devices | grep -q '^opencl:'; then
    opencl=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*libOpenCL\.so\.1 .*=> //p' | head -n 1)
fi
# One that is slow, as it runs behind all others.
[ -z "${TESSERA_TEST_CI:-}" ] || same gluons "$first" 3 sh -c "[ $number != 1 ] || exec nice -n 19 \"\$@\"; exec \"\$@\"" sh

# A folder for programs on each machine of its own: rank 0 compiles, the others get its program.
rm -rf many cache
ranks "$first" 3 sh -c "mkdir -p cache/$number && TESSERA_CACHE_DIR=$work/cache/$number exec \"\$@\"" sh \
    "$tessera" run gluons.yaml --set 'histograms=[]' --set 'events.count=0' --set 'precision=double' --quiet --out many
[ "$status" = 0 ] || fail "caches of their own: exit status $status"
[ "$(find cache -name '*.so' | cut -d / -f 2 | uniq)" = 0 ] || fail "who has compiled: $(find cache -name '*.so')"

# Copies of events: decays, whose widths are integrated and whose largest ratios are scouted, and weights of two choices. Work
# that some ranks began others end.
hadrons=${TESSERA_TEST_CI:+p p}
printf '%s\n' "process: ${hadrons:-u u~} > z h" 'model: {m_b: 4.7}' 'integration: {relative_error: 3e-2}' 'events: {count: 700, format: lhe}' \
    'decay: [z > l+ l-, h > w+ e- ve~, h > b b~]' >higgs.yaml
"$tessera" run higgs.yaml --quiet --no-report --out higgs >/dev/null 2>err || fail "events with Higgs bosons"
decays=(decay higgs/events.lhe --card higgs.yaml --device cpu)
weights=(reweight higgs/events.lhe --card higgs.yaml --device cpu --set model.gamma_z=2.6 --set scales.factorization=100 --name a
    --set model.gamma_z=2.4 --muf 2 --name b)
"$tessera" "${decays[@]}" --out one.decays >one.decays.out 2>err || fail "decays by one process"
"$tessera" "${weights[@]}" --out one.weights >one.weights.out 2>err || fail "weights by one process"
# A rank whose share is one event decides nothing by it: |M|^2 with several powers of alpha_s.
mixed=(reweight mixed/events.lhe --card mixed.yaml --device cpu --mur 2 --name up)
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    printf '%s\n' 'process: u u~ > u u~ QED=2' 'scales: {renormalization: HT/2}' 'cuts: {jet: {pt_min: 30}}' \
        'integration: {relative_error: 1e-1}' 'events: {count: 2, format: lhe}' >mixed.yaml
    "$tessera" run mixed.yaml --quiet --no-report --out mixed >/dev/null 2>err || fail "events of two orders"
    "$tessera" "${mixed[@]}" --out one.mixed >/dev/null 2>err || fail "weights of two orders"
fi
# A copy that one process began, and a disk that was full has stopped.
begun() {
    (ulimit -f 40 && exec "$tessera" "$@") >out 2>err
    if [ $? != 1 ] || [ ! -e "${*: -1}.checkpoint" ]; then fail "a full disk leaves no checkpoint"; fi
}
for launcher in "${several[@]}"; do
    if [ -n "${TESSERA_TEST_CI:-}" ]; then
        ranks "$launcher" 2 "$tessera" "${mixed[@]}" --out many.mixed --force
        cmp one.mixed many.mixed || fail "weights of two orders, $launcher"
    fi
    rm -f many.decays many.weights
    # Each rank integrates the widths, which takes long: the first launcher goes on, another begins.
    if [ "$launcher" = "$first" ]; then
        begun "${decays[@]}" --out many.decays
        ranks "$launcher" 3 "$tessera" "${decays[@]}" --out many.decays --resume
        cmp one.decays many.decays || fail "decays that go on, $launcher"
        sed s/many/one/ out | cmp - one.decays.out || fail "sums of decays that go on, $launcher"
    else
        ranks "$launcher" 3 "$tessera" "${decays[@]}" --out many.decays --force
        cmp one.decays many.decays || fail "decays, $launcher"
        sed s/many/one/ out | cmp - one.decays.out || fail "sums of decays, $launcher"
    fi
    begun "${weights[@]}" --out many.weights
    ranks "$launcher" 2 "$tessera" "${weights[@]}" --out many.weights --resume
    cmp one.weights many.weights || fail "weights that go on, $launcher"
    sed s/many/one/ out | cmp - one.weights.out || fail "sums of weights that go on, $launcher"
    if [ -n "${TESSERA_TEST_CI:-}" ]; then
        ranks "$launcher" 2 "$tessera" "${weights[@]}" --out many.weights --force
        cmp one.weights many.weights || fail "weights, $launcher"
        sed s/many/one/ out | cmp - one.weights.out || fail "sums of weights, $launcher"
    fi
    ranks "$launcher" 2 "$tessera" "${weights[@]}" --out nowhere/many.weights
    if [ "$status" != 1 ] || ! grep -q "nowhere/many.weights cannot be written" err; then fail "a copy that cannot stand: $status"; fi
done

# Integrals, and a state that goes on with another number of ranks.
for launcher in "${several[@]}"; do
    for method in qmc ${TESSERA_TEST_CI:+vegasplus}; do
        integral="--builtin f4 --dim 5 --rel 1e-4 --method $method --threads 1 --quiet --json"
        # shellcheck disable=SC2086 # words
        "$tessera" integrate $integral >one.json 2>err
        # shellcheck disable=SC2086
        ranks "$launcher" 3 "$tessera" integrate $integral
        alike out one.json || fail "$method, $launcher, 3 ranks: another integral"
    done
done
for step in "1 1e-3" "2 1e-5"; do
    rm -f one.json
    "$tessera" integrate --builtin f4 --dim 5 --rel "${step#* }" --threads 1 --quiet --json --state one.state >one.json 2>err
    ranks "$first" "${step% *}" "$tessera" integrate --builtin f4 --dim 5 --rel "${step#* }" --threads 1 --quiet --json \
        --state many.state
    alike out one.json || fail "an integral that goes on with other ranks"
done

# A run of three ranks that one of them interrupts goes on with two, to the bits of one that never stopped.
long="--set integration.relative_error=1.5e-3 --threads 1 --quiet --no-report"
# shellcheck disable=SC2086 # words
"$tessera" run gluons.yaml $long --out long.one >/dev/null 2>err
rm -rf long
# shellcheck disable=SC2086
ranks "$first" 3 sh -c "[ $number != 2 ] || (sleep 1; kill -USR1 \$\$) & exec \"\$@\"" sh \
    "$tessera" run gluons.yaml $long --out long --checkpoint 0.2
case $status in
0) ;; # the run was faster
130) [ -e long/checkpoint.json ] || fail "an interrupted run of three ranks leaves no checkpoint" ;;
*) fail "an interrupted run of three ranks: exit status $status" ;;
esac
# shellcheck disable=SC2086
ranks "$first" 2 "$tessera" run gluons.yaml $long --out long --resume
[ "$status" = 0 ] || fail "a run that goes on with two ranks: exit status $status"
alike long/result.json long.one/result.json || fail "a run that goes on with two ranks: another result"
for file in histograms.yoda events.lhe events.hepmc3; do
    cmp long.one/$file long/$file || fail "a run that goes on with two ranks: $file"
done

# An integrand of a user's own, as text.
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    integral=(integrate --expr 'exp(-x1*x2)*sqrt(x3)' --dim 3 --rel 1e-4 --threads 1 --quiet --json)
    "$tessera" "${integral[@]}" >one.json 2>err
    grep -q '"converged": true' one.json || fail "an expression: $(cat err)"
    ranks "$first" 2 "$tessera" "${integral[@]}"
    alike out one.json || fail "an expression on two ranks: another integral"
fi

# A card on standard input, which reaches rank 0 alone.
timeout 60 "mpirun.$first" -n 2 "$tessera" run - --threads 1 --quiet --json --out many --force <gluons.yaml >out 2>err
alike out gluons.one/result.json || fail "a card on standard input"

# said STATUS WORDS WHAT: the last one ended so, and Tessera said one sentence with these words.
said() {
    [ "$status" = "$1" ] || fail "$3: exit status $status, not $1"
    if [ "$(grep -c '^tessera: ' err)" != 1 ] || ! grep -q "^tessera: .*$2" err; then fail "$3: not one sentence with \"$2\""; fi
}

# `fails_at_work LAUNCHER`: the device of a rank fails while it computes. The checkpoint goes on with a rank less.
fails_at_work() {
    local file
    ranks "$1" 3 sh -c "[ $number != 2 ] || export FAULT='clEnqueueNDRangeKernel 60 -5'
        LD_LIBRARY_PATH=$build/tests/opencl_faults exec \"\$@\"" sh \
        "$tessera" run gluons.yaml --device opencl --quiet --no-report --out broken --checkpoint 1e-6
    said 1 "Rank 2 (.*): The device .*clEnqueueNDRangeKernel" "a device that fails at work"
    [ -e broken/checkpoint.json ] || fail "a device that fails at work leaves no checkpoint"
    ranks "$1" 2 "$tessera" run gluons.yaml --device opencl --quiet --no-report --out broken --resume
    for file in histograms.yoda events.lhe events.hepmc3; do
        cmp gluons.one/$file broken/$file || fail "a device that failed, $1: $file"
    done
    rm -rf broken
}

for launcher in "${several[@]}"; do
    if [ -n "${TESSERA_TEST_CI:-}" ]; then
        ranks "$launcher" 3 "$tessera" run gluons.yaml --thread 1
        said 2 "did you mean --threads" "a mistyped option"
    fi
    ranks "$launcher" 3 "$tessera" run gluons.yaml --set cuts.jet.pt_min=x --out other
    said 2 "pt_min" "a wrong card"
    ranks "$launcher" 2 "$tessera" --version
    [ "$(cat out)" = "$("$tessera" --version)" ] || fail "two ranks say: $(cat out)"
    ranks "$launcher" 3 sh -c "[ $number != 2 ] || set -- \"\$@\" --device nothing; exec \"\$@\"" sh \
        "$tessera" run gluons.yaml --quiet --out other
    said 1 "do not compute the same" "ranks with different command lines"
    # The device of one rank fails, and rank 0 says whose.
    if [ -n "$opencl" ]; then
        export TESSERA_REAL_OPENCL=$opencl
        ranks "$launcher" 3 sh -c "[ $number != 2 ] || export FAULT='clCreateContext 1 -6'
            LD_LIBRARY_PATH=$build/tests/opencl_faults exec \"\$@\"" sh \
            "$tessera" run gluons.yaml --device opencl --quiet --out other
        said 1 "Rank 2 (.*): The device .*clCreateContext" "a device that fails in one rank"
        [ -z "${TESSERA_TEST_LONG:-}" ] || fails_at_work "$launcher"
    fi
    [ ! -e other ] || fail "ranks that failed leave a folder"
done

# Another MPI's module, none, and what each is to do by itself.
if [ ${#launchers[@]} = 2 ]; then
    ranks mpich 2 env TESSERA_MPI=openmpi "$tessera" run gluons.yaml --quiet --out other
    grep -q "MPICH's mpirun or srun has started 2 processes, but Open MPI knows of 1" err || fail "the other's module"
fi
mkdir alone && cp "$tessera" alone
ranks "$first" 2 alone/tessera run gluons.yaml --quiet --out other
said 2 "built without its module" "a module that is missing"
ranks "$first" 2 env TESSERA_MPI=none "$tessera" integrate --builtin f4 --dim 5 --rel 1e-2 --quiet
[ "$(grep -c '^integral ' out)" = 2 ] || fail "TESSERA_MPI=none: $(cat out)"
status=0
env SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=2 "$tessera" run gluons.yaml --quiet --out other >out 2>err || status=$?
said 2 "srun has started" "srun without MPI"

# One that hangs: the others wait so long, and say which it is, be it rank 0.
endless='integration: {relative_error: 1e-12, max_events: 1e18}'
printf '%s\n' 'process: g g > g g' 'histograms: [ht]' "$endless" >endless.yaml
"$tessera" run endless.yaml --set integration.max_events=1000 --quiet --out once >/dev/null 2>&1 # compiles
for rank in 0 ${TESSERA_TEST_CI:+2}; do
    rm -f hanging
    TESSERA_MPI_TIMEOUT=2 ranks "$first" 3 sh -c "[ $number != $rank ] ||
        { echo \$\$ >hanging; (until [ -e other/checkpoint.json ]; do sleep 0.1; done; kill -STOP \$\$) & }
        exec \"\$@\"" sh "$tessera" run endless.yaml --threads 1 --quiet --out other --checkpoint 0.2
    [ "$status" = 1 ] || fail "a rank that hangs: exit status $status"
    [ -e other/checkpoint.json ] || fail "rank $rank hangs, and there is no checkpoint"
    rm -rf other
    grep -q "^tessera: Rank $rank has not come within 2 s" err || fail "rank $rank hangs, and nobody says so"
    kill -KILL "$(cat hanging)" 2>/dev/null
done

# One that is killed: all end, and nothing half-written stays.
begins='until [ -e other/checkpoint.json ] || ! kill -0 $$; do sleep 0.1; done' # what ranks' shells wait for
for launcher in "${launchers[@]}"; do
    ranks "$launcher" 3 sh -c "[ $number != 1 ] || ($begins; kill -KILL \$\$) & exec \"\$@\"" sh \
        "$tessera" run endless.yaml --threads 1 --quiet --out other --checkpoint 0.2
    case $status in 0 | 124) fail "$launcher: a rank is killed: exit status $status" ;; esac
    [ ! -e other/result.json ] || fail "$launcher: a rank is killed, and there is a result"
    rm -rf other
done

# An interruption of any rank is one of all: what was reached is written.
ranks "$first" 3 sh -c "[ $number != 2 ] || ($begins; kill -USR1 \$\$) & exec \"\$@\"" sh \
    "$tessera" run endless.yaml --threads 1 --quiet --out other --checkpoint 0.2
[ "$status" = 130 ] || fail "an interrupted rank: exit status $status"
grep -q '"interrupted": true' other/result.json || fail "an interrupted rank: no result"
exit $failed
