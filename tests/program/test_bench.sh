#!/usr/bin/env bash
# test_bench.sh BUILD: every study of `tessera bench` has its rows, columns and numbers. How large the times are
# is not looked at, but cross sections are. Studies of GPUs run on OpenCL, where there is a device. Each that has programs of its own
# to compile, or simulates, runs where there is time.
set -uo pipefail
tessera=$1/tessera source=$(cd -P "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/program/bench_support.sh
. "$(dirname "$0")/bench_support.sh"

study gluons --device cpu --from 4 --to 4 --events 20000 <<'END'
assert column("n", "precision") == [(4, "single"), (4, "double")], rows
END

study gluons --device cpu --from 4 --to 5 --precision single --events 20000 <<'END'
assert column("n", "precision") == [(4, "single"), (5, "single")], rows
positive("ns_matrix_element ns_generated ns_adapting ns_accepted ns_all_evaluated pass")
for row in rows:
    assert row["pass"] < 1 and row["ns_accepted"] > row["ns_generated"] and math.isfinite(row["ns_beside"]), row
    assert (row["P_3"] is None) == (row["P_4"] is None) == (row["n"] == 4), row
    assert row["n"] == 4 or abs(row["P_4"] / row["P_3"] - 4 / 5) < 1e-12, row
END

study threads --device cpu --from 8 --to 8 --precision single --events 20000 <<'END'
assert column("n", "recursion", "threads", "choice") == [(8, "n3", 1, "-"), (8, "n4", 1, "auto")], rows
positive("ns_generated")
END

# Programs of each form, which take long to compile: the forms themselves are in test_photons_forms and test_tree_points.
[ -z "${TESSERA_TEST_LONG:-}" ] || study photons --device cpu --from 3 --to 3 --precision single --events 20000 <<'END'
forms = ["permutations", "shared", "subsets", "sum"]
assert column("n", "precision", "form") == [(n, "single", f) for n in (3,) for f in forms], rows
positive("ns_amplitude fma_per_ns")
for row in rows:
    assert (row["ns_generated"] is None) == (row["pass"] is None) == (row["form"] != "sum"), row
    assert row["form"] != "sum" or (row["ns_generated"] > 0 and 0 < row["pass"] < 1), row
END

[ -z "${TESSERA_TEST_LONG:-}" ] || study amplitudes --device cpu --from 4 --to 4 --precision single <<'END'
names = ["g g > t t~", "g g > g g", "d d~ > z g"]
assert column("process", "form") == [(name, form) for name in names for form in ("shared", "table", "straight")], rows
positive("ns_point instructions flows")
END

# Of three photons there are six programs more.
most=${TESSERA_TEST_LONG:+3}
[ -z "${TESSERA_TEST_CI:-}" ] || study diagrams --device cpu --from 2 --to "${most:-2}" <<'END'
layouts = column("n", "form", "diagrams", "kernels")
unrolled = lambda n, turns: [(n, "permutations", diagrams, None) for diagrams in turns]
of_three = unrolled(3, (1, 2, 6)) + [(3, "shared", None, 1), (3, "shared", None, 4)]
assert layouts == unrolled(2, (1, 2)) + [(2, "shared", None, 1)] + of_three * (max(column("n")) == 3), rows
positive("ns_amplitude gain")
for row in rows:
    assert row["precision"] == "single" and row["threads"] is None, row
    assert row["gain"] == 1 or (row["diagrams"] or row["kernels"]) > 1, row
END

[ -z "${TESSERA_TEST_CI:-}" ] || study shower --device cpu --events 1000 <<'END'
stages = ["matrix element", "shower", "observables", "all"]
wanted = [(p, n, "double", s) for p in ("e+ e- > q q~", "p p > z") for n in (100, 1000) for s in stages]
assert column("process", "events", "precision", "stage") == wanted, rows
assert all(row["ns"] > 0 for row in rows if row["stage"] == "all"), rows
END

# Orders of showering make the same events: as many cycles, whoever counts them.
[ -z "${TESSERA_TEST_CI:-}" ] || study cycles --device cpu --events 2000 <<'END'
orders, curve = rows[:3], rows[3:]
assert [row["order"] for row in orders] == ["persistent", "lock step", "packed"], rows
assert orders[1]["cycle"] == orders[2]["cycle"] == curve[-1]["cycle"] > 30, rows
assert curve[-1]["done"] == 1 and all(a["done"] <= b["done"] for a, b in zip(curve, curve[1:])), rows
END

# A meeting takes as long as its messages: of 1000 ranks ten steps, one way at least.
[ -z "${TESSERA_TEST_CI:-}" ] || study ranks --device cpu --from 4 --to 4 --events 5000 <<'END'
networks = [("InfiniBand", 2e-6), ("Ethernet", 5e-5)]
assert column("network", "ranks") == [(name, n) for name, _ in networks for n in (1, 10, 100, 1000)], rows
positive("events seconds efficiency meetings")
for row in rows:
    assert row["ranks"] == 1 or row["meetings"] > 20, row
    steps = math.ceil(math.log2(row["ranks"]))
    assert row["seconds_waited"] >= row["meetings"] * steps * dict(networks)[row["network"]], row
    assert 5000 * row["ranks"] <= row["events"] < 1.3e4 * row["ranks"] + 2e6, row
END

# With five particles a subprocess has several channels, whose programs take long to compile.
for n in ${TESSERA_TEST_CI:+4} ${TESSERA_TEST_LONG:+5}; do
    study events --device cpu --from "$n" --to "$n" --events 1000 <<'END'
jets = rows[0]["process"].count(" j")
final = [kind + " j" * jets for kind in ("e+ e-", "e+ ve", "t t~", "j j")]
formats = ["none", "hepmc3", "lhe", "lhe.gz"]
found = [(row["process"], row["format"]) for row in rows if row["format"] != "lheh5"]
assert found == [("p p > " + kind, name) for kind in final for name in formats], rows
positive("events_per_s ns_event ns_trial ns_integral efficiency")
for row in rows:
    assert row["efficiency"] <= 1 and (row["bytes"] is None) == (row["format"] == "none"), row
    assert row["bytes"] is None or row["bytes"] > 100, row
END
done

study peak --device cpu <<'END'
assert column("precision") == ["single", "double"], rows
positive("fma_per_ns")
END

# 2.312e8 pb: what the embedded densities give, 0.4 % below the published grid.
study convergence --device cpu --from 4 --to 4 --events 1e6 <<'END'
positive("value_pb error_pb relative_error chi2_per_dof largest_share published_pb")
assert len(rows) == 2 and all(0.9 < events / most <= 1 for events, most in zip(column("events"), (1e5, 1e6))), rows
for row in rows:
    assert abs(row["value_pb"] - 2.312e8) < 5 * row["error_pb"], row
    assert abs(row["deviation_percent"] - 100 * (row["value_pb"] / 2.32244e8 - 1)) < 1e-9, row
    assert abs(row["deviation_errors"] * row["error_pb"] + 2.32244e8 - row["value_pb"]) < 1, row
assert rows[1]["relative_error"] < 0.01, rows
END

# Densities of another set, of which twice as many give four times as much.
for factor in ${TESSERA_TEST_CI:+1 2}; do
    python3 "$source/tests/program/power_set.py" "$work/Times$factor" "$factor" || fail "a set of densities"
    study convergence --device cpu --from 4 --to 4 --events 2e4 --pdf "$work/Times$factor" <<'END'
import os
path = sys.argv[1] + "/once"
once = float(open(path).read()) if os.path.exists(path) else 0
open(path, "w").write(repr(rows[0]["value_pb"]))
assert not once or abs(rows[0]["value_pb"] / once - 4) < 1e-5, (once, rows)
END
done

study convergence --device cpu --from 4 --to 4 --events 2e4 <<'END'
assert len(rows) == 1 and rows[0]["events"] <= 2e4, rows
END

[ -z "${TESSERA_TEST_CI:-}" ] || study distributions --device cpu --from 5 --to 6 --events 1e5 --out "$work/results" <<'END'
assert column("n") == [5], rows
positive("value_pb error_pb published_pb")
assert abs(rows[0]["deviation_errors"]) < 5, rows
kept = json.load(open(sys.argv[1] + "/results/n5/result.json"))
assert kept["cross_section"]["value"] == rows[0]["value_pb"], kept
END
[ -z "${TESSERA_TEST_CI:-}" ] || grep -q '/tessera/rmin' "$work/results/n5/histograms.yoda" || fail "distributions keeps no R_min"

# A table for people: a heading, as many words below it, and what it ran on.
threads=(bench threads --device cpu --from 8 --to 8 --precision single --runs 1 --events 20000)
"$tessera" "${threads[@]}" >"$work/out" 2>"$work/err" </dev/null
awk 'NR == 1 { columns = NF }
     NR <= 3 && NF != columns || NR == 4 && !/^on cpu/ { wrong = 1 }
     END { exit wrong || NR != 4 }' "$work/out" || fail "the table: $(cat "$work/out")"

# A page: a curve for each way, whose numbers are those of the table.
"$tessera" "${threads[@]}" --json --plot "$work/threads.html" >"$work/out" 2>"$work/err" </dev/null
python3 "$(dirname "$0")/check_page.py" "$work/threads.html" || fail "the page of a study"
python3 - "$work/out" "$work/threads.html" <<'END' || fail "the page has other numbers"
import json, re, sys
rows = json.load(open(sys.argv[1]))["rows"]
column = list(rows[0]).index("ns_generated")
page = open(sys.argv[2]).read()
cells = [re.findall(r"<td[^>]*>([^<]*)</td>", line) for line in page.splitlines() if "<td" in line]
assert [float(f"{row['ns_generated']:.5g}") for row in rows] == [float(row[column]) for row in cells], cells
for row in rows:
    assert re.search(rf">{row['recursion']}, threads 1, single</text>", page), row
    assert f"{row['ns_generated']:.3g} at 8." in page, "the description"
END
refused "has no picture" peak --device cpu --plot "$work/peak.svg"
refused "should end with .html" gluons --device cpu --plot "$work/gluons.gif"

# The completion offers the studies that there are.
names=$("$tessera" bench | awk '{ print $1 }' | paste -s -d ' ')
[[ $names == "gluons threads "* ]] || fail "bench lists $names"
grep -qF "\"$names\"" <<<"$("$tessera" completion bash)" || fail "the completion does not offer $names"

refused "needs one GPU" occupancy --device cpu
refused "needs one GPU" stages --device cpu
refused "none of which lies from 6 to 6" distributions --from 6 --to 6
refused "only distributions takes a folder" peak --device cpu --out "$work/results"

# Not under the sanitizers, which slow OpenCL's compilers down and take what these keep for leaks.
if [ -z "${TESSERA_TEST_QUICK:-}" ] && "$tessera" devices | grep '^opencl:' >/dev/null; then
    # Each row is a program of its own, over which OpenCL's compilers of a CPU take long.
    [ -z "${TESSERA_TEST_LONG:-}" ] || study occupancy --device opencl --from 4 --to 4 --events 20000 <<'END'
assert column("n", "threads", "events") == [(4, 32 << i, 32 << i) for i in range(7)], rows
positive("ns_generated gain")
assert rows[0]["gain"] == 1, rows
END
    [ -z "${TESSERA_TEST_LONG:-}" ] || study diagrams --device opencl --from 2 --to 2 <<'END'
assert column("form", "threads")[3:] == [(form, 32 << i) for form in ("permutations", "shared", "subsets", "sum")
                                         for i in range(5)], rows
positive("ns_amplitude gain threads")
END
    [ -z "${TESSERA_TEST_LONG:-}" ] || study stages --device opencl --from 4 --to 4 --events 20000 <<'END'
assert column("stage") == ["sample", "densities", "amplitude", "histograms", "grid", "sums"], rows
assert all(math.isfinite(row["ns"]) for row in rows) and abs(sum(column("share")) - 1) < 1e-9, rows
assert all(row["ns"] > 0 for row in rows if row["stage"] in ("sample", "densities", "grid", "sums")), rows
END
fi
exit "$failed"
