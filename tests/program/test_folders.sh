#!/usr/bin/env bash
# test_folders.sh BUILD: what others have put into a folder stays as it is. That is files and folders with names like
# those of the program, links to files elsewhere, a card or events that no run left there.
set -uo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
tessera=$build/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export TESSERA_PROGRAM_FLAGS=${TESSERA_PROGRAM_FLAGS:--O1}
failed=0
fail() {
    echo "FAILED: $*"
    failed=1
}
# says STATUS WORDS COMMAND...: within a minute, with this exit status and these words.
says() {
    local status=$1 words=$2
    shift 2
    timeout 60 "$@" >out 2>&1 </dev/null
    local got=$?
    [ $got = "$status" ] || fail "$* ends with $got, not $status: $(cat out)"
    [ -z "$words" ] || grep -qF -- "$words" out || fail "$*: no '$words' in: $(cat out)"
}
# untouched FILE...: each still holds what it was made with.
untouched() {
    local one
    for one; do [ "$(cat "$one" 2>&1)" = "theirs" ] || fail "$one is not as it was: $(cat out)"; done
}
cat >beside.c <<'C'
#include "core/file_beside.h"
#include <stdio.h>
int main(void)
{
    char name[256];
    file_beside("", name, sizeof name);
    puts(name);
}
C
# A name that a process wrote that is no more.
cc -std=c17 -D_XOPEN_SOURCE=700 -I"$source/src" -I"$source/include" beside.c "$source/src/core/file_beside.c" -o beside ||
    fail "names of temporary files cannot be made"
left=$(./beside)

