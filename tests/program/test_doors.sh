#!/usr/bin/env bash
# test_doors.sh BUILD: what must not happen to those who share a folder, a terminal or a batch system with the program.
# That is libraries of the current folder loaded, devices and pipes replaced, damaged programs run, results lost to a
# signal.
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
echo '{process: g g > g g, histograms: [ht], integration: {max_events: 20000}}' >card.yaml
echo '{process: g g > g g, histograms: [ht], integration: {relative_error: 1e-12, max_events: 1e18}}' >endless.yaml

# An empty entry of the path for libraries is the current folder.
if command -v readelf >/dev/null; then
    path=$(readelf -d "$tessera" | sed -n 's/.*R\(UN\)\?PATH.*\[\(.*\)\]/\2/p')
    [[ :$path: != *::* ]] || [ -z "$path" ] || fail "libraries are looked for in the current folder: '$path'"
fi

# Outputs: a device stays, as a folder does; a pipe is written into.
mkdir folder
if mknod null c 1 3 2>/dev/null; then
    says 1 "a device" "$tessera" compile --expr x1 --dim 1 --out null
    [ -c null ] || fail "the device is gone"
fi
says 1 "a folder" "$tessera" compile --expr x1 --dim 1 --out folder
says 0 "" "$tessera" compile --expr x1 --dim 1 --out=-x.so
says 0 "" "$tessera" integrate --program=-x.so --rel 1e-2
mkdir piped && mkfifo piped/events.hepmc3
events=(--set events.format=hepmc3 --set events.count=100 --set events.weighted=true)
timeout 60 cat piped/events.hepmc3 >events &
reader=$!
timeout 60 "$tessera" run card.yaml "${events[@]}" --out piped --quiet >out 2>&1 </dev/null
wait $reader
grep -q '^HepMC::Asciiv3-END' events || fail "the reader of a pipe got $(wc -l <events) lines: $(cat out)"
[ -p piped/events.hepmc3 ] || fail "the pipe is a file now"
says 1 "has no reader" "$tessera" run endless.yaml "${events[@]}" --out piped --quiet --force
rm piped/histograms.yoda && mkfifo piped/histograms.yoda
says 1 "a pipe, which no file may replace" "$tessera" run card.yaml --out piped --quiet --force

for file in result.json card.yaml; do
    rm -rf refused && mkdir refused && mkfifo refused/$file
    says 1 "$file is a pipe, which no file may replace" "$tessera" run endless.yaml --out refused --quiet
done

# Inputs: a pipe is read, and without a writer it holds nothing up.
mkfifo pipe
says 2 "The pipe pipe has no writer" "$tessera" compare pipe pipe
says 2 "has no writer" "$tessera" run pipe
says 2 "the card is empty" "$tessera" run <(sleep 1.2)
"$tessera" run pipe >out 2>&1 &
reading=$!
sleep 0.3
kill -INT $reading
wait $reading
status=$?
[ $status = 130 ] || fail "a pipe without a writer, interrupted: exit status $status: $(cat out)"
grep -qF "Interrupted while pipe was read." out || fail "does not say that reading a pipe was interrupted but: $(cat out)"
says 2 "has no writer" "$tessera" integrate --expr "t(x)" --dim 1 --table t=pipe
says 2 "has no writer" "$tessera" integrate --source pipe --dim 1
says 2 "has no writer" "$tessera" integrate --expr x1 --dim 1 --grid pipe
printf '%s\n' "6500 0 0 6500" "6500 0 0 -6500" "6500 3900 0 5200" "6500 -3900 0 -5200" >point.txt
says 2 "has no writer" "$tessera" amplitude "g g > g g" --momenta pipe
says 2 "neither a regular file nor a pipe" "$tessera" amplitude "g g > g g" --momenta /dev/null
says 2 "is no program that" "$tessera" integrate --program pipe
says 2 "no regular file" "$tessera" integrate --expr x1 --dim 1 --state pipe
says 2 "neither a regular file nor a pipe" "$tessera" run /dev/null
mkdir named && mkfifo named/named.info
says 2 "there must be a file NAME.info" "$tessera" pdf show ./named
(sleep 0.3; cat card.yaml >pipe) & # a writer that comes late
says 3 "" "$tessera" run pipe --quiet --out late
wait $!
says 3 "" "$tessera" run <(cat card.yaml) --quiet --out substituted
timeout 60 "$tessera" run /dev/stdin --quiet --out standard >out 2>&1 < <(cat card.yaml)
for folder in substituted standard; do
    cmp -s late/histograms.yoda $folder/histograms.yoda || fail "another card comes through a pipe: $folder: $(cat out)"
