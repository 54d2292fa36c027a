#!/usr/bin/env bash
# test_model_cli.sh BUILD: models of a user's from a UFO to events. What a UFO may do wrong is told in a sentence; a run of
# one knows its model; interference alone has weights of both signs. Programs that see few points are compiled with -O0, as
# those of tests/CMakeLists.txt are; some runs are for who has time.
set -euo pipefail
build=$1
source=$(cd -P "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
tessera=$build/tessera
"${TESSERA_PYTHON:-python3}" -c 'import ast' 2>/dev/null || { echo "skipped: there is no python3 here"; exit 77; }
refused() { # STATUS PATTERN COMMAND...
    local status=0
    "${@:3}" >out 2>err </dev/null || status=$?
    if [ "$status" != "$1" ] || ! grep -q -e "$2" err || [ "$(wc -l <err)" -gt 3 ]; then
        echo "$*: status $status" && cat out err && exit 1
    fi
}
few_points=(env ${TESSERA_PROGRAM_FLAGS:+TESSERA_PROGRAM_FLAGS="$(cat "$source/tests/program_flags_of_few_points")"})
import() { "$tessera" model import "$@"; }
import "$source/examples/models/zprime" --out zprime.tsm
import "$source/examples/models/top_eft" --out top_eft.tsm
"$tessera" model zprime.tsm >listed && grep -q "^model zprime" listed && grep -q "  zp  *zp  *32 " listed
"$tessera" model zprime.tsm --json | "${TESSERA_PYTHON:-python3}" -c 'import json, sys
model = json.load(sys.stdin)
assert model["model"] == "zprime" and any(p["pdg"] == 32 and p["mass"] == 2000 for p in model["particles"])'
# Structures and colours of vertices are told in the words of the UFO.
"$tessera" model top_eft.tsm >listed
grep -q '  t t~ g g  *FFVVM  *f(-1,3,4)\*T(-1,2,1) moment_two' listed && grep -q '  t t~ g  *iovxxx  *T(3,2,1) ' listed
grep -q '  FFVVM  *Gamma(3,2,-1)\*Gamma(4,-1,1)-Gamma(4,2,-1)\*Gamma(3,-1,1)$' listed
"$tessera" model top_eft.tsm --json | "${TESSERA_PYTHON:-python3}" -c 'import json, sys
vertices = json.load(sys.stdin)["vertices"]
contact = [v for v in vertices if v["particles"] == ["u", "u~", "t", "t~"]]
assert [(v["structure"]["name"], v["structure"]["text"], v["colour"]) for v in contact] == \
    [("FFFF", "Gamma(-1,2,1)*Gamma(-1,4,3)", "T(-1,2,1)*T(-1,4,3)")], contact
assert any(v["function"] == "iovxxx" and "structure" not in v for v in vertices)'
# Zeros of a parameter card leave out vertices, as those of a restriction card do. The latter fixes them for good: they are no
# inputs then.
printf 'BLOCK ZPRIME\n 5 0\n 6 0.0\n 7 0\n' >zero.dat
"$tessera" model --set model.name=zprime.tsm --set model.card=zero.dat >listed
! grep -q '^  e- e+ zp ' listed && ! grep -q '^  ve ve~ zp ' listed && grep -q '^  u u~ zp ' listed
refused 2 "no diagram\|no subprocess" "$tessera" processes "u u~ > e+ e- QED=0 NP=2" --set model.name=zprime.tsm --set model.card=zero.dat
"$tessera" processes "u u~ > e+ e- QED=0 NP=2" --set model.name=zprime.tsm --set model.card=zero.dat --set model.zplL=0.1 >out
{ cat zero.dat; printf ' 1 0.3\nBLOCK MASS\n 32 0\n'; } >restriction.dat
"$tessera" model import "$source/examples/models/zprime" --restrict restriction.dat --out restricted.tsm >out
"$tessera" model restricted.tsm >listed
! grep -q '^  e- e+ zp ' listed && grep -q '^  u u~ zp ' listed
refused 2 "zplL is no input" "$tessera" model --set model.name=restricted.tsm --set model.zplL=0.1
"$tessera" model --set model.name=restricted.tsm --set model.zpuL=0.2 >out

# Widths of decays into two particles against closed forms: of a vector into fermions without and with mass, of scalars into
# fermions and gluons.
import "$source/examples/models/toys" --out toys.tsm >out
for model in zprime toys top_eft; do "$tessera" model $model.tsm --widths --json >$model.widths; done
"${TESSERA_PYTHON:-python3}" -c 'import json, math
found = {}
for model in "zprime", "toys", "top_eft":
    for particle in json.load(open(model + ".widths")):
        for decay in particle["decays"]:
            found[model, particle["pdg"], frozenset(map(abs, decay["products"]))] = decay["width"]
def vector(colours, left, right, m, mass=2000):
    x = (m / mass) ** 2
    return colours * mass / (24 * math.pi) * math.sqrt(1 - 4 * x) * ((left**2 + right**2) * (1 - x) + 6 * left * right * x)
gh = 0.118 / (3 * math.pi) / math.sqrt(1 / (math.sqrt(2) * 1.16639e-5))
known = {("zprime", 32, 2): vector(3, 0.2, -0.1, 0), ("zprime", 32, 6): vector(3, 0.2, -0.1, 173), ("zprime", 32, 1): vector(3, 0.2, 0.05, 0),
         ("zprime", 32, 11): vector(1, -0.15, 0.1, 0), ("zprime", 32, 12): vector(1, -0.15, 0, 0), ("top_eft", 25, 21): gh**2 * 125**3 / (8 * math.pi),
         ("toys", 42, 11): 0.4**2 * 1000 / (16 * math.pi), ("toys", 2000011, 11): 0.3**2 * 200 / (16 * math.pi) * (1 - 0.5**2) ** 2}
for (model, pdg, product), width in known.items():
    value = [v for (m, p, products), v in found.items() if (m, p) == (model, pdg) and product in products]
    assert len(value) == 1 and abs(value[0] / width - 1) < (1e-3 if pdg == 25 else 1e-12), (model, pdg, product, value, width)'
printf 'DECAY 32 auto\nBLOCK MASS\n 32 1000\n' >auto.dat
"$tessera" model --set model.name=zprime.tsm --set model.card=auto.dat --json | "${TESSERA_PYTHON:-python3}" -c 'import json, sys
zp = [p for p in json.load(sys.stdin)["particles"] if p["pdg"] == 32][0]
assert zp["mass"] == 1000 and abs(zp["width"] - 12.9169378) < 1e-6, zp'
"$tessera" model --set model.name=zprime.tsm --set model.MZp=1000 --set model.WZp=auto >listed && grep -q ' zp  *32  *1  *1  *0  *1000  *12.9169378$' listed
# A width that is a formula may be given by name. A card that has another number for it, or for such a mass, is told so.
sed 's/^input WZp .*/derived WZp = MZp\/40/; s/^input MZ .*/derived MZ = 91.2/' zprime.tsm >formula.tsm
printf 'DECAY 32 3\nBLOCK MASS\n 23 90\n 32 2000\n' >formula.dat
"$tessera" model formula.tsm --set model.card=formula.dat >listed 2>told && grep -q ' zp  *32 .* 2000 *50$' listed
grep -q 'formula.dat:1: the width of zp is 50 GeV in the model, by a formula, and not 3 GeV .* by name, model.WZp=' told
grep -q 'formula.dat:3: the mass of z is 91.2 GeV in the model, by a formula, and not 90 GeV' told && [ "$(wc -l <told)" = 2 ]
"$tessera" model formula.tsm --set model.WZp=0 >listed && grep -q ' zp  *32 .* 2000 *0$' listed
"$tessera" model formula.tsm --set model.WZp=auto --set model.MZp=1000 >listed && grep -q ' zp  *32 .* 1000 *12.9169' listed
# So is auto, but not where the width is given by name. No code is out of reach.
printf 'DECAY 32 auto # as MadWidth\nDECAY -9223372036854775808 1\nDECAY -2147483648 1\nDECAY 4294967328 7\n' >auto-formula.dat
"$tessera" model formula.tsm --set model.card=auto-formula.dat >listed 2>told && [ "$(wc -l <told)" = 1 ]
grep -q 'auto-formula.dat:1: the width of zp is 50 GeV in the model, by a formula, and not auto as .*: give it by name, model.WZp=' told
"$tessera" model formula.tsm --set model.card=formula.dat --set model.WZp=0 >listed 2>told && [ "$(wc -l <told)" = 1 ]
refused 2 "MZ is no input" "$tessera" model formula.tsm --set model.MZ=90
# A card that has some inputs of a block tells of those that it lacks, as cards of restricted models do; once for several choices.
printf 'BLOCK ZPRIME\n 1 0.3\n' >some.dat
"$tessera" model zprime.tsm --set model.card=some.dat --set model.zpuR=0.1 >listed 2>told && [ "$(wc -l <told)" = 1 ]
grep -q 'some.dat lacks inputs of the model, which keep the values of its table: zpdL 0.2, zpdR 0.05, zplL -0.15' told
# Numbers of cards end where their words end, and Fortran writes a D before an exponent. A line that makes no sense is told, in a
# card of parameters as in one of a restriction. Where time is short, each third is in one of the latter too.
printf 'BLOCK SPINFO\n 1 SOFTSUSY # 3\nBLOCK mass\n 32 1.5D+03\n 32 1500\nDECAY 32 2.5d1 # GeV\n 0.5 2 11 -11\n' >fortran.dat
"$tessera" model zprime.tsm --set model.card=fortran.dat >listed && grep -q ' zp  *32 .* 1500 *25$' listed
import "$source/examples/models/zprime" --restrict fortran.dat --out fortran.tsm && grep -q '^input MZp block MASS 32 = 1500.0$' fortran.tsm
number=0
while IFS='|' read -r pattern text; do
    number=$((number + 1))
    printf '%b' "$text" >wrong.dat
    refused 2 "wrong.dat:$pattern" "$tessera" model zprime.tsm --set model.card=wrong.dat
    [ -n "${TESSERA_TEST_CI:-}" ] || [ $((number % 3)) = 0 ] || continue
    refused 2 "wrong.dat:${pattern/at wrong.dat:2/before}" import "$source/examples/models/zprime" --restrict wrong.dat --out wrong.tsm
done <<'END'
2: expected whole numbers and a value behind them|BLOCK MASS\n 32x 1500\n
2: expected whole numbers and a value behind them|BLOCK MASS\n 32 1500 the mass\n
2: expected whole numbers and a value behind them|BLOCK MASS\n 32\n
2: expected a number, found '1500GeV'|BLOCK MASS\n 32 1500GeV\n
2: expected a number, found 'auto'|BLOCK MASS\n 32 auto\n
1: expected a number, found '1.5abc'|DECAY 32 1.5abc\n
1: expected DECAY, a PDG code and a width|DECAY 32\n
1: expected DECAY, a PDG code and a width|DECAY zp 1\n
3: .* the value 1501 here and 1500.* at wrong.dat:2: leave one|BLOCK MASS\n 32 1500\n 32 1501\n
END
printf 'DECAY 32 auto\n' >auto.dat
import "$source/examples/models/zprime" --restrict auto.dat --out auto.tsm >out 2>told && grep -q "has the width WZp as auto, which restricts nothing" told
refused 2 "auto is for widths alone" "$tessera" model --set model.name=zprime.tsm --set model.MZp=auto
refused 2 "has no decay into two or three particles" "$tessera" model --set model.name=zprime.tsm --set model.MT=10 --set model.WT=auto
refused 2 "those of the model sm are inputs" "$tessera" model --widths
# A width that is infinite hides no other, wherever its particle stands in the table. Without TESSERA_TEST_CI that of a line whose
# propagator is the model's own hides none, below.
if [ -n "${TESSERA_TEST_CI:-}" ]; then
    awk '/^particle 6 / { top = $0; next } { line[++count] = $0 }
        END { for (i = 1; i <= count; ++i) { if (line[i] ~ /^particle/ && top) { print top; top = "" } print line[i] } }' \
        "$source/tests/data/decays.tsm" >top-first.tsm
    "$tessera" model top-first.tsm --set model.WW=0 --set model.MT=85 --widths >listed 2>told
    grep -q '^DECAY 9000021 ' listed && grep -q '^DECAY 24 ' listed && ! grep -q '^DECAY 6 ' listed && grep -q 'does not converge' told
fi
refused 2 "no folder\|is no UFO" import nowhere
refused 1 "install Python 3" env TESSERA_PYTHON=/nonexistent "$tessera" model import "$source/examples/models/zprime" --out x.tsm

# What a UFO does that it should not. Each is the Z' model with a line more. What is much like another is for who has time.
broken() { # NAME FILE LINE PATTERN
    cp -r "$source/examples/models/zprime" "$1"
    printf '%b\n' "$3" >>"$1/$2.py"
    refused "${5:-2}" "$4" import "$1" --out "$1.tsm"
    [ ! -e "$1.tsm" ] && [ -z "$(find . -maxdepth 1 -name '*.tsm.tessera-*')" ]
}
alike() { [ -z "${TESSERA_TEST_CI:-}" ] || broken "$@"; }
broken raises vertices 'raise ValueError("no\\nvertices")' "cannot be run: ValueError"
alike exits vertices 'import sys; sys.exit(3)' "could not be read\|cannot be run"
broken dies vertices 'import os; os._exit(0)' "."
broken allocates parameters 'x = bytearray(1 << 40)' "MemoryError"
broken network parameters 'import socket; socket.create_connection(("127.0.0.1", 9))' "may not use the network"
one='Param.ZERO, Param.ZERO, "zq", charge=0)'
broken valueless parameters 'Parameter("mm", "external", "real", None, "mm", "MASS", [77])' "the external parameter mm has the value None, which is no number"
alike imaginary parameters 'Parameter("mm", "external", "complex", 1 + 2j, "mm", "MASS", [77])' "mm has the complex value (1+2j): a parameter card has real numbers alone"
alike infinite parameters 'Parameter("mm", "external", "real", float("nan"), "mm", "MASS", [77])' "mm has the value nan, which is not finite"
broken twice parameters 'external("aEWM1", 3.0, "SMINPUTS", 7)' "two parameters have the name aEWM1, one with the value .*: rename"
alike spaced parameters 'Parameter("m m", "external", "real", 1.0, "mm", "MASS", [77])' "the parameter 'm m' needs a name without blanks"
broken massless particles 'Particle(99, "zq", "zq", 3, 1, None, Param.ZERO, "zq", charge=0)' "zq has the mass None, which is no parameter"
alike placeless parameters 'Parameter("mm", "external", "real", 1.0, "mm", "MASS", None)' "the external parameter mm needs a block and codes"
broken displaced parameters 'external("mm", 1.0, "ZPRIME", 1)' "mm has the place of zpuL on a parameter card, block ZPRIME 1"
broken doubled particles "Particle(32, 'zq', 'zq', 3, 1, $one" "the particles Zp and zq have one PDG code, 32"
alike renamed particles "Particle(33, 'Zp', 'Zp', 3, 1, $one" "two particles have the name Zp, those of the PDG codes 32 and 33"
alike coded particles "Particle('x', 'zq', 'zq', 3, 1, $one" "the particle zq has the PDG code 'x': expected a whole number"
broken charming particles "Particle(-24, 'zq', 'zq', 1, 1, $one" "the particle zq has the spin 1 as 2 s + 1, and its PDG code -24 is that of w+, which has 3"
broken fivefold particles "Particle(99, 'zq', 'zq', 1, 5, $one" "makes no sense in the line .particle 99 zq zq spin 1 colour 5 .*: a particle is a singlet, triplet, sextet or octet"
broken beyond vertices 'Vertex("bad", [P.UP[0][1], P.UP[0][0], P.a], ["Identity(1,2)"], [L.FFV], {(0, 3): C.g_quarks})' "the vertex bad has a coupling at (0, 3), and there are 1 colour and 1 Lorentz"
alike zero particles 'Particle(0, "nil", "nil", 1, 1, Param.ZERO, Param.ZERO, "nil", charge=0)' "PDG code 0"
broken unknown couplings 'Coupling("x", "complex(0,1)*nothing", {"QED": 1})' "nothing"
broken charged vertices 'Vertex("bad", [P.UP[0][1], P.DOWN[0][0], P.a], ["Identity(1,2)"], [L.FFV], {(0, 0): C.g_quarks})' "conserve the electric charge"
broken function couplings 'Coupling("x", "__import__(\\"os\\")", {"QED": 1})' "."
broken cycle parameters 'internal("cyc1", "2*cyc2"); internal("cyc2", "2*cyc1")' "cyc"
cp -r "$source/examples/models/zprime" loops && echo 'while True: pass' >>loops/vertices.py
status=0
timeout -s INT 1 "$tessera" model import loops --out loops.tsm >out 2>err || status=$?
{ [ "$status" = 130 ] || [ "$status" = 124 ]; } && [ ! -e loops.tsm ]
# What a model starts ends with it.
cp -r "$source/examples/models/zprime" forks && printf 'import os, time\nif os.fork() == 0:\n    time.sleep(500)\n' >>forks/vertices.py
timeout 100 "$tessera" model import forks --out forks.tsm >out && cmp <(tail -n +3 forks.tsm) <(tail -n +3 zprime.tsm)
# What models print is no part of the table, and old Python is read too.
cp -r "$source/examples/models/zprime" old
{ echo 'print "made by", 2'; printf 'if {}.has_key(1):\n\tprint "x"\n'; printf 'try:\n    pass\nexcept ValueError, e:\n    raise ValueError, "x"\n'; } >>old/vertices.py
sed -i 's/^from \.object_library import/from object_library import/; s/^from \. import particles as P/import particles as P/' old/vertices.py
import old --out old.tsm >out 2>err && cmp <(tail -n +3 old.tsm) <(tail -n +3 zprime.tsm)

# A propagator that a model defines itself is computed; one that is the usual one changes nothing.
denominator="P('mu', id) * P('mu', id) - Mass(id) * Mass(id) + complex(0,1) * Mass(id) * Width(id)"
propagator() { # NAME NUMERATOR [DENOMINATOR]
    rm -rf "$1"
    cp -r "$source/examples/models/zprime" "$1"
    printf 'class Propagator:\n    pass\nown = Propagator()\nown.numerator = "%s"\nown.denominator = "(%s)"\nZp.propagator = {0: own, 1: own}\n' \
        "$2" "${3:-$denominator}" >>"$1/particles.py"
    printf 'kappa = external("kappa", 0.0, "ZPRIME", 8)\n' >>"$1/parameters.py"
}
of_propagator() {
    propagator "$@"
    import "$1" --out "$1.tsm" >out 2>told
}
plain=zprime-kappa
cp -r "$source/examples/models/zprime" $plain && printf 'kappa = external("kappa", 0.0, "ZPRIME", 8)\n' >>$plain/parameters.py
import $plain --out $plain.tsm
vector="- Metric(1, 2) + Metric(1,'mu')* P('mu', id) * P(2, id) / Mass(id)**2"
for usual in "$vector" "complex(0,1) * (-1 * Metric(1,2) + Metric(1,'mu')* P('mu', id) * P(2, id) / Mass(id)**2 " \
    "P(1, id) * P(2, id) / Mass(id)**2 - Metric('a', 1) * Metric(2, 'a')"; do
    of_propagator usual "$usual"
    cmp <(tail -n +3 usual.tsm | grep -v "^# warning") <(tail -n +3 $plain.tsm)
    [ "${usual#complex}" = "$usual" ] || grep -q "propagators of zp are usual ones times the factor i" told # i is taken off aloud
done
# FeynRules' spellings by spin, for all particles at once; a sign that does not cancel, and a factor of one term alone.
for model in zprime top_eft; do
    cp -r "$source/examples/models/$model" "spelled-$model"
    cat >>"spelled-$model/particles.py" <<END
class Propagator:
    def __init__(self, numerator, denominator="$denominator"):
        self.numerator, self.denominator = numerator, denominator
END
    cat >>"spelled-$model/particles.py" <<'END'
SPELLED = {1: "complex(0,1)", 2: "complex(0,1) * (P('mu', id) * Gamma('mu', 1, 2) + Mass(id) * Identity(1, 2))",
           3: "complex(0,1) * (-1 * Metric(1,2) + Metric(1,'mu')* P('mu', id) * P(2, id) / Mass(id)**2)"}
MASSLESS = ("complex(0,-1) * Metric(1,2)", "P('mu', id)**2"), ("-1 * Metric(1, 2)", "P('mu', id) * P('mu', id)")
from .object_library import all_particles
for number, particle in enumerate(all_particles):
    of_massless = particle.spin == 3 and str(particle.mass) == "ZERO"
    particle.propagator = Propagator(*MASSLESS[number % 2]) if of_massless else Propagator(SPELLED[particle.spin])
END
    import "spelled-$model" --out spelled.tsm >out 2>told
    cmp <(tail -n +3 spelled.tsm | grep -v "^# warning") <(tail -n +3 "$model.tsm")
done
# The factor i of Feynman rules is that of the numerator's front, where no usual propagator of the model tells.
for factor in "complex(0,-1)" "-complex(0,1)" "1j"; do
    of_propagator other "$factor * (-2 * Metric(1,2) + Metric(1,'mu') * P('mu', id) * P(2, id) / Mass(id)**2)"
    grep -q "^propagator zp spin 3" other.tsm && grep -q "begins with the factor i" told
done
of_propagator other "complex(0,1) * -Metric(1,2) + Metric(1,'mu') * P('mu', id) * P(2, id) / Mass(id)**2"
grep -q "^propagator zp spin 3" other.tsm && [ ! -s told ]
# What makes no sense is told in a sentence; each second of them where time is short.
number=0
while IFS='|' read -r pattern numerator below; do
    number=$((number + 1))
    [ -n "${TESSERA_TEST_CI:-}" ] || [ $((number % 2)) = 1 ] || continue
    propagator bad "$numerator" "$below"
    refused 2 "the propagator of Zp .*$pattern" import bad --out bad.tsm
done <<'END'
has the word lost, which is no parameter|-Metric(1,2)*lost
the function Metrik is not known|-Metrik(1,2)
indices other than 1 and 2, each once|-Metric(1,3)
indices other than 1 and 2, each once|Metric(1,'mu')*P(2,id)
indices other than 1 and 2, each once|Metric(1,1)
an index stands more than twice|Epsilon('mu','mu','mu',1)*P(2,id)
Metric has 1 indices, and should have 2|-Metric(1)
P has the particle id as its second index|P(1,1)*P(2,id)
an index that is not summed over|-Metric(1,2)|P('mu',id)*P('nu',id)
a power of momenta is none of|-Metric(1,2)|P('mu',id)**6
above 2: write it as a product|-Metric(1,2)|P('mu',id)**4*P('nu',id)**2 - Mass(id)**6
more than 6 factors|-Metric(1,2)|(P('mu',id)**2 - Mass(id)**2)**4*(P('mu',id)**2)**4
is not understood|-Metric(1,2))
is not understood|-Metric(1,2)|P('mu',id)*+/2
END
propagator bad "Gamma('mu',1,2)*P('mu',id)"
refused 2 "the Lorentz structure zp, .* has indices that do not fit its legs" import bad --out bad.tsm
cp -r "$source/examples/models/graviton" tensors
printf 'class Propagator:\n    numerator, denominator = "1", "1"\nG.propagator = Propagator()\n' >>tensors/particles.py
import tensors --out tensors.tsm >out 2>told
grep -q "not available: a propagator of the model's own" told
refused 2 "a propagator of the model's own cannot be computed" "$tessera" processes "u u~ > y" --set model.name=tensors.tsm
# What stands outside has one pole at its mass. Helicities of a line are those of usual propagators, and a pole that phase
# space does not follow is refused.
of_propagator squared "$vector" "($denominator)**2"
refused 2 "zp is no particle that may come in or go out" "$tessera" processes "u u~ > zp g" --set model.name=squared.tsm
"$tessera" processes "u u~ > mu+ mu- / zp" --set model.name=squared.tsm >out
"$tessera" processes "u u~ > mu+ mu- QED=0 NP=2" --set model.name=squared.tsm >out
import "$source/tests/models/propagators" --out twins.tsm
"$tessera" model twins.tsm --widths >out 2>told
grep -q "The width of ta- has decays by a line of xo+, whose propagator is the model's own: give the width as a number" told
grep -q "^DECAY 9000050 3.969793566" out && grep -q "^DECAY 50 3.969793566" out && ! grep -q "^DECAY 900005[45]\|^DECAY 15 " out
of_propagator kappa "$vector" "P('mu', id)**2 - Mass(id)**2 + complex(0,1)*Mass(id)*Width(id)*(1 + kappa)"
printf 'process: "u u~ > zp{0} g, zp > mu+ mu-"\nmodel: {name: kappa.tsm}\nbeams: {energy: 13000}\n' >polarised.yaml
refused 2 "zp has a propagator of the model's own, which is no sum over helicities" \
    "$tessera" run polarised.yaml --out polarised
