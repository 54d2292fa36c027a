#!/usr/bin/env bash
# test_integrate_cli.sh BUILD: `tessera integrate` from the command line: results, JSON, files, refusals.
set -uo pipefail
tessera=$1/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
# What is looked at is the host's code: its programs are compiled fast, unless the run is a long one.
[ -n "${TESSERA_TEST_LONG:-}" ] || export TESSERA_PROGRAM_FLAGS=${TESSERA_PROGRAM_FLAGS:--O1}
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
    sed -i '/^tessera: Compiling the program/d' "$work/out" # which it says where the cache is fresh
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
gives 0 "integral       7.25" -- --expr "a * x" --dim 1 --param a=14.51 --rel 1e-4
gives 0 "7.49" -- --expr "line(x)" --dim 1 --table line=line.txt --rel 1e-4
gives 0 "integral" -- --expr "line(x)" --dim 1 --table line=line.txt:cubic
gives 0 "integral       3.000000000000000e+00 +- 5.3e-15" -- --expr "w[3]" --dim 1 --array w=weights.txt
gives 0 "integral 2" -- --source two.c --dim 2 --components 2 --param a=3
gives 0 "3.14" -- --expr "exp(-sum(x^2))" --dim 2 --lower=-inf --upper inf --rel 1e-4
gives 3 "evaluations, such as f(" -- --expr "sqrt(x1 - 0.1)" --dim 1
gives 3 "of them infinite" -- --expr "if(x1 > 0.9999, 1/0, 1)" --dim 1
gives 0 "warning: " -- --expr "sqrt(x1 - 1e-4)" --dim 1
narrow="64160*exp(-50*sum((x-.2731)^2)) + 16410000*exp(-200*sum((x-.7413)^2))" # of equal masses
gives 3 "not converged" -- --expr "$narrow" --dim 8 --rel 1e-2 --max-evaluations 5e5
gives 3 "not converged" -- --builtin f4 --dim 8 --max-evaluations 10000
gives 3 "" -- --expr 0 --dim 2 --max-evaluations 20000
gives 2 "takes one of --expr, --source, --builtin and --program" -- --dim 2
gives 2 "needs --dim" -- --expr 1
gives 2 "column 5" -- --expr "1 + sinn(x1)" --dim 1
gives 2 "did you mean" -- --expr "1" --dim 1 --methd vegas
gives 2 "There is no method" -- --expr "1" --dim 1 --method miser
gives 2 "NAME=VALUE" -- --expr "a" --dim 1 --param a
gives 2 "expects a number" -- --expr "a" --dim 1 --param a=b
gives 2 "numbers" -- --expr "1" --dim 3 --lower 0,0
gives 2 "x2 cannot go" -- --expr "1" --dim 2 --lower 0,2
gives 2 "nowhere.txt" -- --expr "t(x)" --dim 1 --table t=nowhere.txt
gives 1 "user_a" -- --source two.c --dim 1 --components 1
gives 2 "INTEGRAND" -- --source line.txt --dim 1
echo '#define INTEGRAND(x, f)' >nothing.c
gives 1 "integrand" -- --source nothing.c --dim 1
! grep -q "not kept" out || fail "what defines no integrand is compiled twice: $(cat out)"
"$tessera" compile --source nothing.c --dim 1 --out nothing.program >out 2>&1 && fail "a source without an integrand is compiled"
[ ! -e nothing.program ] || fail "a program that cannot be loaded is written"

"$tessera" integrate --expr "x1^2" --expr "x1" --dim 1 --rel 1e-5 --json --device cpu >result.json 2>/dev/null || fail "--json"
python3 - <<'END' || fail "the JSON"
import json
result = json.load(open("result.json"))
assert abs(result["integral"]["value"] - 1 / 3) < 1e-4 and result["converged"] is True, result
assert abs(result["components"][1]["value"] - 0.5) < 1e-4 and result["evaluations"] > 4096, result
for key in "method", "device", "precision", "seed", "iterations", "time", "chi2_per_dof", "not_finite":
    assert key in result, key
END

# number KEY FILE: a number of a result in JSON.
number() {
    python3 -c 'import json, sys
result = json.load(open(sys.argv[2]))
for key in sys.argv[1].split("."):
    result = result[key]
print(repr(result))' "$1" "$2"
}

# How much is integrated in parts.
short=4000000 interrupted=10000000
whole=$((2 * short))

# A state: an integral in two parts has the bits of one in one part, on one thread and on two. No grid fits these waves: the warm-up ends by
# itself, so that both have the same grid.
waves=(--expr "2 + cos(200 * sum(x))" --dim 4 --rel 1e-9 --device cpu --quiet)
"$tessera" integrate "${waves[@]}" --max-evaluations $whole --json >whole.json 2>/dev/null
for threads in 1 2; do
    rm -f waves.json
    "$tessera" integrate "${waves[@]}" --max-evaluations $short --threads "$threads" --state waves.json >/dev/null 2>&1
    [ $? = 3 ] || fail "the first part on $threads threads"
    "$tessera" integrate "${waves[@]}" --max-evaluations $whole --threads "$threads" --state waves.json --json \
        >parts.json 2>/dev/null
    for key in integral.value integral.error evaluations; do
        [ "$(number $key whole.json)" = "$(number $key parts.json)" ] || fail "$key differs in parts, $threads threads"
    done
    [ "$(number evaluations_before parts.json)" -gt $((short / 2)) ] || fail "the second part began anew"
