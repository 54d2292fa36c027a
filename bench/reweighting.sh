#!/usr/bin/env bash
# reweighting.sh PROGRAM [EVENTS [TIMES [ARGUMENTS...]]]: how long events of files take to be read, weighed anew and written.
#
# Makes so many events (20000) of Z + 2 jets, a top pair + 1 jet and W + 3 jets, which takes some minutes, and repeats each file so
# often (10). Of each format it prints microseconds of an event: of processor time in all threads, and on the clock. The columns are
# reading (tessera events), |M|^2 (tessera amplitude --events), and the ratio of two |M|^2 with the copy (tessera reweight), both
# less reading. ARGUMENTS go to these commands: --device cuda, say. Programs are compiled before.
set -euo pipefail
tessera=$(realpath "$1") events=${2:-20000} times=${3:-10}
shift "$(($# < 3 ? $# : 3))"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# cost COMMAND...: sets $user and $real, in seconds.
TIMEFORMAT='%U %R'
cost() { read -r user real < <({ time "$@" >out 2>err; } 2>&1); }

# per SECONDS LESS: microseconds of an event.
per() { awk -v a="$1" -v b="$2" -v n="$((events * times))" 'BEGIN { printf "%9.2f", 1e6 * (a - b) / n }'; }

printf '%-14s %-5s  %-19s %-19s %-19s\n' process file "reading us, clock" "|M|^2 us, clock" "ratio+copy us, clock"
while IFS='|' read -r name process change cut; do
    cat >"$name.yaml" <<CARD
process: $process
beams: {energy: 13000}
cuts: {jet: {pt_min: 30, eta_max: 4.5}, lepton: {pt_min: 20, eta_max: 2.5}$cut}
integration: {relative_error: 3e-2}
events: {count: $events, format: lhe}
CARD
    "$tessera" run "$name.yaml" --out "$name" --quiet --no-report >out 2>&1 || { cat out; exit 1; }
    sed '/<\/init>/q' "$name/events.lhe" >"$name.lhe"
    sed '1,/<\/init>/d; /<\/LesHouchesEvents>/d' "$name/events.lhe" >body
    for ((i = 0; i < times; ++i)); do cat body >>"$name.lhe"; done
    echo "</LesHouchesEvents>" >>"$name.lhe"
    "$tessera" events "$name.lhe" --to lheh5 --out "$name.hdf5" >out 2>&1 || rm -f "$name.hdf5"
    for file in "$name.lhe" "$name.hdf5"; do
        [ -e "$file" ] || continue
        ending=${file##*.}
        for _ in 1 2; do # the first time programs are compiled
            cost "$tessera" events "$file"
            reading=$user clock=$real
            cost "$tessera" amplitude --events "$file" --card "$name.yaml" --out squares.npy --force "$@"
            squares=$user squares_clock=$real
            cost "$tessera" reweight "$file" --card "$name.yaml" --set "$change" --name new --out "new.$ending" --force --checkpoint 0 "$@"
        done
        printf '%-14s %-5s %s%s %s%s %s%s\n' "$name" "$ending" "$(per "$reading" 0)" "$(per "$clock" 0)" \
            "$(per "$squares" "$reading")" "$(per "$squares_clock" "$clock")" "$(per "$user" "$reading")" "$(per "$real" "$clock")"
    done
done <<'PROCESSES'
z-2-jets|p p > e+ e- j j|model.gamma_z=2.6|, pair: {l+ l-: {mass: [66, 116]}}
t-pair-jet|p p > t t~ j|model.gamma_t=1.4|
w-3-jets|p p > e+ ve j j j|model.gamma_w=2.2|
PROCESSES
