#!/usr/bin/env bash
# test_integrate_cli.sh BUILD SHARED: `tessera integrate` from the command line: results, JSON, files, refusals.
set -uo pipefail
tessera=$1/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() {
    echo "failed: $*"
    failed=1
}

# gives STATUS WORDS -- ARGUMENTS...: the exit status, and words in what is printed anywhere.
gives() {
    local status=$1 words=$2
    shift 3
    "$tessera" integrate --device cpu "$@" >"$work/out" 2>&1 </dev/null
    local got=$?
    [ "$got" = "$status" ] || fail "$* ends with $got, not $status: $(cat "$work/out")"
    grep -qF -- "$words" "$work/out" || fail "$*: no '$words' in: $(cat "$work/out")"
}

printf '0 0\n0.5 0.5\n1 2\n' >line.txt
printf '1 2\n3\n' >weights.txt
cat >two.c <<'END'
INTEGRAND(x, f)
{
    (void)data;
    f[0] = parameter(a) * x[0];
    f[1] = x[0] * x[1];
}
END

gives 0 "true value     2.425217626e-06" -- --builtin f5
gives 0 "qmc (quasi-random points are known for 2 dimensions)" -- --expr "x1 + x2" --dim 2
gives 0 "vegas" -- --expr "x1 + x2" --dim 2 --method vegas
gives 0 "mcubes1d" -- --expr "sum(x)" --dim 2 --method mcubes1d --calls 10000
gives 0 "single precision" -- --expr "x1" --dim 1 --precision single
gives 0 "integral       6.99" -- --expr "a * x" --dim 1 --param a=14 --rel 1e-4
gives 0 "7.49" -- --expr "line(x)" --dim 1 --table line=line.txt --rel 1e-4
gives 0 "integral" -- --expr "line(x)" --dim 1 --table line=line.txt:cubic
gives 0 "integral       3 +- 0" -- --expr "w[3]" --dim 1 --array w=weights.txt
gives 0 "integral 2" -- --source two.c --dim 2 --components 2 --param a=3
gives 0 "3.14" -- --expr "exp(-sum(x^2))" --dim 2 --lower=-inf --upper inf --rel 1e-4
gives 0 "evaluations, such as f(" -- --expr "sqrt(x1 - 0.1)" --dim 1
gives 3 "not converged" -- --builtin f4 --dim 8 --max-evaluations 10000
gives 3 "" -- --expr 0 --dim 2 --max-evaluations 20000
gives 2 "takes one of --expr, --source and --builtin" -- --dim 2
gives 2 "needs --dim" -- --expr 1
gives 2 "column 5" -- --expr "1 + sinn(x1)" --dim 1
gives 2 "did you mean" -- --expr "1" --dim 1 --methd vegas
gives 2 "There is no method" -- --expr "1" --dim 1 --method miser
gives 2 "NAME=VALUE" -- --expr "a" --dim 1 --param a
gives 2 "expects a number" -- --expr "a" --dim 1 --param a=b
gives 2 "numbers" -- --expr "1" --dim 3 --lower 0,0
gives 2 "x2 cannot go" -- --expr "1" --dim 2 --lower 0,2
gives 1 "nowhere.txt" -- --expr "t(x)" --dim 1 --table t=nowhere.txt
gives 1 "user_a" -- --source two.c --dim 1 --components 1
gives 2 "INTEGRAND" -- --source line.txt --dim 1

"$tessera" integrate --expr "x1^2" --expr "x1" --dim 1 --rel 1e-5 --json --device cpu >result.json 2>/dev/null || fail "--json"
python3 - <<'END' || fail "the JSON"
import json
result = json.load(open("result.json"))
assert abs(result["integral"]["value"] - 1 / 3) < 1e-4 and result["converged"] is True, result
assert abs(result["components"][1]["value"] - 0.5) < 1e-4 and result["evaluations"] > 4096, result
for key in "method", "device", "precision", "seed", "iterations", "time", "chi2_per_dof", "not_finite":
    assert key in result, key
END
exit "$failed"
