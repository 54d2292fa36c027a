#!/usr/bin/env bash
# test_studies.sh BUILD: each study of integrals in miniature has its rows, columns and numbers. The example that counts
# galaxy clusters agrees with a quadrature. The comparison with other libraries finds the times that there are.
set -uo pipefail
tessera=$1/tessera
source=$(cd -P "$(dirname "$0")/../.." && pwd)
# shellcheck source=tests/program/bench_support.sh
. "$source/tests/program/bench_support.sh"

runs=3
study accuracy --device cpu --integrands f5,f3:3 --methods qmc,vegas --rel 2e-4 <<'END_PYTHON'
wanted = [(name, d, method, t) for name, d in (("f5", 8), ("f3", 3)) for method in ("qmc", "vegas") for t in (1e-3, 2e-4)]
assert column("integrand", "d", "method", "tolerance") == wanted, rows
for row in rows:
    assert row["runs"] == row["converged"] == 3, row
    assert 0 < row["least"] < row["quartile_1"] < row["median"] < row["quartile_3"] < row["most"] < 5 * row["tolerance"], row
    assert 0 < row["pull_rms"] <= row["pull_most"] < 5, row
END_PYTHON

# What does not converge ends its series, and has no errors to show.
study accuracy --device cpu --integrands f4:8 --methods qmc --events 20000 <<'END_PYTHON'
assert column("tolerance", "runs", "converged", "median") == [(1e-3, 1, 0, None)], rows
END_PYTHON

study speed --device cpu --integrands f5 --methods qmc,vegas --rel 2e-4 <<'END_PYTHON'
positive("ms evaluations ns_per_evaluation claimed_error true_error")
assert column("method", "tolerance") == [(m, t) for m in ("qmc", "vegas") for t in (1e-3, 2e-4)], rows
assert all(row["claimed_error"] <= row["tolerance"] and row["true_error"] < 5 * row["tolerance"] for row in rows), rows
assert rows[3]["evaluations"] > rows[2]["evaluations"], rows
assert rows[1]["evaluations"] < rows[3]["evaluations"], rows
END_PYTHON

runs=1
study onegrid --device cpu --integrands f4:5 --rel 1e-3 <<'END_PYTHON'
assert column("converged_mcubes", "converged_mcubes1d") == [(1, 1)], rows
positive("ms_mcubes ms_mcubes1d evaluations_mcubes evaluations_mcubes1d")
assert abs(rows[0]["gain"] - rows[0]["ms_mcubes"] / rows[0]["ms_mcubes1d"]) < 1e-9, rows
END_PYTHON

# fB is one; the oscillating fA is not found with so few evaluations, and does not pretend to be.
study methods --device cpu --integrands fB:3,fA --methods qmc --events 2e6 <<'END_PYTHON'
assert column("integrand", "true_value") == [("fB", 1), ("fA", rows[1]["true_value"])], rows
assert abs(rows[1]["true_value"] + 49.165073) < 1e-6, rows
assert column("converged") == [1, 0] and rows[0]["claimed_error"] < 1e-3 and rows[1]["claimed_error"] > 1, rows
for row in rows:
    assert abs(row["pull"]) < 5 and abs(row["pull"] * row["claimed_error"]) - row["true_error"] < 1e-9, row
END_PYTHON

# Points are the same on every device: the same number of them until the end. OpenCL's compilers of a CPU take long over
# the program, so that devices beside the CPU are for the long runs.
one=(--device cpu)
[ -z "${TESSERA_TEST_LONG:-}" ] || one=()
study backends --integrands fB:3 --methods qmc ${one[@]+"${one[@]}"} <<'END_PYTHON'
assert "cpu" in column("device") and len(set(column("evaluations"))) == 1, rows
assert all(row["converged"] == 1 and row["ms_compile_first"] >= 0 for row in rows), rows
assert all(row["ms_total"] > row["ms_integrate"] > 0 and row["ms_open"] >= 0 for row in rows), rows
END_PYTHON

study share --device cpu --integrands f3:8 --methods qmc --events 4e6 <<'END_PYTHON'
positive("ns_per_evaluation ns_sampling")
assert abs(rows[0]["share"] - 1 + rows[0]["ns_sampling"] / rows[0]["ns_per_evaluation"]) < 1e-9, rows
END_PYTHON

refused "did you mean" speed --device cpu --integrands f44
refused "such as f4:8, not 'f4:x'" speed --device cpu --integrands f5,f4:x
refused "There is no method 'miser'" speed --device cpu --integrands f5 --methods qmc,miser
refused "takes no methods" onegrid --device cpu --methods qmc
refused "takes no integrands" peak --device cpu --integrands f4
refused "takes no relative error" share --device cpu --rel 0.1
refused "A relative error is from 0 to 1" speed --device cpu --rel 2

# Galaxy clusters: with tables against the formulae, by random points against Simpson's rule.
mkdir "$work/tables"
TABLES=$work/tables "$source/examples/cluster-counts/count.sh" "$tessera" --device cpu --rel 1e-3 --quiet --json \
    >"$work/count" 2>"$work/err" || fail "the count of clusters: $(cat "$work/err")"
