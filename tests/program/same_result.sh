# Sourced by tests of runs that are disturbed: a folder of their own, in which they work, and what tells whether the bits of
# a run that nothing disturbed came out. $failed counts.
# shellcheck shell=bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
failed=0
fail() { printf 'FAILED: %.300s\n' "$*"; failed=$((failed + 1)); }

# In out/ stands what the run that nothing disturbed left in WHOLE (whole/), times aside, and nothing else: same WHAT [WHOLE].
same()
{
    local what=$1 whole=${2:-whole} file
    [ "$(ls -A out)" = "$(ls -A "$whole")" ] || fail "$what: other files: $(echo out/* out/.[!.]*)"
    for file in "$whole"/*; do
        cmp -s <(without_times "$file") <(without_times "out/${file##*/}") || fail "$what: another ${file##*/}"
    done
}
without_times()
{
    case $1 in
    *.json) sed '/^  "time": {/,/^  }/d; /^  "ns_per_event"/d' "$1" ;;
    *) cat "$1" ;;
    esac
}

# A card of a shower with so many events that count, all of which go into files: shower_card EVENTS.
shower_card()
{
    cat <<CARD
process: e+ e- > q q~
beams: {particles: [e+, e-], energy: 91.2}
integration: {events: $1}
shower: {alpha_s: 0.118}
histograms: [thrust]
events: {count: all, format: [hepmc3, lhe.gz]}
CARD
}
