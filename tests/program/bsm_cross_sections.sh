#!/usr/bin/env bash
# bsm_cross_sections.sh BUILD ERROR [NAME ...]: bsm_cross_sections.py with the program and the library that were built.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
if ! "$python" -c 'import cffi, numpy' 2>/dev/null; then
    echo "skipped: there is no Python with cffi and NumPy (tests/peers/python.txt)"
    exit 77
fi
export PYTHONPATH=$source/python TESSERA_LIBRARY=$build/libtessera.so PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" "$source/tests/program/bsm_cross_sections.py" "$build/tessera" "$source/examples/models" "$work" "${@:2}"