done

# A state goes on by the errors that are asked for now: the long plan for a part of zero is dropped.
odd=(--method vegas --expr "sin(pi*x)" --dim 1 --lower=-1 --upper 1 --device cpu --quiet --state odd.json)
"$tessera" integrate "${odd[@]}" --rel 1e-6 --max-evaluations 3000000 >/dev/null 2>&1
[ $? = 3 ] || fail "a part of zero"
timeout 60 "$tessera" integrate "${odd[@]}" --abs 1e-2 >/dev/null 2>err || fail "a state with a larger error goes on: $(cat err)"

# Ctrl-C: what was reached is kept, and goes on from there to the bits of a whole run.
for method in qmc vegas; do
    long=(--builtin f4 --dim 8 --method "$method" --max-evaluations "$interrupted" --rel 1e-7 --device cpu --threads 1 --quiet)
    "$tessera" integrate "${long[@]}" --json >whole.json 2>/dev/null
    rm -f long.json
    stops=0
    for wait in 0.05 0.1 0.2 0.4 0.8 1.6 3.2 60; do
        timeout --preserve-status -s INT "$wait" "$tessera" integrate "${long[@]}" --state long.json --json >parts.json 2>err
        status=$?
        [ $status = 130 ] && [ -e long.json ] && stops=$((stops + 1))
        [ $status = 3 ] && break
        [ $status = 130 ] || fail "$method: an interrupted run ends with $status: $(cat err)"
    done
    [ $stops -gt 0 ] || fail "$method: nothing was interrupted"
    for key in integral.value integral.error evaluations; do
        [ "$(number $key whole.json)" = "$(number $key parts.json)" ] || fail "$method: $key differs after $stops stops"
    done
done

# A neighbour by the same grid takes less; other integrals and damaged files are refused, and the file stays.
gives 0 "evaluations" -- --expr "exp(-4000*sum((x-c)^2))" --dim 5 --param c=0.5 --rel 1e-2 --state peak.json --json
gives 0 "evaluations" -- --expr "exp(-4000*sum((x-c)^2))" --dim 5 --param c=0.501 --rel 1e-2 --json
anew=$(number evaluations out)
gives 0 "evaluations" -- --expr "exp(-4000*sum((x-c)^2))" --dim 5 --param c=0.501 --rel 1e-2 --json --grid peak.json
[ "$(number evaluations out)" -lt "$anew" ] || fail "the grid spares nothing: $(number evaluations out), not $anew"
cp peak.json kept.json
gives 2 "with other limits or parameters" -- --expr "exp(-4000*sum((x-c)^2))" --dim 5 --param c=0.6 --state peak.json
gives 2 "with another function" -- --expr "exp(-4001*sum((x-c)^2))" --dim 5 --param c=0.5 --state peak.json
gives 2 "begun with method qmc" -- --expr "exp(-4000*sum((x-c)^2))" --dim 5 --param c=0.5 --state peak.json --method vegas
gives 2 "The file peak.json holds a grid of 5 dimensions" -- --expr "x1" --dim 1 --grid peak.json
gives 1 "cannot be written" -- --expr "x1" --dim 1 --state nowhere/state.json
gives 2 "cannot be opened" -- --expr "x1" --dim 1 --grid nowhere.json
cmp -s peak.json kept.json || fail "a refused state is changed"
head -c 3000 kept.json >peak.json
gives 2 "peak.json" -- --expr "x1" --dim 1 --grid peak.json
sed 's/"seed": 1/"seed": 2/' kept.json >peak.json
gives 2 "checksum" -- --expr "x1" --dim 1 --state peak.json
gives 2 "is no state of an integral: line 1" -- --expr "x1" --dim 1 --state two.c

# Compiled into a file: without a compiler, at once, the same bits; whatever the encoding of a comment.
printf '/* Z\374rich */\n' | cat - two.c >encoded.c
"$tessera" compile --source encoded.c --dim 2 --components 2 --param a=3 --out two.program || fail "compile --source"
gives 0 "components" -- --source two.c --dim 2 --components 2 --param a=4 --json
value=$(number integral.value out)
gives 0 "components" -- --source two.c --dim 2 --components 2 --param a=3 --upper 1,2 --json
other_box=$(number integral.value out)
export TESSERA_CC=/bin/false
gives 0 "components" -- --program two.program --param a=4 --json
[ "$(number integral.value out)" = "$value" ] || fail "a program of a file gives other bits"
[ "$(number time.compile out)" = 0.0 ] || fail "a program of a file is compiled"
gives 0 "components" -- --program two.program --upper 1,2 --json
[ "$(number integral.value out)" = "$other_box" ] || fail "a program of a file keeps its limits"
gives 2 "compiled for other bins" -- --program two.program --bins 16
gives 2 "no place" -- --program two.program --dim 2
gives 2 "is no program" -- --program two.c
unset TESSERA_CC
exit "$failed"
