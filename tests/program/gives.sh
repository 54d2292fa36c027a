# What tests of the command line share, to be sourced: $tessera is the program; $source, $work and $failed are set here,
# and the test goes on in $work. Who sources this exits with $failed.
# shellcheck shell=bash disable=SC2034
: "${tessera:?is to be set before}"
source=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
fail() {
    echo "failed: $*"
    failed=1
}

# stops SIGNAL STATUS COPY ARGUMENTS...: a command that copies events gets a signal where its checkpoint has grown. What it
# says is left in the file out.
stops() {
    local signal=$1 status=$2 checkpoint=$3.checkpoint size got
    shift 3
    size=$(stat -c %s "$checkpoint" 2>err || echo 0)
    "$tessera" "$@" --checkpoint 0.001 >out 2>&1 </dev/null &
    while kill -0 $! 2>err && [ "$(stat -c %s "$checkpoint" 2>err || echo 0)" -le "$size" ]; do sleep 0.02; done
    kill -"$signal" $! 2>err
    wait $! 2>err
    got=$?
    [ "$got" = "$status" ] || fail "$* ends with $got, not $status: $(cat out)"
    [ -s "$checkpoint" ] || fail "$* leaves no checkpoint"
}

# gives STATUS WORDS ARGUMENTS...: the exit status, and words in what is printed anywhere, which is left in the file out.
gives() {
    local status=$1 words=$2 got
    shift 2
    "$tessera" "$@" >out 2>&1 </dev/null
    got=$?
    [ "$got" = "$status" ] || fail "$* ends with $got, not $status: $(cat out)"
    grep -qF -- "$words" out || fail "$*: no '$words' in: $(cat out)"
}
