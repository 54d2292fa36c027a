#include "process/shower_observables.h"

#include <string.h>

#define LOG10(value) \
    "r_select(" value " > R(0.0), r_log(" value ") * R(0.43429448190325183), r_set(HISTOGRAM_NONE))"
#define RATE(k) LOG10("rates[" #k "]")
/* Of d [GeV^2] the logarithm of its root. */
#define SCALE(k)                                                                                 \
    "r_select(jet_scales[" #k "] > R(0.0), r_log(jet_scales[" #k "]) * R(0.21714724095162591), " \
    "r_set(HISTOGRAM_NONE))"
/* Behind which showers an observable is: of the beams of a process of the model, of quark pairs. */
enum { PAIRS = SHOWERS_OF_QUARK_PAIRS, BEAMS = SHOWERS_OF_HADRONS | SHOWERS_OF_LEPTONS };
enum { TWO_LEPTONS = SHOWERS_OF_LEPTONS | PAIRS };

static const struct shower_observable observables[] = {
    {"njets", "jets.count", "jets", 10, -0.5, 9.5, SHOWER_NEEDS_JETS, BEAMS},
    {"ht", "jets.ht", "HT of the jets [GeV]", 50, 0, 1000, SHOWER_NEEDS_JETS, BEAMS},
    {"pt1", "jets.pt[0]", "pT of jet 1 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS, BEAMS},
    {"pt2", "jets.pt[1]", "pT of jet 2 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS, BEAMS},
    {"pt3", "jets.pt[2]", "pT of jet 3 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS, BEAMS},
    {"pt4", "jets.pt[3]", "pT of jet 4 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS, BEAMS},
    {"eta1", "jets.eta[0]", "eta of jet 1", 50, -5, 5, SHOWER_NEEDS_JETS, BEAMS},
    {"eta2", "jets.eta[1]", "eta of jet 2", 50, -5, 5, SHOWER_NEEDS_JETS, BEAMS},
    {"eta3", "jets.eta[2]", "eta of jet 3", 50, -5, 5, SHOWER_NEEDS_JETS, BEAMS},
    {"eta4", "jets.eta[3]", "eta of jet 4", 50, -5, 5, SHOWER_NEEDS_JETS, BEAMS},
    {"log10d01", SCALE(0), "log10(sqrt(d01) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES, BEAMS},
    {"log10d12", SCALE(1), "log10(sqrt(d12) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES, BEAMS},
    {"log10d23", SCALE(2), "log10(sqrt(d23) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES, BEAMS},
    {"log10d34", SCALE(3), "log10(sqrt(d34) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES, BEAMS},
    {"transverse_thrust", "shapes.thrust", "1 - transverse thrust", 50, 0, 0.5, SHOWER_NEEDS_SHAPES, BEAMS},
    {"thrust_minor", "shapes.minor", "thrust minor", 50, 0, 1, SHOWER_NEEDS_SHAPES, BEAMS},
    {"spherocity", "shapes.spherocity", "transverse spherocity", 50, 0, 1, SHOWER_NEEDS_SHAPES, BEAMS},
    {"log10y23", RATE(0), "log10 y23, Durham", 100, -4.3, -0.3, SHOWER_NEEDS_RATES, TWO_LEPTONS},
    {"log10y34", RATE(1), "log10 y34, Durham", 100, -4.3, -0.3, SHOWER_NEEDS_RATES, TWO_LEPTONS},
    {"log10y45", RATE(2), "log10 y45, Durham", 100, -4.3, -0.3, SHOWER_NEEDS_RATES, TWO_LEPTONS},
    {"log10y56", RATE(3), "log10 y56, Durham", 100, -4.3, -0.3, SHOWER_NEEDS_RATES, TWO_LEPTONS},
    {"thrust", "lepton_shapes.thrust", "1 - thrust", 100, 0, 0.5, SHOWER_NEEDS_LEPTON_SHAPES, TWO_LEPTONS},
    {"heavy_jet_mass", "lepton_shapes.heavy_mass", "heavy jet mass over the sum of |p|", 100, 0, 1,
     SHOWER_NEEDS_LEPTON_SHAPES, TWO_LEPTONS},
    {"light_jet_mass", "lepton_shapes.light_mass", "light jet mass over the sum of |p|", 100, 0, 0.5,
     SHOWER_NEEDS_LEPTON_SHAPES, TWO_LEPTONS},
    {"wide_broadening", "lepton_shapes.wide", "wide jet broadening", 100, 0, 0.5, SHOWER_NEEDS_LEPTON_SHAPES,
     TWO_LEPTONS},
    {"narrow_broadening", "lepton_shapes.narrow", "narrow jet broadening", 100, 0, 0.2,
     SHOWER_NEEDS_LEPTON_SHAPES, TWO_LEPTONS},
    {"emissions", "shower_emissions(events, slot)", "emissions", 31, -0.5, 30.5, 0, BEAMS | PAIRS},
    {"partons", "event_fetch(events, EVENT_PARTONS, slot) - R(2.0)", "final particles", 31, -0.5, 30.5, 0,
     BEAMS},
    {"trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 199.5, 0, BEAMS},
    {"partons", "event_fetch(events, EVENT_PARTONS, slot)", "partons", 31, 1.5, 32.5, 0, PAIRS},
    {"trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 99.5, 0, PAIRS},
    {"exceeded", "event_fetch(events, EVENT_EXCEEDED, slot)", "ratios of densities above their bounds", 5,
     -0.5, 4.5, 0, BEAMS},
    {"gluons_in", "shower_gluons_in(events, slot)", "gluons that come in", 3, -0.5, 2.5, 0, BEAMS},
};
enum { OBSERVABLES = sizeof observables / sizeof *observables };
_Static_assert((int)OBSERVABLES <= (int)SHOWER_OBSERVABLES_MOST, "lists of their names have no more room");

const struct shower_observable *shower_observable_at(size_t index)
{
    return index < OBSERVABLES ? &observables[index] : NULL;
}

const struct shower_observable *shower_observable_find(const char *name, int showers)
{
    for (size_t i = 0; i < OBSERVABLES; ++i)
        if (!strcmp(name, observables[i].name) && (observables[i].showers & showers))
            return &observables[i];
    return NULL;
}

int shower_observable_group(const char *name)
{
    return !strcmp(name, "durham")         ? SHOWER_NEEDS_RATES
           : !strcmp(name, "event_shapes") ? SHOWER_NEEDS_LEPTON_SHAPES
                                           : 0;
}

void shower_observables_write(int needs, struct source *text)
{
    source_append(text,
                  "#define OBSERVE_DURHAM %d\n#define OBSERVE_SHAPES %d\n#define OBSERVE_JETS %d\n#define "
                  "OBSERVE_JET_SCALES %d\n#define OBSERVE_HADRON_SHAPES %d\n",
                  (needs & SHOWER_NEEDS_RATES) > 0, (needs & SHOWER_NEEDS_LEPTON_SHAPES) > 0,
                  (needs & SHOWER_NEEDS_JETS) > 0, (needs & SHOWER_NEEDS_SCALES) > 0,
                  (needs & SHOWER_NEEDS_SHAPES) > 0);
}
