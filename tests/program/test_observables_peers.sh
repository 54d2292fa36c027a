#!/usr/bin/env bash
# test_observables_peers.sh BUILD [EVENTS]: Durham's jet rates as FastJet has them, thrust as a search over all
# axes. Events are those of the tests or of a file (tests/kernels/event_observables.c says what stands in it).
# TESSERA_PYTHON names a Python that has fastjet; without it there is nothing to compare with.
set -euo pipefail
build=$1 events=${2:-}
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
if ! "$python" -c 'import fastjet._swig, numpy' 2>/dev/null; then
    echo "skipped: $python has no fastjet"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$events" ]; then
    events=$work/events
    "$build/tests/event_observables" cpu double random >"$events"
fi
"$build/tests/event_observables" cpu double <"$events" >"$work/values"
"$python" "$source/tests/peers/test_observables.py" "$events" "$work/values"