done
says 0 "" "$tessera" amplitude "g g > g g" --momenta point.txt --json
grep -v "Compiling the program" out >expected
says 0 "" "$tessera" amplitude "g g > g g" --momenta <(cat point.txt) --json
cmp -s out expected || fail "other momenta come through a pipe: $(cat out)"
{ cat point.txt; printf '\n\0 1 2 3\n'; } >zero.txt
says 2 "zero.txt:6: a byte of value zero" "$tessera" amplitude "g g > g g" --momenta zero.txt

# A program that was built ahead and damaged is compiled anew, with the same result.
mkdir install && cp -L "$tessera" install
export TESSERA_CACHE_DIR=$work/cache
install/tessera compile card.yaml --out install/programs >out 2>&1 || fail "compile: $(cat out)"
TESSERA_CC=/bin/false install/tessera run card.yaml --out ahead --quiet >out 2>&1
[ -e ahead/histograms.yoda ] || fail "what was built ahead is not found: $(cat out)"
program=$(compgen -G 'install/programs/*.so') && cp "$program" whole.so
for program in install/programs/*.so; do
    size=$(stat -c %s "$program")
    truncate -s $((size / 2)) "$program"
done
install/tessera run card.yaml --out anew --quiet >out 2>&1
grep -q "passed over" out || fail "no word of a damaged program: $(cat out)"
cmp -s ahead/histograms.yoda anew/histograms.yoda || fail "a damaged program gives another result"
# A bit in its head, in its tables, in its code, in its numbers, in its seal.
size=$(stat -c %s whole.so)
places=(4 18 70 $((size / 5)) $((size / 2)) $((size * 4 / 5)) $((size - 40)) $((size - 3)))
python3 - "${places[@]}" <<'END' || fail "no bit is flipped"
import sys
for place in map(int, sys.argv[1:]):
    data = bytearray(open("whole.so", "rb").read())
    data[place] ^= 1 << place % 8
    open(f"flipped-{place}.so", "wb").write(data)
END
for place in "${places[@]}"; do
    cp "flipped-$place.so" "$program"
    install/tessera run card.yaml --out flipped --force --quiet >out 2>&1
    [ $? = 3 ] || fail "a bit of byte $place: $(cat out)"
    grep -q "passed over" out || fail "a bit of byte $place is not seen: $(cat out)"
    cmp -s ahead/histograms.yoda flipped/histograms.yoda || fail "a bit of byte $place gives another result"
done
# Standard error without a reader: the warning is lost, the result is not.
mkfifo gone && { : <gone & } && exec 9>gone && wait $!
timeout 60 install/tessera run card.yaml --out unheard --quiet >out 2>&9 </dev/null
[ $? = 3 ] || fail "standard error without a reader: $(cat out)"
exec 9>&-
[ -e unheard/result.json ] || fail "a warning that nobody reads costs the result"

# A small stack, which the process cannot raise.
(ulimit -s 64 && exec "$tessera" run card.yaml --out narrow --quiet >out 2>&1 </dev/null)
status=$?
[ $status = 3 ] || fail "a stack of 64 kB: exit status $status: $(cat out)"
cmp -s ahead/histograms.yoda narrow/histograms.yoda || fail "a small stack gives another result"

# A relative cache whose name begins like an option.
TESSERA_CACHE_DIR=-x says 0 "" "$tessera" integrate --expr "x1 + 1" --dim 1 --rel 1e-2
compgen -G './-x/programs/*.so' >out || fail "no program in the cache -x"

# Numbers: what is too large for a double is no infinity, and no error of zero is asked for.
for option in upper=1e400 upper=nan "upper=0x10" lower=-1e999 "upper=1," rel=1e400 param=a=1e400 param=a=0x1 rel=0 \
    abs=1e-999 components=2; do
    says 2 "--${option%%=*}" "$tessera" integrate --expr "a*x1" --dim 1 "--$option"
    [ "$(wc -l <out)" = 1 ] || fail "--$option: more than a sentence: $(cat out)"
done
says 2 "--components is for --source" "$tessera" integrate --builtin f1 --dim 2 --components 2
says 0 "" "$tessera" integrate --expr "exp(-x1)" --dim 1 --upper inf --rel 0 --abs 1e-3
for option in beams.energy couplings.alpha_s cuts.jet.pt_min scales.renormalization integration.max_events; do
    says 2 "$option: expected" "$tessera" run card.yaml --set $option=1e400
done

# A folder that goes while a program is compiled in it is not a full disk, and the run goes on elsewhere.
cat >cc <<'END'
#!/usr/bin/env bash
case ${!#} in "$TESSERA_CACHE_DIR"/*) rm -rf "$TESSERA_CACHE_DIR" && exit 1 ;; esac
exec cc "$@"
END
chmod +x cc
TESSERA_CC=$PWD/cc TESSERA_CACHE_DIR=$work/going says 0 "was removed while a program was compiled in it" \
    "$tessera" integrate --expr x1 --dim 1 --rel 1e-2

# Nor where only a part of it has gone when the compiler looks.
# shellcheck disable=SC2016 # of the compiler there
sed -i 's/rm -rf "$TESSERA_CACHE_DIR"/rm -r "$TESSERA_CACHE_DIR"\/programs\/*\/kernels\/cubature/' cc
[ -z "${TESSERA_TEST_CI:-}" ] || TESSERA_CC=$PWD/cc TESSERA_CACHE_DIR=$work/going says 0 "was removed while a program was compiled in it" \
    "$tessera" integrate --expr x1 --dim 1 --rel 1e-2

# What a killed run leaves under a temporary name goes with the next one. A living process's stays, as does what has no
# such name, or may be another machine's.
"$tessera" run card.yaml --set events.count=1e8 --set events.format=hepmc3 --set events.weighted=true \
    --set integration.max_events=1e9 --set integration.relative_error=0.1 --out killed --quiet >out 2>&1 </dev/null &
process=$!
for _ in $(seq 500); do
    compgen -G 'killed/events.hepmc3.*' >/dev/null && break
    sleep 0.02
done
kill -9 $process
wait $process 2>/dev/null
left=$(compgen -G 'killed/events.hepmc3.*') || fail "no temporary file is left: $(cat out)"
cat >beside.c <<'END'
#include "core/file_beside.h"
#include <stdio.h>
int main(void)
{
    char name[256];
    file_beside("", name, sizeof name);
    puts(name);
}
END
# The number of this machine stands in the name of every other temporary file.
cc -std=c17 -D_XOPEN_SOURCE=700 -I"$source/src" -I"$source/include" beside.c "$source/src/core/file_beside.c" -o beside ||
    fail "names of temporary files cannot be made"
machine=$(./beside) && machine=${machine#.tessera-} && machine=${machine%%-*}
gone=(killed/{result.json,histograms.yoda,card.yaml}."tessera-$machine-$(printf %x $process)-1f-0" killed/events.hepmc3.tessera-1-2-3-4)
old=(killed/events.hepmc3.{old,2024-11-05-2,tessera-1-2-3,tessera-1-2-3-x})
stay=(killed/events.hepmc3."tessera-$machine-$(printf %x $$)-1f-0" killed/result.json.tessera-1-2-3-4 "${old[@]}")
touch "${gone[@]}" "${stay[@]}"
touch -d "2 days ago" killed/events.hepmc3.tessera-1-2-3-4 "${old[@]}"
says 3 "" "$tessera" run card.yaml --out killed --quiet
for file in "$left" "${gone[@]}"; do [ ! -e "$file" ] || fail "$file stays behind a killed run"; done
for file in "${stay[@]}"; do [ -e "$file" ] || fail "$file is gone"; done

# Signals: two at once are one request, as timeout and batch systems send them; none loses the result. Two of a kind are
# one signal to a process that stands still; those of two kinds both reach it.
requests=("STOP INT TERM CONT" "STOP TERM HUP CONT" XCPU USR1 USR2)
processes=()
for i in "${!requests[@]}"; do
    "$tessera" run endless.yaml --threads 1 --out "signal$i" --quiet >"out$i" 2>&1 </dev/null &
    processes+=($!)
done
# Each has computed for a while by then.
[ -z "${TESSERA_TEST_CI:-}${TESSERA_TEST_QUICK:-}" ] || sleep 3
for process in "${processes[@]}"; do
    while ticks=$(awk '{ print $14 }' "/proc/$process/stat") && [ "$ticks" -lt 25 ]; do sleep 0.05; done
done
for i in "${!requests[@]}"; do
    for signal in ${requests[i]}; do kill -"$signal" "${processes[i]}"; done
done
for i in "${!requests[@]}"; do
    wait "${processes[i]}"
    status=$?
    [ $status = 130 ] || fail "${requests[i]}: exit status $status: $(cat "out$i")"
    [ -e "signal$i/result.json" ] || fail "${requests[i]}: nothing is written: $(cat "out$i")"
done
exit $failed