of_propagator bare "$vector" "P('mu', id)**2 - Mass(id)**2"
# A vertex counts once by each reason, whichever of its terms has it.
cp -r "$source/examples/models/zprime" terms
cat >>terms/vertices.py <<'END'
from .object_library import Lorentz
TRACE = Lorentz("TRACE", [2, 2, 3], "Gamma(3,2,1)*Identity(-1,-1)")
for name, terms in ("first", [TRACE, L.FFVL]), ("second", [L.FFVL, TRACE, TRACE]):
    legs = {"first": [P.UP[0][1], P.UP[1][0], P.Zp], "second": [P.UP[1][1], P.UP[0][0], P.Zp]}[name]
    Vertex(name, legs, ["Identity(1,2)"], terms, {(0, i): C.u[2][0] for i in range(len(terms))})
END
import terms --out terms.tsm >out 2>told
grep -q "not available: .*, in the vertices u c~ zp, c u~ zp (2); processes" told
# A line whose own propagator has a width makes no cross section infinite, though its particle has none; one with a pole at 0 does.
of_line() { # ORDER PROCESS
    printf 'process: "%s"\nmodel: {name: twins.tsm}\nbeams: {particles: [e+, e-], energy: 1200}\nintegration: {events: 4000, relative_error: 0.5}\n' \
        "$1" >line.yaml
}
others="QED=0 OLD=0 NEW=0 PHO=0 GAU=0 RUN=0 QUA=0 COR=0 RXI=0"
of_line "e+ e- > mu+ mu- $others ZER=0 WID=2"
"${few_points[@]}" "$tessera" run line.yaml --out line >out
of_line "e+ e- > e+ e- $others ZER=2 WID=0"
refused 2 "infinite\|cut" "$tessera" run line.yaml --out zero
# A form factor of a function that is not known, of a momentum too many, and a table's that are damaged.
import "$source/tests/models/forms" --out forms.tsm >out 2>told
grep -q "warning: the form factor Unknown of FFVU cannot be computed: the function loop_function is not known" told
refused 2 "its Lorentz structure" "$tessera" processes "ta- a > mu- a DEC=2" --set model.name=forms.tsm
for damage in 's/^form Constant = fc/form Constant = nothing/:no formula of parameters' \
    's/^form Constant/form Gamma/:name is that of another one, or of a tensor' \
    's/P_3_3/P_3_9/:no formula of parameters' 's/P_3_3/P_3_6/:a form factor of momenta that are not there'; do
    sed "${damage%%:*}" forms.tsm >damaged.tsm
    refused 2 "${damage#*:}" "$tessera" model damaged.tsm
