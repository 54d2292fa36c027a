#!/usr/bin/env bash
# test_python_long.sh BUILD [SHARED]: what test_python.sh leaves out: 10000 calls without a leak, the other notebooks. labels: long
TESSERA_TEST_LONG=1 exec "$(dirname "$0")/test_python.sh" "$@" -m long
