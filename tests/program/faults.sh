# Sourced by tests/program/test_*_faults.sh, which set $build, $library (a folder that stands before the system's libraries) and
# $device: runs of a small card, and what is expected of those that fail. The current folder is an empty one.
# shellcheck shell=bash
# shellcheck disable=SC2154 # set by who sources this
tessera=$build/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
export TESSERA_CACHE_DIR=$work/cache
cat >card.yaml <<'CARD'
process: g g > g g
integration: {max_events: 20000, relative_error: 0.1}
histograms: [ht]
CARD
printf '500 0 0 500\n500 0 0 -500\n500 300 0 400\n500 -300 0 -400\n' >momenta.txt

failed=0
fail() { printf 'FAILED: %.200s\n' "$*"; sed 's/^/    /' "$work/err" | tail -n 5; failed=$((failed + 1)); }

# run [VARIABLE=VALUE]... -- ARGUMENTS...: the program behind the library; its status in $status. The library itself
# tells of mistakes.
run()
{
    local settings=()
    while [ "$1" != -- ]; do settings+=("$1"); shift; done
    shift
    rm -rf out
    status=0
    env LD_LIBRARY_PATH="$library" "${settings[@]}" "$tessera" "$@" >"$work/standard" 2>"$work/err" </dev/null || status=$?
    ! grep -q '^[a-z]*_faults:' err || fail "a mistake: $* with ${settings[*]}"
}
# What a played device computes means nothing, so neither does whether it converges.
calculate()
{
    run "$@" -- run card.yaml --device "$device" --out out --force --quiet
    [ "$status" != 3 ] || status=0
}

# said STATUS WORDS WHAT: the last run ended with the status and said the words.
said()
{
    if [ "$status" != "$1" ] || ! grep -qF -- "$2" err; then fail "$3: status $status, or \"$2\" is not said"; fi
}

# refused STATUS WORDS SETTINGS...: the run ends with the status and one sentence that holds the words, and leaves nothing.
refused()
{
    local expected=$1 words=$2
    shift 2
    calculate "$@"
    said "$expected" "$words" "$device, $*"
    [ "$(grep -c '^tessera: ' err)" = 1 ] || fail "not one sentence: $*"
    [ ! -e out ] || [ -z "$(ls -A out)" ] || fail "something was left: $* ($(ls -A out))"
}

# in_turn SPACING NAME CODE WORDS: each call of a function in turn, until the run makes no more of them. Where there is
# a spacing, calls are farther and farther apart.
in_turn()
{
    local spacing=$1 name=$2 code=$3 words=$4 call
    [ -z "${TESSERA_TEST_QUICK:-}" ] || spacing=$((spacing + 12)) # a sample
    for ((call = 1; call < 4000; call += 1 + spacing * call / 4)); do
        calculate "FAULT=$name $call $code"
        [ "$status" != 0 ] || break
        said 1 "$words" "$device, $name $call"
        [ ! -e out ] || [ -z "$(ls -A out)" ] || fail "$device, $name $call: something was left"
    done
    if [ "$call" -le 5 ] || [ "$call" -ge 4000 ]; then fail "$device: $call calls of $name"; fi
}

# The list of devices is always there, with a row of the backend.
listed()
{
    run "$1" -- devices --json
    if [ "$status" != 0 ] || ! grep -q "\"${device%%:*}" standard; then fail "devices with $1"; fi
}
