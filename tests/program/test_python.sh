#!/usr/bin/env bash
# test_python.sh BUILD: the Python package over the library that was built. That is its tests, the examples of
# its docstrings, the code of its page, and the notebooks.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
python=${TESSERA_PYTHON:-python3}
if ! "$python" -c 'import cffi, numpy, pytest' 2>/dev/null; then
    echo "skipped: there is no Python with cffi, NumPy and pytest (tests/peers/python.txt)"
    exit 77
fi
export PYTHONPATH=$source/python TESSERA_LIBRARY=$build/libtessera.so PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=Agg
cd "$source"
"$python" -m pytest -q -p no:cacheprovider --doctest-modules --ignore-glob="*/ufo_*.py" python/tessera python/tests