done
# What is dropped is named at the table's end.
cp -r "$source/examples/models/zprime" goldstone
printf 'G0 = Particle(250, "G0", "G0", 1, 1, Param.MZ, Param.ZERO, "G0", charge=0, goldstone=True)\n' >>goldstone/particles.py
printf 'loop = C.Coupling("loop", {-1: "1"}, {"QCD": 3})\nVertex("of_loops", [P.g, P.g, P.g], ["f(1,2,3)"], [L.VVV], {(0, 0): loop})\nVertex("of_G", [P.UP[2][1], P.UP[2][0], P.G0], ["Identity(1,2)"], [L.FFV], {(0, 0): C.g_quarks})\n' >>goldstone/vertices.py
import goldstone --out goldstone.tsm >out 2>told
grep -q 'dropped: 1 vertices of ghosts and Goldstone bosons, which' told
grep -q '^# dropped: vertex of_G of ghosts and Goldstone bosons: t~ t G0' goldstone.tsm && grep -q '^# dropped: Goldstone bosons: G0' goldstone.tsm
grep -q '^# dropped: vertex of_loops without couplings of tree level: g g g' goldstone.tsm && grep -q '^# dropped: couplings of loops: loop' goldstone.tsm
# What stands twice in the same words counts once; expressions may have several lines, and modules ask for __file__.
cp -r "$source/examples/models/zprime" repeated
cat >>repeated/parameters.py <<'END'
folder = __file__
for value in (7, 7):
    Parameter(name="again", nature="external", type="real", value=value, texname="a", lhablock="TWICE", lhacode=[1])
