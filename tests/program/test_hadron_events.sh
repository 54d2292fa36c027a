#!/usr/bin/env bash
# test_hadron_events.sh BUILD: events of two jets out of two protons as they leave the shower, in Les Houches files.
# Momentum is what comes in, particles are on their mass, colour lines go from one parton to another, and flavour is
# conserved.
set -euo pipefail
tessera=$1/tessera
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' 'process: p p > j j' 'beams: {energy: 13000}' 'shower: {enabled: true, max_partons: 64}' \
    'cuts: {jet: {pt_min: 30, eta_max: 4, dr_min: 0.4}}' 'integration: {relative_error: 0.05}' \
    'events: {count: 400, format: lhe}' >"$work/card.yaml"
"$tessera" run "$work/card.yaml" --quiet --no-report --out "$work/out" >/dev/null
"$tessera" events "$work/out/events.lhe" --check >"$work/check"
if grep wrong "$work/check"; then exit 1; fi
python3 - "$work/out/events.lhe" <<'END_PYTHON'
import collections, sys
events, partons = 0, 0
for text in open(sys.argv[1]).read().split("<event>")[1:]:
    rows = [row.split() for row in text.split("</event>")[0].strip().splitlines()[1:]]
    rows = [row for row in rows if len(row) == 13]
    total, lines, flavours, energy = [0.0] * 4, collections.Counter(), collections.Counter(), 0.0
    for row in rows:
        pdg, into = int(row[0]), row[1] == "-1"
        momentum, sign = [float(number) for number in row[6:10]], -1 if into else 1
        colour, anticolour = int(row[4]), int(row[5])
        energy += momentum[3] if into else 0
        total = [old + sign * new for old, new in zip(total, momentum)]
        lines[colour] += sign
        lines[anticolour] -= sign
        if pdg != 21:
            flavours[abs(pdg)] += sign if pdg > 0 else -sign
        assert (colour > 0) == (pdg > 0) and (anticolour > 0) == (pdg < 0 or pdg == 21), row
        assert abs(momentum[3] ** 2 - sum(p * p for p in momentum[:3])) < 1e-9 * momentum[3] ** 2, row
    del lines[0]
    assert not any(lines.values()) and not any(flavours.values()), text
    assert max(abs(number) for number in total) < 1e-11 * energy, text
    assert [row[1] for row in rows[:2]] == ["-1", "-1"] and all(row[1] == "1" for row in rows[2:])
    events += 1
    partons += len(rows) - 2
print(f"{events} events with {partons / events:.1f} partons each")
assert events == 400 and partons > 4 * events
END_PYTHON
