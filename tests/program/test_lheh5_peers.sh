#!/usr/bin/env bash
# test_lheh5_peers.sh BUILD: h5py reads LHEH5 files of derived and of written processes, weighted or not. They have the
# events of the Les Houches file of the same run, and the same bytes for any number of threads. What cannot be written
# is said. TESSERA_PYTHON names a Python that has h5py and pylhe; skipped without them, and where the build has no HDF5.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
run() { # NAME FOLDER ARGUMENT...
    local name=$1 folder=$2
    shift 2
    "$build/tessera" run "$source/examples/$name.yaml" --device cpu --quiet --out "$folder" --set integration.events=4e5 \
        --force --set "events.format=[lhe, lheh5]" "$@" 2>err >/dev/null
}
check() { # NAME ARGUMENT...
    local name=$1
    shift
    run "$name" "$name" "$@" || { grep -q 'events.format: lheh5 cannot be written' err && echo 'skipped: this build has no LHEH5' && exit 77; cat err; exit 1; }
    "${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_lheh5.py" "$name"
}
failed=0
fail() { printf 'FAILED: %s\n' "$*"; failed=1; }
check z-jet --set events.count=1500
mv z-jet/events.hdf5 other.hdf5
run z-jet z-jet --set events.count=1500 --threads 1
cmp other.hdf5 z-jet/events.hdf5 || fail "other threads, other bytes"
# Hostile files: tables of 10^12 rows that are not there, particles that all events share, names that lead in circles. Each is
# refused, soon and in little memory.
"${TESSERA_PYTHON:-python3}" - <<'END'
import h5py
for name in "rows", "shared", "circle":
    with h5py.File("other.hdf5") as sound, h5py.File(f"{name}.hdf5", "w") as file:
        for dataset in sound:
            sound.copy(dataset, file)
        if name == "shared":
            file["events"][:, 2] = 0
            continue
        columns = file["events"].shape[1]
        del file["events"]
        if name == "circle":
            file["events"] = h5py.SoftLink("/others")
            file["others"] = h5py.SoftLink("/events")
        else:
            file.create_dataset("events", (10**12, columns), "f8", chunks=(1024, columns), fillvalue=1)
END
# Numbers that are no codes, or not finite; chunks too large to be unpacked. Long events in one packed chunk each are unpacked once:
# again for every few rows of them took minutes.
"${TESSERA_PYTHON:-python3}" - <<'END'
import shutil
import h5py
import numpy
changes = {
    "half": ("particles", (0, 0), 1.5), "huge": ("particles", (0, 0), 1e12), "process": ("events", (0, 0), 0.5),
    "first": ("events", (0, 2), 0.5), "beam": ("init", 0, numpy.nan), "section": ("procInfo", (0, 3), numpy.inf),
}
for name, (dataset, place, number) in changes.items():
    shutil.copy("other.hdf5", f"{name}.hdf5")
    with h5py.File(f"{name}.hdf5", "r+") as file:
        values = file[dataset][()].astype(float)
        values[place] = number
        attributes = dict(file[dataset].attrs)
        del file[dataset]
        file[dataset] = values
        file[dataset].attrs.update(attributes)
with h5py.File("other.hdf5") as sound, h5py.File("unknown.hdf5", "w") as file: # as pylhe writes what it does not know
    for dataset in sound:
        sound.copy(dataset, file)
    file["procInfo"][:, 1:3] = numpy.nan
    file["events"][:, 3] = file["events"][:, 5] = file["events"][:, 6] = numpy.nan
for name, events, rows in ("packed", 20, 20 * 131072), ("chunks", 1, 11 * 10**6):
    with h5py.File("other.hdf5") as sound, h5py.File(f"{name}.hdf5", "w") as file:
        for dataset in "version", "init", "procInfo":
            sound.copy(dataset, file)
        table = sound["events"][:events]
        table[:, 1] = 131072
        table[:, 2] = numpy.arange(events) * 131072
        file["events"] = table
        file["events"].attrs.update(dict(sound["events"].attrs))
        particles = file.create_dataset("particles", (rows, 13), "f8", chunks=(rows, 13), compression="gzip", compression_opts=9)
        if name == "packed":
            values = numpy.zeros((rows, 13))
            values[:, :3] = 21, 2, 1
            particles[:] = values
END
# Texts of which the library takes the lengths from the file: it crashes, or goes round without end.
python3 - <<'END'
import struct
sound = open("other.hdf5", "rb").read()
place, places, number = sound.index(b"GCOL") + 16, {}, 1
while number:
    number, length = struct.unpack_from("<H6xQ", sound, place)
    places[number] = place
    place += 16 + (length + 7) // 8 * 8
for name, number, header in ("crash", 26, struct.pack("<H6xQ", 26, 127 << 56 | 10)), ("endless", 6, bytes(16)):
    at = places[number]
    open(f"{name}.hdf5", "wb").write(sound[:at] + header + sound[at + 16 :])
