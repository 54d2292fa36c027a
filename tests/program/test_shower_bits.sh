#!/usr/bin/env bash
# test_shower_bits.sh BUILD: examples/lep-shower.yaml gives the same cross section, histograms and events, bit for bit,
# for any threads. So it does through CUDA and OpenCL where there is a device of them. Histories of two jets are drawn alike
# in vectors of one lane and of all, where there is time for the programs (TESSERA_TEST_CI). Hadrons, showered and merged by both
# schemes, have the CPU's bits through CUDA, and in long runs through OpenCL.
set -euo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# showered NAME EVENTS WRITTEN OPTION...: runs the card into a folder of that name, and writes so many of its events.
showered()
{
    local name=$1 events=$2 written=$3
    shift 3
    "$tessera" run "$source/examples/lep-shower.yaml" --quiet --out "$work/$name" --set integration.events="$events" \
        --set events.count="$written" --set events.weighted=true "$@" >/dev/null
}

# `same A B`: what does not speak of time and device is equal.
same()
{
    cmp "$work/$1/histograms.yoda" "$work/$2/histograms.yoda"
    cmp "$work/$1/events.hepmc3" "$work/$2/events.hepmc3"
    python3 - "$work/$1/result.json" "$work/$2/result.json" <<'END_PYTHON'
import json, sys
one, other = (json.load(open(name)) for name in sys.argv[1:])
for key in ("device", "time", "ns_per_event"):
    assert one.pop(key) and other.pop(key)
assert one == other, [key for key in one if one[key] != other.get(key)]
print(f"{one['events']['counted']} events, {one['cross_section']['value']:.17g} pb: same bits")
END_PYTHON
}

# Several iterations and batches.
showered one 60000 10000 --threads 1
showered several 60000 10000 --threads 3
same one several

# merged NAME FLAGS: jets merged with global recoil.
merged()
{
    printf 'process: u u~ > z 0..2 g\nbeams: {energy: 6500}\nscales: {factorization: 91.2, renormalization: 91.2}\n' >"$work/merged.yaml"
    TESSERA_PROGRAM_FLAGS="-Og -DFUNCTIONS_STAY_APART $2" "$tessera" run "$work/merged.yaml" --quiet --no-report --out "$work/$1" \
        --device cpu --set 'merging={scheme: umeps, by: shower, value: 20}' --set 'shower={enabled: true, start: power, recoil: global}' \
        --set integration.events=1000 --set histograms=[njets] --set events.count=1000 --set events.weighted=true >/dev/null
}
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    merged lane -DLANES=1
    merged lanes ""
    same lane lanes
fi

# there DEVICE: is there one?
there() { "$tessera" devices | grep "^$1:" >/dev/null; }

# hadrons DEVICE EVENTS PROCESS: a shower between hadrons, and what it merges of that process, have the bits of the CPU there.
hadrons()
{
    local device=$1 name on card options
    for name in z ckkwl umeps; do
        card=w-merged options=(--set merging.scheme="$name" --set process="$3")
        [ "$name" != z ] || card=z-shower options=()
        for on in cpu "$device"; do
            "$tessera" run "$source/examples/$card.yaml" "${options[@]}" --quiet --no-report --out "$work/$name-$on" --device "$on" \
                --set integration.events="$2" --set events.count=500 --set events.weighted=true >/dev/null
        done
        same "$name-cpu" "$name-$device"
    done
}

if there cuda; then
    showered cuda 60000 10000 --device cuda
    same one cuda
    hadrons cuda 20000 "p p > w+ 0..2 j"
fi

# On the CPU a driver's compiler takes longer than the events; it keeps memory that the sanitizers would report.
if [ -n "${TESSERA_TEST_QUICK:-}" ] || ! there opencl; then
    exit 0
fi
showered few 3000 3000
showered opencl 3000 3000 --device opencl
same few opencl
[ -z "${TESSERA_TEST_LONG:-}" ] || hadrons opencl 1000 "u d~ > w+ 0..2 g"
