#!/usr/bin/env bash
# test_python_long.sh BUILD: what test_python.sh leaves out, 10000 calls without a leak and longer notebooks.
# labels: long
TESSERA_TEST_LONG=1 PYTEST_ADDOPTS="-m long" exec "$(dirname "$0")/test_python.sh" "$@"
