#!/usr/bin/env bash
# reweighting.sh PROGRAM [EVENTS [TIMES [ARGUMENTS...]]]: how long events of files take to be read, weighed anew and written.
#
# Makes so many events (20000) of Z + 2 jets, a top pair + 1 jet and W + 3 jets, which takes some minutes, and repeats each file so
# often (10). Of each format it prints microseconds of an event, of processor time in all threads and on the clock, and events a
# second on the clock: reading (tessera events), |M|^2 of a card (tessera amplitude --events, less reading), what a second one
# costs (the ratio: tessera reweight with two new weights less that with one), and the copy (tessera reweight with one new weight
# less reading and two |M|^2). ARGUMENTS go to these commands: --device cuda, say. Programs are compiled before; what a command
# takes to begin, for an event of each file alone, is taken away. Where a difference is less than the clock can tell it is 0.
set -euo pipefail
tessera=$(realpath "$1") events=${2:-20000} times=${3:-10}
shift "$(($# < 3 ? $# : 3))"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# cost COMMAND...: sets $user and $real, in seconds.
TIMEFORMAT='%U %R'
cost() {
    read -r user real < <({ time "$@" >out 2>err; } 2>&1) || true
    if [ -z "${real:-}" ]; then
        cat err >&2
        exit 1
    fi
}

# net COMMAND FILE ARGUMENTS...: the same over all events of a file, less that of its first few.
net() {
    local command file=$2 first_user first_real
    read -ra command <<<"$1" # one word or two
    shift 2
    cost "$tessera" "${command[@]}" "few.${file##*.}" "$@"
    first_user=$user first_real=$real
    cost "$tessera" "${command[@]}" "$file" "$@"
    read -r user real < <(awk -v a="$user" -v b="$first_user" -v c="$real" -v d="$first_real" \
        'BEGIN { print a - b, c - d }')
}

# row NAME FILE: prints what the numbers in $read_user, $one_user, ... make of an event.
row() {
    awk -v name="$1" -v file="$2" -v n="$((events * times))" -v ru="$read_user" -v rc="$read_real" -v ou="$one_user" \
        -v oc="$one_real" -v wu="$with_one_user" -v wc="$with_one_real" -v tu="$with_two_user" -v tc="$with_two_real" '
        function most(a) { return a > 0 ? a : 0 }
        function us(a) { return 1e6 * most(a) / n }
        BEGIN {
            square_user = most(ou - ru); square = most(oc - rc); ratio_user = most(tu - wu); ratio = most(tc - wc)
            copy_user = most(wu - ru - 2 * ratio_user); copy = most(wc - rc - 2 * ratio)
            rate = ratio > 0 ? sprintf("%.2e", n / ratio) : "-"
            printf "%-12s %-5s %7.2f %7.2f  %7.2f %7.2f  %7.2f %7.2f %9s  %7.2f %7.2f  %9.2e\n", name, file, us(ru), us(rc),
                us(square_user), us(square), us(ratio_user), us(ratio), rate, us(copy_user), us(copy), n / wc
        }'
}

printf '%-12s %-5s %-15s  %-15s  %-25s  %-15s  %s\n' process file "reading" "one |M|^2" "ratio, a new weight more" "copy" "all of it"
printf '%-12s %-5s %-15s  %-15s  %-25s  %-15s  %s\n' "" "" "     us   clock" "     us   clock" "     us   clock  events/s" \
    "     us   clock" " events/s"
while IFS='|' read -r name process change other cut; do
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
    sed -n '/<\/event>/{p;q};p' "$name.lhe" >few.lhe
    echo "</LesHouchesEvents>" >>few.lhe
    rm -f few.hdf5
    "$tessera" events few.lhe --to lheh5 --out few.hdf5 >out 2>&1 || true
    for file in "$name.lhe" "$name.hdf5"; do
        [ -e "$file" ] || continue
        ending=${file##*.}
        one=(--card "$name.yaml" --out "new.$ending" --force --checkpoint 0 --set "$change" --name new)
        two=("${one[@]}" --set "$other" --name more)
        cost "$tessera" reweight "$file" "${two[@]}" "$@" # the first time programs are compiled
        net events "$file"
        read_user=$user read_real=$real
        net "amplitude --events" "$file" --card "$name.yaml" --out squares.npy --force "$@"
        one_user=$user one_real=$real
        net reweight "$file" "${one[@]}" "$@"
        with_one_user=$user with_one_real=$real
        net reweight "$file" "${two[@]}" "$@"
        with_two_user=$user with_two_real=$real
        row "$name" "$ending"
    done
done <<'PROCESSES'
z-2-jets|p p > e+ e- j j|model.gamma_z=2.6|model.gamma_z=2.4|, pair: {l+ l-: {mass: [66, 116]}}
t-pair-jet|p p > t t~ j|model.gamma_t=1.4|model.gamma_t=1.6|
w-3-jets|p p > e+ ve j j j|model.gamma_w=2.2|model.gamma_w=2.0|
PROCESSES