END
refused() { # FILE WORDS
    local status=0
    ( # AddressSanitizer reserves more addresses than this
        [ -n "${TESSERA_TEST_QUICK:-}" ] || ulimit -v 2000000
        timeout -s KILL 60 "$build/tessera" events "$1" --check
    ) >/dev/null 2>err || status=$?
    [ "$status $(wc -l <err) $(grep -cF -- "$2" err)" = "2 1 1" ] || fail "$1: status $status: $(cat err)"
}
"$build/tessera" events unknown.hdf5 >out 2>err || fail "numbers that are not known: $(cat out err)"
refused rows.hdf5 'the dataset "events" has 1000000000000 rows of 10 numbers, which a file of'
refused shared.hdf5 'event 2: its particles begin at row 0, before the end of those of the last event'
refused circle.hdf5 'the numbers of the dataset "events" stand elsewhere'
refused half.hdf5 'event 1: the number of a code, status, mother or line 1.5 makes no sense.'
refused huge.hdf5 'event 1: the number of a code, status, mother or line 1e+12 makes no sense.'
refused process.hdf5 'event 1: the process 0.5 makes no sense.'
refused first.hdf5 'event 1: the place of its particles 0.5 makes no sense.'
refused beam.hdf5 'the dataset "init" has the number nan: expected a whole one.'
refused section.hdf5 'the dataset "procInfo" has the number inf: expected a finite one.'
refused chunks.hdf5 'a row of the dataset "particles" lies in chunks of 1.14e+09 bytes'
status=0
(ulimit -t 40 && "$build/tessera" events packed.hdf5 --check) >out 2>err || status=$?
if [ "$status" != 1 ] || ! grep -q '^events  *20' out; then fail "packed events: status $status, $(cat out err)"; fi
refused crash.hdf5 "crash.hdf5: HDF5's library crashes on it: the file is damaged."
[ -z "${TESSERA_TEST_LONG:-}" ] || refused endless.hdf5 "endless.hdf5: HDF5's library finds no end of it within 3 seconds: the file is damaged."
check photons --set events.weighted=true --set precision=double --set events.count=1000
check lep-shower --set integration.events=1000 --set events.count=100 --set histograms=[]

# Numbers that stand in other files are not read.
for way in external link virtual; do
    "${TESSERA_PYTHON:-python3}" - $way other.hdf5 <<'END'
import shutil, sys
import h5py
way, name = sys.argv[1:]
shutil.copy(name, way + ".hdf5")
with h5py.File(way + ".hdf5", "r+") as file:
    rows = file["init"].shape[0]
    del file["init"]
    if way == "external":
        file.create_dataset("init", (rows,), "f8", external=[(name, 0, 8 * rows)])
    elif way == "link":
        file["init"] = h5py.ExternalLink(name, "init")
    else:
        layout = h5py.VirtualLayout((rows,), "f8")
        layout[:] = h5py.VirtualSource(name, "init", (rows,))
        file.create_virtual_dataset("init", layout)
END
    "$build/tessera" events $way.hdf5 >out 2>&1 && fail "$way: numbers of another file are read"
    grep -q "$way.hdf5: the numbers of the dataset \"init\" stand elsewhere" out || fail "$way: $(cat out)"
done

# A copy with more weights, or with decays, says what it leaves out of a file, and has the rest.
"${TESSERA_PYTHON:-python3}" - <<'END'
import shutil
import h5py
shutil.copy("other.hdf5", "more.hdf5")
with h5py.File("more.hdf5", "r+") as file:
    file["mine"] = [1.0, 2.0]
    file.create_group("others")
END
for name in other more; do
    "$build/tessera" reweight $name.hdf5 --card "$source/examples/z-jet.yaml" --mur 2 --device cpu --out "$name-new.hdf5" >out 2>&1 || fail "$name: $(cat out)"
    said=$(grep -c "more.hdf5: what LHEH5 does not know is not in the copy: mine, others" out || true)
    [ "$said" = "$([ $name = more ] && echo 1 || echo 0)" ] || fail "$name: $(cat out)"
done
cmp other-new.hdf5 more-new.hdf5 || fail "datasets of others change a copy"

# A full disk, here a limit on the size of files: a sentence, and nothing is left.
(ulimit -f 200 && run z-jet full --set events.count=1500 --set events.format=lheh5) && fail "a full disk is not noticed"
grep -q 'full/events.hdf5 cannot be written: File too large' err || fail "a full disk: $(cat err)"
[ "$(find full -name 'events*')" = "" ] || fail "a full disk leaves $(ls full)"
# HDF5's files are not written from front to end.
mkdir pipe && mkfifo pipe/events.hdf5
run z-jet pipe --set events.count=10 && fail "a pipe is taken"
grep -q 'pipe/events.hdf5' err || fail "a pipe: $(cat err)"
exit $failed