Parameter(name="lines", nature="internal", type="real", value="again\n  + 1", texname="l")
END
import repeated --out repeated.tsm
grep -q '^derived lines = (again+1)' repeated.tsm && [ "$(grep -c '^input again ' repeated.tsm)" -eq 1 ]
sed -i 's/(7, 7)/(7, 8)/' repeated/parameters.py
refused 2 "two parameters have the name again, one with the value 7, the other with 8: rename one" import repeated --out repeated.tsm
# A line of its table that makes no sense is quoted from its beginning, however long it is.
cp -r "$source/examples/models/zprime" long
echo 'FFV.structure = "Gamma(3,2,1) + " * 400 + "Gamma(3,2,9)"' >>long/lorentz.py
refused 2 'in the line "lorentz FFV spins 2 2 3 = Gamma(3,2,1)+.*[.][.][.]" of its table: .* has indices' import long --out long.tsm
# A structure is listed once, however many vertices have it.
cp -r "$source/examples/models/zprime" many
echo 'MANY = [fermion(9000000 + i, f"x{i}", f"x{i}~", 1, 0) for i in range(300)]' >>many/particles.py
echo 'LINE = Lorentz("LINE", [2, 2, 3], "P(3,1)*Identity(2,1)")' >>many/lorentz.py
cat >>many/vertices.py <<'END'
for particle, anti in P.MANY:
    Vertex(f"{particle}_many", [anti, particle, P.Zp], ["1"], [L.LINE], {(0, 0): C.u[0]})
