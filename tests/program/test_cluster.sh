#!/usr/bin/env bash
# test_cluster.sh BUILD: the scripts of examples/cluster, with commands in place of Slurm's that do as these are asked. A
# job that is stopped goes on in the next, an array of jobs is merged, ranks compute together. The image has what a build
# needs.
set -uo pipefail
build=$1 source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() { printf 'FAILED: %.300s\n' "$*"; failed=$((failed + 1)); }
mkdir bin
ln -s "$build/tessera" bin/tessera
export PATH=$work/bin:$PATH LOG=$work/log
scripts=$source/examples/cluster
printf '%s\n' 'process: g g > g g' 'histograms: [ht]' 'integration: {relative_error: 6e-4, max_events: 1e9}' >card.yaml
printf '%s\n' 'process: e+ e- > q q~' 'beams: {particles: [e+, e-], energy: 91.2}' 'histograms: []' \
    'integration: {events: 3000}' >short.yaml

# put NAME: an executable of this name, from standard input.
put() { cat >"bin/$1" && chmod +x "bin/$1"; }
put scontrol <<'END'
#!/bin/sh
echo "scontrol $*" >>"$LOG"
END
# An array's jobs run at once, one after the other, and so does what is wrapped.
put sbatch <<'END'
#!/bin/bash
echo "sbatch $*" >>"$LOG"
while [ $# -gt 0 ]; do
    case $1 in
    --array=1-*) jobs=${1#--array=1-} ;;
    --wrap) exec sh -c "$2" >/dev/null ;;
    --*) ;;
    *) break ;;
    esac
    shift
done
for ((i = 1; i <= jobs; ++i)); do SLURM_ARRAY_TASK_ID=$i "$@" >&2 || exit 1; done
echo 17
END

# Time is up: the job leaves a checkpoint and asks to be run again. One thread is at it for a second or more anywhere.
export SLURM_CPUS_PER_TASK=1
SLURM_JOB_ID=7 bash "$scripts/slurm-resume.sh" card.yaml slow >out 2>err &
job=$!
until [ -e slow/.tessera-lock ] || ! kill -0 $job 2>/dev/null; do sleep 0.02; done
sleep 0.1
kill -TERM $job
wait $job
status=$?
if [ $status != 130 ] || [ ! -e slow/checkpoint.json ] || [ "$(cat log)" != "scontrol requeue 7" ]; then
    fail "a job whose time is up: status $status, $(cat log err)"
fi
rm -f log
SLURM_JOB_ID=7 bash --posix "$scripts/slurm-resume.sh" card.yaml slow >out 2>err || fail "the job that goes on: $(cat err)"
if [ ! -e slow/result.json ] || [ -e slow/checkpoint.json ] || [ -e log ]; then fail "the job that goes on: $(ls slow)"; fi

# A run that ends before the script looks again counts all the same: here sending the signal takes as long.
mkdir prompt
printf '%s\n' '#!/bin/bash' 'trap "exit 130" TERM' 'touch begun' 'while :; do sleep 0.02; done' >prompt/tessera
chmod +x prompt/tessera
# shellcheck disable=SC2016 # expands there
echo 'kill() { builtin kill "$@" && { [ "$1" != -TERM ] || sleep 0.3; }; }' >slowly
PATH=$work/prompt:$PATH BASH_ENV=$work/slowly SLURM_JOB_ID=9 timeout --foreground 60 \
    bash "$scripts/slurm-resume.sh" card.yaml prompt >out 2>err &
job=$!
until [ -e begun ] || ! kill -0 $job; do sleep 0.02; done
sleep 0.1
kill -TERM $job
wait $job
status=$?
[ "$(cat log)" = "scontrol requeue 9" ] || fail "a run that ends at once: status $status, $(cat log err)"
rm -f log
unset SLURM_CPUS_PER_TASK

# Many seeds, and the job behind them.
bash "$scripts/slurm-array.sh" short.yaml many 2 >out 2>err || fail "an array: $(cat err)"
grep -q '"seeds": \[$' many/all/result.json || fail "an array is not merged: $(cat log err)"
grep -q "dependency=afterok:17" log || fail "the merging does not wait: $(cat log)"

# A rank for each GPU, here two of the CPU. Slurm's srun knows of options before the program alone.
for mpi in mpich openmpi; do
    if [ -e "$build/modules/tessera-$mpi.so" ] && type mpirun.$mpi >/dev/null 2>&1; then break; fi
    mpi=
done
if [ -n "$mpi" ]; then
    export ASAN_OPTIONS=detect_leaks=0 # MPI's libraries keep memory to the end
    export MPI=$mpi OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 TMPDIR=/tmp
    put srun <<'END'
#!/bin/bash
echo "srun $*" >>"$LOG"
[ "$1" = --mpi=pmix ] || exit 1
words=()
for word in "${@:2}"; do case $word in --device | cuda) ;; *) words+=("$word") ;; esac done
case $MPI in openmpi) set -- --oversubscribe ;; *) set -- ;; esac
exec "mpirun.$MPI" "$@" -n 2 "${words[@]}" </dev/null
END
    SLURM_JOB_ID=8 bash "$scripts/slurm-mpi.sh" short.yaml ranks >out 2>err || fail "ranks: $(cat err)"
    grep -q '"ranks": 2' ranks/result.json || fail "ranks compute alone: $(cat err)"
    grep -q "tessera run short.yaml .*--device cuda --resume" log || fail "ranks: $(cat log)"
fi

# HTCondor: what the description names is there, and does what it says.
program=$(sed -n 's/^executable = //p' "$scripts/htcondor.sub")
arguments=$(sed -n 's/^arguments = //p' "$scripts/htcondor.sub")
[ "$arguments" = "card.yaml \$(seed)" ] || fail "htcondor.sub has other arguments: $arguments"
sh "$scripts/$program" short.yaml 3 >out 2>err || fail "run.sh: $(cat err)"
grep -q '"seed": 3' seed-3/result.json || fail "run.sh writes no seed-3"

# The image is built from packages that a build here is built from.
# shellcheck source=cmake/prepare.sh
. "$source/cmake/prepare.sh"
for package in $packages_build; do
    grep -qw -- "$package" "$scripts/Dockerfile" || fail "the Dockerfile lacks $package"
done
sed -n '/^RUN apt-get/,/[^\\]$/p' "$scripts/Dockerfile" | grep -oE '\b(lib[a-z0-9-]+|cmake|gcc|make|pkg-config|[a-z0-9]+-bin|zlib1g(-dev)?)\b' |
    sort -u >packages
if type apt-cache >/dev/null 2>&1 && grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
    xargs apt-cache show <packages 2>err >shown # without lists nothing is known
    while read -r package; do
        ! grep -q '^Package: cmake$' shown || grep -qx "Package: $package" shown || fail "there is no package $package"
    done <packages
fi

# What it asks of CMake needs no package beside these: pkg-config knows no other here.
mkdir known
for name in yaml-0.1 jansson libxxhash zlib; do # HDF5 is found otherwise, or left out
    ln -s "$(pkg-config --variable=pcfiledir $name)/$name.pc" known
done
configure=$(grep -o 'cmake -S /source -B /build [^&]*' "$scripts/Dockerfile") || fail "the Dockerfile does not configure"
configure=${configure/\/source/"$source"}
configure=${configure/\/build/image}
# shellcheck disable=SC2086 # a command
PKG_CONFIG_LIBDIR=$work/known PKG_CONFIG_PATH='' $configure >out 2>err || fail "the image is not configured: $(cat err)"
exit $((failed > 0))
