#!/usr/bin/env bash
# test_models_peers.sh BUILD: models that others have written, by MadGraph's numbers and by the built-in Standard Model.
# TESSERA_PYTHON names a Python that has ufo-sm and ufo-mssm; skipped without them.
set -euo pipefail
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${TESSERA_PYTHON:-python3}" "$source/tests/peers/test_models.py" "$1/tessera" "$source/tests/data" "$work"
