# Sourced by tests of files that fail, which set $source: card.yaml, a run that writes files of all kinds, and the library
# $work/NAME.so of each tests/support/NAME_faults.c that $libraries names.
# shellcheck shell=bash
# shellcheck disable=SC2154 # set by who sources this
[ -z "${TESSERA_TEST_QUICK:-}" ] || { echo "skipped: sanitizers stand before other libraries"; exit 77; }
# shellcheck source=tests/program/same_result.sh
. "$source/same_result.sh"
shower_card 3000 >card.yaml
for name in $libraries; do cc -shared -fPIC -O1 -o "$name.so" "$source/../support/${name}_faults.c" -ldl || exit 1; done
