# Sourced by tests of files that fail, which set $source: card.yaml, a run that writes files of all kinds, and the library
# $work/NAME.so of each tests/NAME_faults.c that $libraries names.
# shellcheck shell=bash
# shellcheck disable=SC2154 # set by who sources this
[ -z "${TESSERA_TEST_QUICK:-}" ] || { echo "skipped: sanitizers stand before other libraries"; exit 77; }
# shellcheck source=tests/same_result.sh
. "$source/same_result.sh"
cat >card.yaml <<'CARD'
process: e+ e- > q q~
beams: {particles: [e+, e-], energy: 91.2}
integration: {events: 3000}
shower: {alpha_s: 0.118}
histograms: [thrust]
events: {count: all, format: [hepmc3, lhe.gz]}
CARD
for name in $libraries; do cc -shared -fPIC -O1 -o "$name.so" "$source/${name}_faults.c" -ldl || exit 1; done
