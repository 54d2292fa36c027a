/* What is measured of an event that leaves a shower: names for histograms and expressions. */
#ifndef TESSERA_PROCESS_SHOWER_OBSERVABLES_H
#define TESSERA_PROCESS_SHOWER_OBSERVABLES_H

#include "program/program.h"

/* What the kernel computes once for several of them, a bit each (kernels/process/showered.h). */
enum {
    SHOWER_NEEDS_JETS = 1,
    SHOWER_NEEDS_SCALES = 2,
    SHOWER_NEEDS_SHAPES = 4,
    SHOWER_NEEDS_RATES = 8,
    SHOWER_NEEDS_LEPTON_SHAPES = 16
};

/* What showers, a bit each: events out of beams with a hadron, or out of two leptons, or the quark pairs that
 * are written out. All but the first have Durham's rates and event shapes too. */
enum { SHOWERS_OF_HADRONS = 1, SHOWERS_OF_LEPTONS = 2, SHOWERS_OF_QUARK_PAIRS = 4 };

/* No more observables than these. */
enum { SHOWER_OBSERVABLES_MOST = 64 };

struct shower_observable {
    const char *name, *value, *title; /* value: kernel C, HISTOGRAM_NONE where an event has none */
    int bins;
    double low, high;
    int needs;   /* bits of the above */
    int showers; /* behind which it is: bits of them */
};

/* The observables by number; NULL behind the last. */
const struct shower_observable *shower_observable_at(size_t index);

/* The one of a name behind a shower (SHOWERS_...); NULL: there is none. */
const struct shower_observable *shower_observable_find(const char *name, int showers);

#define SHOWER_OBSERVABLE_NAMES                                                                          \
    "njets, ht, pt1 to pt4, eta1 to eta4 of the shower's jets, log10d01, log10d12, log10d23, log10d34, " \
    "transverse_thrust, thrust_minor, spherocity, emissions, partons, trials, exceeded, gluons_in"

#define SHOWER_LEPTON_NAMES                                                                 \
    "durham (all of log10y23, log10y34, log10y45, log10y56), event_shapes (all of thrust, " \
    "heavy_jet_mass, light_jet_mass, wide_broadening, narrow_broadening)"

/* What the observables of a group compute, which a name stands for; 0: it is no group. */
int shower_observable_group(const char *name);

#define SHOWER_QUARK_PAIR_NAMES                                                                     \
    "durham event_shapes log10y23 log10y34 log10y45 log10y56 thrust heavy_jet_mass light_jet_mass " \
    "wide_broadening narrow_broadening emissions partons trials"

/* Says to a program what it has to compute. */
void shower_observables_write(int needs, struct source *text);

#endif
