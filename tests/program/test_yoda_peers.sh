#!/usr/bin/env bash
# test_yoda_peers.sh BUILD: the histograms of a short run obey YODA's format, for readers that are not ours.
# TESSERA_PYTHON names a Python that has yoda or babyyoda; without them tests/program/yoda_grammar.py reads alone.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
"$build/tessera" run "$source/examples/gluon-jets.yaml" --out "$work" --quiet --set integration.max_events=1e5 \
    --set integration.relative_error=1e-6 >/dev/null || status=$?
[ "$status" = 3 ] # the limit of events comes first
python=${TESSERA_PYTHON:-python3}
"$python" "$source/tests/peers/test_yoda.py" "$work/histograms.yoda"
