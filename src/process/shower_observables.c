#include "process/shower_observables.h"

#include <string.h>

/* Of d [GeV^2] the logarithm of its root. */
#define SCALE(k)                                                                                 \
    "r_select(jet_scales[" #k "] > R(0.0), r_log(jet_scales[" #k "]) * R(0.21714724095162591), " \
    "r_set(HISTOGRAM_NONE))"
static const struct shower_observable observables[] = {
    {"njets", "jets.count", "jets", 10, -0.5, 9.5, SHOWER_NEEDS_JETS},
    {"ht", "jets.ht", "HT of the jets [GeV]", 50, 0, 1000, SHOWER_NEEDS_JETS},
    {"pt1", "jets.pt[0]", "pT of jet 1 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS},
    {"pt2", "jets.pt[1]", "pT of jet 2 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS},
    {"pt3", "jets.pt[2]", "pT of jet 3 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS},
    {"pt4", "jets.pt[3]", "pT of jet 4 [GeV]", 50, 0, 500, SHOWER_NEEDS_JETS},
    {"eta1", "jets.eta[0]", "eta of jet 1", 50, -5, 5, SHOWER_NEEDS_JETS},
    {"eta2", "jets.eta[1]", "eta of jet 2", 50, -5, 5, SHOWER_NEEDS_JETS},
    {"eta3", "jets.eta[2]", "eta of jet 3", 50, -5, 5, SHOWER_NEEDS_JETS},
    {"eta4", "jets.eta[3]", "eta of jet 4", 50, -5, 5, SHOWER_NEEDS_JETS},
    {"log10d01", SCALE(0), "log10(sqrt(d01) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES},
    {"log10d12", SCALE(1), "log10(sqrt(d12) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES},
    {"log10d23", SCALE(2), "log10(sqrt(d23) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES},
    {"log10d34", SCALE(3), "log10(sqrt(d34) / GeV), kt", 50, 0, 3, SHOWER_NEEDS_SCALES},
    {"transverse_thrust", "shapes.thrust", "1 - transverse thrust", 50, 0, 0.5, SHOWER_NEEDS_SHAPES},
    {"thrust_minor", "shapes.minor", "thrust minor", 50, 0, 1, SHOWER_NEEDS_SHAPES},
    {"spherocity", "shapes.spherocity", "transverse spherocity", 50, 0, 1, SHOWER_NEEDS_SHAPES},
    {"emissions", "event_fetch(events, EVENT_PARTONS, slot) - R(2.0) - r_set((scalar)(FINAL - MERGING_JETS))",
     "emissions", 31, -0.5, 30.5, 0},
    {"partons", "event_fetch(events, EVENT_PARTONS, slot) - R(2.0)", "final particles", 31, -0.5, 30.5, 0},
    {"trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 199.5, 0},
    {"gluons_in", "shower_gluons_in(events, slot)", "gluons that come in", 3, -0.5, 2.5, 0},
};
enum { OBSERVABLES = sizeof observables / sizeof *observables };
_Static_assert((int)OBSERVABLES <= (int)SHOWER_OBSERVABLES_MOST, "lists of their names have no more room");

const struct shower_observable *shower_observable_at(size_t index)
{
    return index < OBSERVABLES ? &observables[index] : NULL;
}

const struct shower_observable *shower_observable_find(const char *name)
{
    for (size_t i = 0; i < OBSERVABLES; ++i)
        if (!strcmp(name, observables[i].name))
            return &observables[i];
    return NULL;
}

void shower_observables_write(int needs, struct source *text)
{
    source_append(
        text, "#define OBSERVE_JETS %d\n#define OBSERVE_JET_SCALES %d\n#define OBSERVE_HADRON_SHAPES %d\n",
        (needs & SHOWER_NEEDS_JETS) > 0, (needs & SHOWER_NEEDS_SCALES) > 0,
        (needs & SHOWER_NEEDS_SHAPES) > 0);
}
