# What the tests of `tessera bench` share, to be sourced: $tessera is the program; $work and $failed are set here.
# shellcheck shell=bash disable=SC2034 # who sources this exits with $failed
: "${tessera:?is to be set before}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# What is looked at is the host's code: its programs are compiled fast, unless the run is a long one.
[ -n "${TESSERA_TEST_LONG:-}" ] || export TESSERA_PROGRAM_FLAGS=${TESSERA_PROGRAM_FLAGS:--O1}

fail() {
    echo "FAILED: $*"
    failed=1
}

# What judges a study: its own lines follow.
cat >"$work/head.py" <<'END'
import json, math, sys
result = json.load(open(sys.argv[1] + "/out"))
rows = result["rows"]
assert result["bench"] == sys.argv[2] and result["device"], result
assert rows and all(list(row) == list(rows[0]) for row in rows), rows

def positive(names):
    assert all(row[name] > 0 for row in rows for name in names.split()), rows

def column(*names):
    return [row[names[0]] if len(names) == 1 else tuple(row[name] for name in names) for row in rows]

END

# study NAME ARGUMENT...: runs it, each row of so many runs as $runs says (1), and on its JSON the Python of standard input.
study() {
    cat "$work/head.py" - >"$work/judge.py"
    "$tessera" bench "$@" --runs "${runs:-1}" --json >"$work/out" 2>"$work/err" </dev/null || fail "bench $*: $(cat "$work/err")"
    python3 "$work/judge.py" "$work" "$1" || fail "bench $*"
}

# refused WORDS ARGUMENT...: exit status 2, and these words.
refused() {
    local text=$1
    shift
    "$tessera" bench "$@" >"$work/out" 2>"$work/err" </dev/null
    [ $? = 2 ] || fail "bench $*: not exit status 2"
    grep -qF -- "$text" "$work/err" || fail "bench $*: says '$(cat "$work/err")'"
}