# Beside a program that is compiled: folders of others, and one of a killed compilation, which alone goes.
others=(mylib.so.backup x.so.backup x.so.123456 x.so.2024-11-05-2 "y.so$left")
mkdir -p "x.so$left/kernels/phase_space"
for folder in "${others[@]}"; do mkdir -p "$folder/sub" && echo theirs >"$folder/sub/file"; done
touch "x.so$left"/{program.c,log}
touch -d "2 days ago" ./*.so.*
says 0 "" "$tessera" compile --expr x1 --dim 1 --out x.so
untouched "${others[@]/%//sub/file}"
[ ! -e "x.so$left" ] || fail "what a killed compilation left stays"
touch "z.json.2024-11-05-2" && touch -d "2 days ago" "z.json.2024-11-05-2"
says 0 "" "$tessera" integrate --program x.so --rel 1e-2 --state z.json
[ -e "z.json.2024-11-05-2" ] || fail "a copy that a user named by its date is gone"

# Files that stand where a run writes its own, and that no run has left.
run=("$tessera" run card.yaml --quiet --set events.weighted=true --set events.count=20)
echo '{process: g g > g g, histograms: [ht], integration: {max_events: 20000, relative_error: 0.1}}' >card.yaml
cp card.yaml kept.yaml
says 2 "card.yaml is there, and no result beside it" "${run[@]}" --set events.format=lhe --out .
cmp -s card.yaml kept.yaml || fail "a card is replaced by its own result"
for file in card.yaml report.html histograms.yoda events.lhe events.hepmc3 events.hdf5 events.lhe.part; do
    rm -rf theirs && mkdir theirs && echo theirs >theirs/$file
    says 2 "theirs/$file is there, and no result beside it" "${run[@]}" --set events.format=lhe --out theirs
    untouched theirs/$file
    [ "$(ls -A theirs)" = $file ] || fail "a refused run leaves $(ls -A theirs)"
done
says 0 "" "${run[@]}" --set events.format=lhe --out theirs --force
says 0 "" "${run[@]}" --set events.format=lhe --out theirs

# Links, and second names of files, under the names of what is written. A link that only gets replaced is no harm.
echo theirs >victim
echo theirs >locked
for format in lhe hepmc3 hdf5; do
    name=${format/hdf5/lheh5}
    case $format in hdf5) "$tessera" run card.yaml --set events.format=lheh5 --set events.count=1 --out probe --quiet \
        >out 2>&1 || { grep -q "HDF5" out && continue; } ;; esac
    rm -rf linked && mkdir linked && ln -s "$PWD/victim" linked/events.$format
    if [ $format != hdf5 ]; then ln -s "$PWD/victim" linked/events.$format.part; fi
    status=0 words=
    if [ $format != hdf5 ]; then status=1 words="linked/events.$format.part is no regular file"; fi
    says $status "$words" "${run[@]}" --set events.format="$name" --checkpoint 60 --force --out linked
    untouched victim
    rm -rf linked && mkdir linked && ln victim linked/events.$format.part && ln victim linked/events.$format
    says 0 "" "${run[@]}" --set events.format="$name" --checkpoint 60 --force --out linked
    untouched victim
    [ -f linked/events.$format ] || fail "no events.$format in place of a second name"
done
for file in result.json histograms.yoda card.yaml report.html checkpoint.json; do
    rm -rf linked && mkdir linked && ln -s "$PWD/victim" linked/$file
    says 0 "" "${run[@]}" --set events.format=lhe --force --out linked
    untouched victim
done
for how in -s ""; do
    rm -rf linked && mkdir linked && ln $how "$PWD/locked" linked/.tessera-lock
    says 1 "linked" "${run[@]}" --set events.format=lhe --out linked
    untouched locked
    rm linked/.tessera-lock
done

# A lock of another user's: held it is said so, left behind by a killed run it is none.
other=(setpriv --reuid 65534 --regid 65534 --clear-groups env "HOME=$work/other" "TESSERA_CACHE_DIR=$work/other/cache")
mkdir other && chmod 777 other && chmod 755 "$work"
if [ "$(id -u)" = 0 ] && "${other[@]}" "$tessera" --version >/dev/null 2>&1; then
    mkdir group && chmod 777 group && touch group/.tessera-lock && chmod 644 group/.tessera-lock
    echo "process 1 on elsewhere" >group/.tessera-lock
    flock group/.tessera-lock sleep 60 &
    holder=$!
    until ! flock -n group/.tessera-lock true; do sleep 0.02; done
    says 1 "by another run, process 1 on elsewhere" "${other[@]}" "${run[@]}" --out group
    pkill -P $holder
    wait $holder
    says 0 "" "${other[@]}" "${run[@]}" --out group
    [ ! -e group/.tessera-lock ] || fail "a lock stays"
fi

# A run that goes on does not write into a link or a second name that stands in place of its file.
endless=("$tessera" run card.yaml --quiet --set events.format=lhe --set events.weighted=true --set events.count=1e8
    --set integration.max_events=1e9 --set integration.relative_error=0.1 --checkpoint 0.05 --no-report --out going)
"${endless[@]}" >out 2>&1 </dev/null &
process=$!
until grep -qs '"events"' going/checkpoint.json || ! kill -0 $process 2>/dev/null; do sleep 0.02; done
kill -9 $process
wait $process 2>/dev/null
[ -s going/events.lhe.part ] || fail "no file to go on with: $(cat out)"
head -c 100000000 going/events.lhe.part >victim
cp victim kept
seconds=1
[ -z "${TESSERA_TEST_CI:-}" ] || seconds=3
for how in -s ""; do
    rm going/events.lhe.part && ln $how "$PWD/victim" going/events.lhe.part
    timeout -s INT "$seconds" "${endless[@]}" --resume >out 2>&1 </dev/null
    [ -z "$how" ] || grep -q "is no regular file" out || fail "no word of a link: $(cat out)"
    cmp -s victim kept || fail "a run goes on in a file elsewhere (ln $how): $(cat out)"
done

# A picture that another program converts is written into an open file, not under a name that others may have taken.
mkdir bin pictures && printf '#!/bin/sh\necho "$@" >>%s/calls\nexec cat\n' "$work" >bin/rsvg-convert && chmod +x bin/rsvg-convert
says 0 "" "${run[@]}" --set events.format=lhe --out drawn
says 0 "" env "PATH=$work/bin:$PATH" "$tessera" plot drawn/histograms.yoda --out pictures/ht.png
grep -q "<svg" pictures/ht.png || fail "no picture: $(cat out)"
if ! grep -q -- "--format=png" calls || grep -q -- "--output" calls; then fail "the converter is called: $(cat calls)"; fi
[ "$(ls -A pictures)" = ht.png ] || fail "beside a picture are left: $(ls -A pictures)"

# Links in the place of every other file that a command writes: to a file, and to one that is not there. Nothing is written where
# they lead, whether the command replaces the link or refuses it.
# planted NAME COMMAND...
planted() {
    local name=$1 target got
    shift
    for target in victim missing; do
        rm -rf "$name" && mkdir -p "$(dirname "$name")" && ln -s "$work/$target" "$name"
        timeout 60 "$@" >out 2>&1 </dev/null
        got=$?
        [ $got -le 3 ] || fail "$* with a link as $name ends with $got: $(cat out)"
        if [ -L "$name" ] && [ $got != 1 ] && [ $got != 2 ]; then fail "$*: $name is still a link, and no word of it: $(cat out)"; fi
    done
    untouched victim
    [ ! -e missing ] || fail "$* with a link as $name makes the file that it leads to"
    rm -rf "$name"
    timeout 60 "$@" >out 2>&1 </dev/null
    case $? in 0 | 3) ;; *) fail "$* does not work without a link: $(cat out)" ;; esac
}
echo theirs >victim
for file in events-0.lhe events-0.lhe.part events-0.hepmc3.part events.lhe.gz events.lhe.gz.part; do
    format=${file#*.} split=false
    [[ $file != events-0* ]] || split=true
    planted "linked/$file" "${run[@]}" --set events.format="${format%.part}" --set events.split=$split --force --out linked
done
for seed in 1 2; do
    says 0 "" "$tessera" run card.yaml --quiet --no-report --seed $seed --set events.format=lhe --set events.weighted=true \
        --set events.count=20 --out seed-$seed --force
done
for file in result.json histograms.yoda card.yaml report.html checkpoint.json events.lhe events.lhe.part; do
    planted "merged/$file" "$tessera" merge merged seed-1 seed-2 --force
done
for file in grids.json card.yaml; do planted "grids/$file" "$tessera" learn card.yaml --quiet --out grids; done
reweighted=("$tessera" reweight seed-1/events.lhe --card card.yaml --mur 2 --name up --force --out copy.lhe)
for file in copy.lhe copy.lhe.checkpoint; do planted $file "${reweighted[@]}"; done
python3 - >boson.lhe <<'END' # a Z boson beside a Higgs boson
energy, z, h = 300, 91.188, 125
first = (energy**2 + z**2 - h**2) / (2 * energy)
p = (first**2 - z**2) ** .5
rows = (-11, -1, 0, 150, 150, 0), (11, -1, 0, -150, 150, 0), (23, 1, 1, p, first, z), (25, 1, 1, -p, energy - first, h)
particles = "".join(f"{pdg} {status} {mother} {2 * mother} 0 0 0 0 {pz} {e} {m} 0 9\n" for pdg, status, mother, pz, e, m in rows)
print(f"""<LesHouchesEvents version="3.0">
<init>
-11 11 150 150 0 0 0 0 -4 1
1 0.1 1 1
</init>
<event>
4 1 1 91 0.0078 0.118
{particles}</event>
</LesHouchesEvents>""")
END
echo 'process: e+ e- > z h' >boson.yaml
for file in copy.lhe copy.lhe.checkpoint; do
    planted $file "$tessera" decay boson.lhe --card boson.yaml --decay "z > mu+ mu-" --force --out copy.lhe
done
planted copy.hepmc3 "$tessera" events seed-1/events.lhe --to hepmc3 --out copy.hepmc3
planted copy.lhe.gz "$tessera" events seed-1/events.lhe --to lhe.gz --out copy.lhe.gz
planted copy.hdf5 "$tessera" events seed-1/events.lhe --to lheh5 --out copy.hdf5
for file in squares.npy squares.h5; do
    planted $file "$tessera" amplitude --events seed-1/events.lhe --card card.yaml --force --out $file
done
for file in drawn.html drawn.svg; do planted $file "$tessera" plot seed-1 --out $file; done
planted drawn.png env "PATH=$work/bin:$PATH" "$tessera" plot seed-1 --out drawn.png
planted one.so "$tessera" compile --expr x1 --dim 1 --out one.so
planted programs "$tessera" compile card.yaml --out programs
planted state.json "$tessera" integrate --program x.so --rel 1e-2 --state state.json
planted model.tsm "$tessera" model import "$source/examples/models/zprime" --out model.tsm
[ -z "${TESSERA_TEST_CI:-}" ] || planted study.html "$tessera" bench gluons --device cpu --from 4 --to 4 --precision single --events 1000 --runs 1 \
    --plot study.html

# A link that was meant: to the folder of a result, to a file that a program replaces.
mkdir elsewhere && ln -s elsewhere there
says 0 "" "${run[@]}" --set events.format=lhe --out there
[ -L there ] || fail "a link to a folder is gone"
[ -e elsewhere/result.json ] || fail "a link to a folder is not followed"
says 0 "" "$tessera" integrate --program x.so --rel 1e-2 --state there/grid
exit $failed