number=$(python3 "$source/examples/cluster-counts/quadrature.py" 80) || fail "the quadrature"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/examples/cluster-counts python3 - "$work/count" "$number" <<'END_PYTHON' || fail "the clusters"
import json, math, sys
import tables
integral, number = json.load(open(sys.argv[1]))["integral"], float(sys.argv[2])
assert abs(integral["value"] - number) < 5 * integral["error"] + 1e-4 * number, (integral, number)
# 3303.8 Mpc to redshift 1 for H0 = 70, Omega_m = 0.3; sigma_8 is what it was set to; a universe of matter grows as 1/(1+z).
assert abs(tables.distance(1) / 0.7 - 3303.8) < 0.1, tables.distance(1)
mass = math.log(tables.DENSITY * 4 / 3 * math.pi * 8**3)
assert abs(tables.fluctuations(mass)[0] - 0.8) < 1e-12, tables.fluctuations(mass)
slope = (math.log(tables.fluctuations(mass - 0.01)[0]) - math.log(tables.fluctuations(mass + 0.01)[0])) / 0.02
assert abs(tables.fluctuations(mass)[1] - slope) < 1e-4, slope
assert abs(tables.growth(0) - 1) < 1e-12 and abs(tables.growth(50) / tables.growth(20) - 21 / 51) < 1e-3, tables.growth(50)
END_PYTHON

# The comparison: a peer whose error is 10 / calls and whose time 1e-6 calls reaches 1e-3, 1e-4, 1e-5 in 0.01, 0.1 and 1 s.
cat >"$work/peer" <<'END_PEER'
#!/usr/bin/env python3
import sys
calls = float(sys.argv[3])
for seed in sys.argv[4:]:
    print(0.010846560846560848 * (1 + (-1)**int(seed) * 10 / calls), 1, 1e-6 * calls, 1e-6 * calls, calls)
END_PEER
chmod +x "$work/peer"
sanitizer=() # a library that has one is linked by programs that have it
if [[ $(ldd "$1/libtessera.so") == *libasan* ]]; then sanitizer=(-fsanitize=address); fi
cc -std=c17 -D_XOPEN_SOURCE=700 -O2 "${sanitizer[@]}" "$source"/bench/peers/{integrands,tessera_integrals}.c -I"$source/include" -L"$1" \
    -Wl,-rpath,"$1" -ltessera -lm -o "$work/tessera_integrals" || fail "tessera_integrals does not compile"
python3 "$source/bench/peers/compare.py" --tessera "$work/tessera_integrals" --peers "$work/none" --gsl "$work/peer" --only f3:3 \
    --seeds 2 --turns 2 --cap 0.3 --json "$work/compared" >"$work/out" 2>"$work/err" || fail "compare.py: $(cat "$work/err")"
grep -q "left out: vegas" "$work/err" || fail "compare.py does not say what it leaves out: $(cat "$work/err")"
python3 - "$work/compared" <<'END_PYTHON' || fail "compare.py finds $(cat "$work/out")"
import json, sys
found = json.load(open(sys.argv[1]))["f3:3"]
for target, seconds, mark in (("0.001", 0.01, ""), ("0.0001", 0.1, ""), ("1e-05", 1, "~")):
    gsl = found[target]["gsl"]
    assert abs(gsl["seconds"] / seconds - 1) < 1e-2 and gsl["mark"] == mark, found[target]
    assert all(0 < found[target][way]["seconds"] < 10 for way in ("claims", "calls")), found[target]
END_PYTHON
python3 "$source/bench/peers/compare.py" --only f9:3 >"$work/out" 2>&1 && fail "compare.py takes f9:3"

# Two peaks that no seed loses.
python3 "$source/bench/lost_peaks.py" --tessera "$tessera" --seeds 2 2:.1:.05:3 1:.01:.01:1 >"$work/out" 2>"$work/err" ||
    fail "lost_peaks.py: $(cat "$work/err")"
[ "$(awk -F'|' '$5 ~ /2/ && $6 ~ /0/' "$work/out" | wc -l)" = 2 ] || fail "lost_peaks.py finds $(cat "$work/out")"

# GSL's VEGAS on the integrands in C, where the library is there: they are those of the program.
if pkg-config --exists gsl 2>/dev/null; then
    read -ra flags <<<"$(pkg-config --cflags --libs gsl)"
    cc -std=c17 -D_XOPEN_SOURCE=700 -O2 "$source"/bench/peers/{integrands,gsl_vegas}.c "${flags[@]}" -lm -o "$work/gsl_vegas" ||
        fail "gsl_vegas does not compile"
    for what in "f2 6" "f3 3" "f3 8" "f4 5" "f5 8" "f6 6" "fB 3"; do
        read -r name dimensions <<<"$what"
        truth=$("$tessera" integrate --device cpu --builtin "$name" --dim "$dimensions" --rel 0.9 --max-evaluations 20000 --quiet 2>/dev/null |
            awk '/^true value/ { print $3 }')
        "$work/gsl_vegas" "$name" "$dimensions" 400000 1 | awk -v truth="$truth" \
            '{ wrong = !($1 > 0.95 * truth && $1 < 1.05 * truth) } END { exit wrong || NR != 1 }' || fail "gsl_vegas $what is not $truth"
    done
fi
exit "$failed"