END
import many --out many.tsm
"$tessera" model many.tsm >listed
[ "$(grep -c '^  LINE ' listed)" -eq 1 ]
# Terms of one structure may have different numbers of momenta: they are parts that add up.
sed '1s/ [0-9]*$//
    s/^coupling zp_u_l .*/&\ncoupling dipole orders NP 1 = 0.0003*i/
    s/^lorentz FFVR .*/&\nlorentz MOMENTUM spins 2 2 3 = P(3,2)*Identity(2,1)\nlorentz BOTH spins 2 2 3 = Gamma(3,2,1)+P(3,2)*Identity(2,1)/' zprime.tsm >parts.tsm
sed 's/^vertex t~ t zp/&\nterm Identity(1,2) FFV dipole\nterm Identity(1,2) MOMENTUM dipole/' parts.tsm >apart.tsm
sed 's/^vertex t~ t zp/&\nterm Identity(1,2) BOTH dipole/' parts.tsm >both.tsm
printf '2000 0 0 0\n1000 600 0 781.0704193605081\n1000 -600 0 -781.0704193605081\n' >decay.txt
for model in apart both; do
    "${few_points[@]}" "$tessera" amplitude "zp > t t~" --momenta decay.txt --set model.name=$model.tsm --set model.MZp=2000 >$model.value
    "$tessera" model $model.tsm --widths >$model.widths
done
cmp <(tail -n 1 apart.value) <(tail -n 1 both.value) && cmp apart.widths both.widths && ! cmp -s both.widths <("$tessera" model zprime.tsm --widths)
# The highest power that a model is for bounds all processes, as in MadGraph.
grep -q '^order NP 3 1$' top_eft.tsm
"$tessera" processes "g g > t t~ NP=2" --set model.name=top_eft.tsm >out 2>told
grep -q "NP=1" out && ! grep -q "NP=2," out && grep -q "is for NP up to 1 in an amplitude" told
"$tessera" processes "g g > t t~ QED=0" --set model.name=top_eft.tsm >out 2>told && ! grep -q "NP=2" out && [ ! -s told ]
"$tessera" processes "g g > g h HIG=1, h > g g HIG=2" --set model.name=top_eft.tsm >out 2>told
grep -q "is for HIG up to 1 in an amplitude" told
refused 2 "are of QCD=0 QED=0 HIG=2.*; the model top_eft is for HIG up to 1 in an amplitude" \
    "$tessera" processes "g g > g g HIG=2 QCD=0" --set model.name=top_eft.tsm

