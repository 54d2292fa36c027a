# Sourced by tests of many ranks, which set $build: $launchers are those whose modules are there. Without any the test is
# skipped.
# shellcheck shell=bash disable=SC2034
# shellcheck disable=SC2154 # set by who sources this
launchers=()
for kind in openmpi mpich; do
    if [ -e "$build/modules/tessera-$kind.so" ] && command -v mpirun.$kind >/dev/null; then launchers+=("$kind"); fi
done
[ ${#launchers[@]} -gt 0 ] || { echo "skipped: there is no MPI here"; exit 77; }