# Tables that make no sense.
forged() { # PATTERN SED-SCRIPT
    sed "$2" zprime.tsm >forged.tsm
    refused 2 "$1" "$tessera" model forged.tsm
}
forged "first line is" '1s/.*/nothing/'
forged "another version" '1s/1/2/'
forged "zp has the width WNONE, which is no parameter of the table before it" 's/^\(particle 32 .*\) width WZp/\1 width WNONE/'
forged "was cut off here" "\$d"
forged "defines gz as .nothing., which is no formula" 's/^derived gz = .*/derived gz = nothing/'
forged "unknown particle" 's/^vertex g g g$/vertex g g nothing/'
forged "is not known here" 's/^term f(1,2,3) VVV /term f(1,2,3) WWW /'
forged "does not fit the legs" 's/^term f(1,2,3) /term f(1,2,2) /'
forged "is zero" 's/^term f(1,2,3) /term f(1,2,-1)*f(-1,-2,-3)*d(3,-2,-3) /'
forged "has a word that is none" 's/^\(lorentz FFV .*\) = .*/\1 = Gamma(3,2,1)*(((/'
forged "too many brackets" "s/^\\(lorentz FFV .*\\) = .*/\\1 = $(printf '(%.0s' {1..100})/"
forged "indices that do not fit" 's/^\(lorentz FFV .*\) = .*/\1 = Gamma(3,2,9)/'

# Propagators of tables.
own() { # PATTERN SED-SCRIPT
    sed "$2" kappa.tsm >forged.tsm
    refused 2 "$1" "$tessera" model forged.tsm
}
own "expected propagator NAME spin S" 's/^propagator zp spin 3/propagator zp spin 5/'
own "a propagator that stands before it" 's/^propagator zp spin 3/propagator other spin 3/'
own "a propagator that stands before it" 's/^\(particle 32 .*\) spin 3 /\1 spin 1 /'
own "name is that of another one" 's/^propagator zp spin 3/propagator own spin 3/'
own "behind a propagator" '/^propagator zp/d'
own "zp.n0x is no parameter of the table before it" 's/^\(numerator .*\) zp.n0$/\1 zp.n0x/'
own "zp.d0_7 is no parameter of the table before it" 's/^denominator zp.d0_0/denominator zp.d0_7/'
own "one parameter for each power" 's/^denominator zp.d0_0/denominator zp.d0_0 zp.d0_0 zp.d0_0/'
own "has too many factors" 's/^denominator .*/&\n&\n&\n&\n&\n&\n&/; 1s/ [0-9]*$//'
own "do not fit its legs" 's/^numerator Metric(1,2)/numerator Metric(1,3)/'
own "is one product" 's/^numerator Metric(1,2)/numerator Metric(1,2)+P(1,1)*P(2,1)/'
own "a word that is no tensor" 's/^numerator Metric(1,2)/numerator Metrik(1,2)/'

sed 's/^numerator Metric(1,2) /numerator Metric(-1,-1)*Metric(1,2) /' kappa.tsm >trace.tsm
printf '%s\n' "250 0 0 250" "250 0 0 -250" "250 150 0 200" "250 -150 0 -200" >four.txt
for model in kappa trace; do
    "${few_points[@]}" "$tessera" amplitude "e+ e- > mu+ mu- QED=0 NP=2" --momenta four.txt --set model.name=$model.tsm --json >$model.json
done
"${TESSERA_PYTHON:-python3}" -c 'import json
one, traced = (json.load(open(name + ".json"))["points"][0]["matrix_element_squared"] for name in ("kappa", "trace"))
assert abs(traced / one - 16) < 1e-12, (one, traced)'

# The Z' boson at its peak: s / (48 pi) (gL^2 + gR^2)^2 / (M Gamma)^2. Its propagator is the model's own.
cat >card.yaml <<'C'
process: e+ e- > mu+ mu- QED=0 NP=2
model: {name: kappa.tsm}
beams: {particles: [e+, e-], energy: 2000}
cuts: {lepton: {pt_min: 0, eta_max: 100}}
integration: {relative_error: 1e-3, seed: 1}
events: {count: 100, format: [lhe, hepmc3]}
C
"${few_points[@]}" "$tessera" run card.yaml --device cpu --quiet --no-report --out peak >out
"${TESSERA_PYTHON:-python3}" -c 'import json, math
found = json.load(open("peak/result.json"))["cross_section"]
truth = 0.0325**2 / (48 * math.pi * 60**2) * 0.3893793721e9
assert abs(found["value"] - truth) < 4 * found["error"] < 1e-2 * truth, (found, truth)'
"$tessera" events peak/events.lhe --check >out && "$tessera" events peak/events.hepmc3 --check >out
# With twice the width its events have a quarter of their weights there; by the usual propagator they stay what they are.
"${few_points[@]}" "$tessera" reweight peak/events.lhe --card card.yaml --set model.kappa=1 --name wide --set model.name=zprime.tsm --name usual \
    --out wide.lhe >out
grep -c '<wgt' wide.lhe >out
"${TESSERA_PYTHON:-python3}" -c 'import re
events = open("wide.lhe").read().split("<event>")[1:]
for event in events:
    own = float(event.split("\n")[1].split()[2])
    ratios = [float(x) / own for x in re.findall(r"<wgt[^>]*>([^<]*)<", event)][-2:]
    assert abs(ratios[0] * 4 - 1) < 1e-6 and abs(ratios[1] - 1) < 1e-6, ratios'
refused 2 "the propagator of zp, .* has a pole at the mass 2000 GeV with the width 0 GeV where mu. and mu. come from it" \
    "$tessera" run card.yaml --set model.name=bare.tsm --out bare
# Chili has no map of it between protons, and says so.
cat >chili.yaml <<'C'
process: p p > mu+ mu- QED=0 NP=2
model: {name: zprime.tsm}
phase_space: chili
integration: {relative_error: 0.2, seed: 1}
C
"$tessera" run chili.yaml --device cpu --no-report --out chili >out 2>err && grep -q "chili does not map the resonance of zp" err

# Sextets and epsilon tensors: lines of their events, and what is refused of them.
cat >colours.yaml <<C
process: u u > six NP=1
model: {name: $source/tests/data/coloured.tsm}
integration: {relative_error: 0.02, seed: 1}
events: {count: 20, format: [lhe, hepmc3]}
C
"${few_points[@]}" "$tessera" run colours.yaml --device cpu --quiet --no-report --out sextet >out
[ "$(awk '$1 == 9000006 && $5 > 500 && $6 < -500' sextet/events.lhe | wc -l)" = 20 ]
"${few_points[@]}" "$tessera" run colours.yaml --device cpu --quiet --no-report --out junction --set "process=d s > sq~ NP=1" >out
[ "$(awk '$1 == -1000006 && $5 == 0 && $6 > 500' junction/events.lhe | wc -l)" = 20 ]
for kind in sextet junction; do "$tessera" events $kind/events.lhe --check >out && "$tessera" events $kind/events.hepmc3 --check >out; done
refused 2 "sq decays by an epsilon tensor" "$tessera" run colours.yaml --set "process=g g > sq sq~, sq > d~ s~"
# Heavy octets radiate, and keep their masses.
heavy=(--set "process=g g > oct oct" --set shower.enabled=true --set shower.max_partons=64 --set 'histograms=[emissions]'
    --set integration.events=2000 --set events.format=lhe)
"${few_points[@]}" "$tessera" run colours.yaml --device cpu --quiet --no-report --out heavy "${heavy[@]}" >out
"$tessera" events heavy/events.lhe --check >out
[ "$(awk '$1 == 21 && $2 == 1' heavy/events.lhe | wc -l)" -gt 100 ]
[ "$(awk '$1 == 9000008 && $2 == 1 && $5 > 500 && $6 > 500' heavy/events.lhe | wc -l)" = 40 ]
refused 2 "oct of g g > oct oct has none" "$tessera" run colours.yaml "${heavy[@]}" --set model.MO=0
refused 2 "knows no sextets or epsilon tensors" "$tessera" run colours.yaml --set shower.enabled=true --set events.format=lhe
cp -r "$source/examples/models/zprime" diquark
echo 'six = Particle(9000006, "six", "six~", 1, 6, Param.ZERO, Param.ZERO, "six", charge=4 / 3)' >>diquark/particles.py
echo 'FFSX = Lorentz("FFSX", [2, 2, 1], "ProjP(2,1)")' >>diquark/lorentz.py
echo 'Vertex("uusix", [P.UP[0][0], P.UP[0][0], P.six.anti()], ["K6Bar(3,1,2)"], [L.FFSX], {(0, 0): C.g_quarks})' >>diquark/vertices.py
import diquark --out diquark.tsm >out
"$tessera" processes "u~ u~ > six~" --set model.name=diquark.tsm >out && grep -q "average 1/36" out
cat >spins.tsm <<'C'
tessera-model 1
name spins
order QCD 1 99
order QED 2 99
input m block MASS 1000039 = 100
particle 22 a a spin 3 colour 1 charge 0 mass 0 width 0
particle 12 ve ve~ spin 2 colour 1 charge 0 mass 0 width 0
particle 1000039 grv grv~ spin 4 colour 1 charge 0 mass m width 0
particle 42 x x~ spin 1 colour -3 charge 0 mass m width 0
coupling c orders QED 1 = 1
lorentz VSS spins 3 1 1 = P(1,2)-P(1,3)
vertex a x~ x
term Identity(2,3) VSS c
lorentz RFV spins 4 2 3 = Metric(1,3)
vertex grv ve~ a
term 1 RFV c
C
"$tessera" processes "a x > a x" --set model.name=spins.tsm >out && grep -q "average 1/6" out # an antitriplet
refused 2 "a particle of spin 3/2 cannot be computed" "$tessera" processes "ve a > grv" --set model.name=spins.tsm

# Another table under the same name is another run.
refused 2 "differs\|other numbers\|another" "$tessera" run card.yaml --device cpu --quiet --no-report --out peak --set model.MZp=2001

# Between hadrons a narrow Z' with photon and Z is the quadrature of tests/process/test_quadrature.c, in few events. Without a
# channel of its own it took hundreds of millions. A broad one with a photon is Chili's map, which knows no resonance: it is for
# who has time.
cat >narrow.yaml <<'C'
process: p p > e+ e- QED=2 NP=2
model: {name: zprime.tsm, MZp: 2000, WZp: 1}
beams: {energy: 13000}
scales: {factorization: 91.188}
cuts: {lepton: {pt_min: 20, eta_max: 2.5}, pair: {e+ e-: {mass: [1500, 2500]}}}
integration: {relative_error: 3e-3, seed: 1, max_events: 3e6}
C
cat >photon.yaml <<'C'
process: u u~ > e+ e- a QED=3 NP=2
model: {name: zprime.tsm, MZp: 400, WZp: 40}
beams: {energy: 13000}
scales: {factorization: 91.188}
cuts: {photon: {pt_min: 20, eta_max: 2.5}, lepton: {pt_min: 20, eta_max: 2.5}, pair: {l+ l-: {mass: [150, null]}, a l+: {dr_min: 0.4}, a l-: {dr_min: 0.4}}}
integration: {relative_error: 5e-3, seed: 1}
C
LHAPDF_DATA_PATH=:: "$tessera" run narrow.yaml --device cpu --quiet --no-report --out narrow >out
[ -z "${TESSERA_TEST_CI:-}" ] || LHAPDF_DATA_PATH=:: "$tessera" run photon.yaml --device cpu --quiet --no-report --out photon >out
"${TESSERA_PYTHON:-python3}" -c 'import json, math, os
for folder, truth, known in (("narrow", 0.3294189, 3e-6), ("photon", 1.5521e-2, 1.5e-5))[: 2 if os.environ.get("TESSERA_TEST_CI") else 1]:
    found = json.load(open(folder + "/result.json"))["cross_section"]
    error = math.hypot(found["error"], known)
    assert abs(found["value"] - truth) < 4 * error < 0.03 * truth, (folder, found, truth)'

# A run knows the table and the parameter card that it was made of: others under their names are refused, with the difference.
printf 'BLOCK MASS\n 32 1000\nDECAY 32 100\nBLOCK ZPRIME\n 1 0.25\n' >param.dat
sed -e 's/^model: .*/model: {name: zprime.tsm, card: param.dat}/' -e '/^cuts:/d' -e '/^events:/d' -e 's/energy: 2000/energy: 900/' card.yaml >identity.yaml
"$tessera" run identity.yaml --device cpu --quiet --no-report --out identity >out
"$tessera" learn identity.yaml --device cpu --quiet --out learned >out
"$tessera" run identity/card.yaml --device cpu --quiet --no-report --out again >out
"${TESSERA_PYTHON:-python3}" -c 'import json
first, again = json.load(open("identity/result.json")), json.load(open("again/result.json"))
model, card = first["model"], first["card"]["model"]
assert first["cross_section"] == again["cross_section"] and model == again["model"] and model["name"] == "zprime"
assert model["table_hash"] == card["table_hash"] != model["card_hash"] == card["card_hash"] and model["values_hash"]'
sed -i 's/32 1000/32 1001/' param.dat
refused 2 "model.card_hash: the parameter card param.dat is h.* of a run with h" "$tessera" run identity/card.yaml --device cpu --quiet --no-report --out again --force
refused 2 "grids.json is of another card: model.card_hash was .h.* and is .h" "$tessera" run identity.yaml --grids learned --device cpu --quiet --no-report --out third
refused 2 "another card (model differs)" "$tessera" run identity.yaml --device cpu --quiet --no-report --out identity
sed -i 's/32 1001/32 1000/' param.dat && sed 's/^name zprime/name zprime2/' zprime.tsm >other.tsm
refused 2 "model.table_hash: the table other.tsm is h.* of a run with h" "$tessera" run identity/card.yaml --device cpu --quiet --no-report --out again --force --set model.name=other.tsm
"$tessera" run identity.yaml --grids learned --device cpu --quiet --no-report --out third >out
refused 2 "model.table_hash: it goes with a model of a file" "$tessera" model --set model.table_hash=h0

# Subprocesses share a matrix element where vertices have the same structures, not the same couplings alone. Here charm quarks
# have a contact structure of their own.
cp -r "$source/examples/models/top_eft" axial
echo 'FFFA = Lorentz("FFFA", [2, 2, 2, 2], "Gamma(-1,2,-2)*Gamma5(-2,1)*Gamma(-1,4,3)")' >>axial/lorentz.py
sed -i 's/^           \[L.FFFF\]/           [L.FFFA if str(quark) == "c" else L.FFFF]/' axial/vertices.py
import axial --out axial.tsm >out
"$tessera" processes "p p > t t~ NP=1" --set model.name=axial.tsm >listed && grep -q "11 subprocesses with 3 matrix elements" listed
"$tessera" processes "p p > t t~ NP=1" --set model.name=top_eft.tsm >listed && grep -q "11 subprocesses with 2 matrix elements" listed

# The coupling of gluons to a Higgs boson is a power of alpha_s by its value, whatever its orders say. Three powers run, in a
# variation as in a run of its own with half the scale. The latter has no variations where there is time for one program
# more. A coupling that is a sum of powers is refused.
cat >running.yaml <<'C'
process: g g > g h
model: {name: top_eft.tsm}
beams: {energy: 13000}
scales: {renormalization: MT, factorization: 91.188}
cuts: {jet: {pt_min: 30, eta_max: 4.5}}
variations: {scales: 7}
integration: {relative_error: 2e-3, seed: 1}
C
"$tessera" run running.yaml --device cpu --quiet --no-report --out running >out
sed -e 's/renormalization: MT/renormalization: 0.5 * MT/' ${TESSERA_TEST_CI:+-e '/^variations/d'} running.yaml >halved.yaml
"$tessera" run halved.yaml --device cpu --quiet --no-report --out halved >out
"${TESSERA_PYTHON:-python3}" -c 'import json, math
first, halved = json.load(open("running/result.json")), json.load(open("halved/result.json"))["cross_section"]
[row] = [v for v in first["variations"] if v["mur"] == 0.5 and v["muf"] == 1]
assert row["cross_section"] > 1.2 * first["cross_section"]["value"]
assert abs(row["cross_section"] - halved["value"]) < 4 * math.hypot(row["error"], halved["error"]), (row, halved)'
sed 's/^derived gh = \(.*\)/derived gh = (\1) + 0.00001/' top_eft.tsm >sum.tsm
refused 2 "higgs_two of the model is no power of alpha_s, which therefore cannot run: take a scale in GeV" "$tessera" run running.yaml --device cpu --quiet --out sum --set model.name=sum.tsm
refused 2 "is no power of alpha_s, which therefore cannot run: take no variations" "$tessera" run running.yaml --device cpu --quiet --out sum --set model.name=sum.tsm --set scales.renormalization=91.188

# Interference alone has weights of both signs, and so do its events. What they add up to is the cross section, that of the
# quadrature of tests/process/test_quadrature.c.
cat >signs.yaml <<'C'
process: p p > e+ e- QED=2 NP=2 NP^2==2
model: {name: zprime.tsm, MZp: 1000, WZp: 100}
beams: {energy: 13000}
scales: {factorization: 91.188}
cuts: {lepton: {pt_min: 20, eta_max: 2.5}, pair: {e+ e-: {mass: [500, 1500]}}}
integration: {relative_error: 1e-2, seed: 1}
events: {count: 20000, format: [lhe, hepmc3, lheh5]}
histograms: [m_ll]
C
LHAPDF_DATA_PATH=:: "$tessera" run signs.yaml --device cpu --quiet --no-report --out signs >out
grep -q "^negative .* of the events have a weight below zero (5" out
sed -n '/<slha>/,/<.slha>/p' signs/events.lhe | tr -s ' ' >slha
grep -q '^BLOCK ZPRIME' slha && grep -q '^ 32 1.0000000000e+03 # zp' slha && grep -q '^DECAY 32 1.0000000000e+02' slha && grep -q '^BLOCK QNUMBERS 32' slha
for file in signs/events.lhe signs/events.hdf5; do
    "$tessera" events $file --check >out && grep -q "sums  *right" out
done
"$tessera" events signs/events.hepmc3 --check >out
"${TESSERA_PYTHON:-python3}" -c 'import json, math, re
result, truth = json.load(open("signs/result.json")), -1.9627064e-3
found, events = result["cross_section"], result["events"]
assert abs(found["value"] - truth) < 4 * found["error"] < 0.05 * abs(truth), (found, truth)
# The share of negative weights is that which is expected, and their mean the cross section: both by the events of the file.
share, expected = events["negative"] / events["written"], events["negative_share"]
assert 0.4 < expected < 0.6 and abs(share - expected) < 4 * math.sqrt(0.25 / events["written"]), (share, expected)
weights = [float(line.split()[2]) for line in re.findall(r"<event>\n(.*)\n", open("signs/events.lhe").read())]
mean = sum(weights) / len(weights)
error = math.sqrt(sum(w * w for w in weights)) / len(weights)
size = min(abs(w) for w in weights)
assert len(weights) == 20000 and abs(mean - truth) < 4 * math.hypot(error, found["error"]), (mean, error, truth)
assert sum(w < 0 for w in weights) == events["negative"] and abs(size * (1 - 2 * expected) - found["value"]) < 0.05 * size
init = open("signs/events.lhe").read().split("<init>\n")[1].split("\n")[0].split()
assert init[8] == "-4", init
# Bins have signs too: below the mass of the boson, and above.
bins = open("signs/histograms.yoda").read().split("numEntries\n")[2].split("END")[0].strip().split("\n")
sums = [float(row.split()[2]) for row in bins]
assert min(sums) < 0 < max(sums) and abs(sum(sums) / found["value"] - 1) < 1e-6, sums'
