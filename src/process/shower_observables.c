#include "process/shower_observables.h"

#include <string.h>

#define LOG10(value) \
    "r_select(" value " > R(0.0), r_log(" value ") * R(0.43429448190325183), r_set(HISTOGRAM_NONE))"
#define RATE(k) LOG10("rates[" #k "]")
/* Of d [GeV^2] the logarithm of its root. */
#define SCALE(k)                                                                                 \
    "r_select(jet_scales[" #k "] > R(0.0), r_log(jet_scales[" #k "]) * R(0.21714724095162591), " \
    "r_set(HISTOGRAM_NONE))"

/* What a kernel computes once for several observables, OBSERVE_JETS being the constant of the first
 * (kernels/process/showered.h). The second word is a name for all of them, "" where there is none. */
#define GROUPS(X)        \
    X(JETS, "")          \
    X(JET_SCALES, "")    \
    X(HADRON_SHAPES, "") \
    X(DURHAM, "durham")  \
    X(SHAPES, "event_shapes")

#define NUMBER(group, name) NUMBER_##group,
#define BIT(group, name) group = 1 << NUMBER_##group,
enum { GROUPS(NUMBER) GROUP_COUNT };
enum { ALONE = 0, GROUPS(BIT) };

#define GROUP(group, name) {"OBSERVE_" #group, name},
static const struct {
    const char *constant, *name;
} groups[] = {GROUPS(GROUP)};

/* Behind which showers an observable is: of the beams of a process of the model, of quark pairs. */
enum { PAIRS = SHOWERS_OF_QUARK_PAIRS, BEAMS = SHOWERS_OF_HADRONS | SHOWERS_OF_LEPTONS };
enum { TWO_LEPTONS = SHOWERS_OF_LEPTONS | PAIRS };

static const struct shower_observable observables[] = {
    {"njets", "jets.count", "jets", 10, -0.5, 9.5, JETS, BEAMS},
    {"ht", "jets.ht", "HT of the jets [GeV]", 50, 0, 1000, JETS, BEAMS},
    {"pt1", "jets.pt[0]", "pT of jet 1 [GeV]", 50, 0, 500, JETS, BEAMS},
    {"pt2", "jets.pt[1]", "pT of jet 2 [GeV]", 50, 0, 500, JETS, BEAMS},
    {"pt3", "jets.pt[2]", "pT of jet 3 [GeV]", 50, 0, 500, JETS, BEAMS},
    {"pt4", "jets.pt[3]", "pT of jet 4 [GeV]", 50, 0, 500, JETS, BEAMS},
    {"eta1", "jets.eta[0]", "eta of jet 1", 50, -5, 5, JETS, BEAMS},
    {"eta2", "jets.eta[1]", "eta of jet 2", 50, -5, 5, JETS, BEAMS},
    {"eta3", "jets.eta[2]", "eta of jet 3", 50, -5, 5, JETS, BEAMS},
    {"eta4", "jets.eta[3]", "eta of jet 4", 50, -5, 5, JETS, BEAMS},
    {"log10d01", SCALE(0), "log10(sqrt(d01) / GeV), kt", 50, 0, 3, JET_SCALES, BEAMS},
    {"log10d12", SCALE(1), "log10(sqrt(d12) / GeV), kt", 50, 0, 3, JET_SCALES, BEAMS},
    {"log10d23", SCALE(2), "log10(sqrt(d23) / GeV), kt", 50, 0, 3, JET_SCALES, BEAMS},
    {"log10d34", SCALE(3), "log10(sqrt(d34) / GeV), kt", 50, 0, 3, JET_SCALES, BEAMS},
    {"transverse_thrust", "shapes.thrust", "1 - transverse thrust", 50, 0, 0.5, HADRON_SHAPES, BEAMS},
    {"thrust_minor", "shapes.minor", "thrust minor", 50, 0, 1, HADRON_SHAPES, BEAMS},
    {"spherocity", "shapes.spherocity", "transverse spherocity", 50, 0, 1, HADRON_SHAPES, BEAMS},
    {"log10y23", RATE(0), "log10 y23, Durham", 100, -4.3, -0.3, DURHAM, TWO_LEPTONS},
    {"log10y34", RATE(1), "log10 y34, Durham", 100, -4.3, -0.3, DURHAM, TWO_LEPTONS},
    {"log10y45", RATE(2), "log10 y45, Durham", 100, -4.3, -0.3, DURHAM, TWO_LEPTONS},
    {"log10y56", RATE(3), "log10 y56, Durham", 100, -4.3, -0.3, DURHAM, TWO_LEPTONS},
    {"thrust", "lepton_shapes.thrust", "1 - thrust", 100, 0, 0.5, SHAPES, TWO_LEPTONS},
    {"heavy_jet_mass", "lepton_shapes.heavy_mass", "heavy jet mass over the sum of |p|", 100, 0, 1, SHAPES,
     TWO_LEPTONS},
    {"light_jet_mass", "lepton_shapes.light_mass", "light jet mass over the sum of |p|", 100, 0, 0.5, SHAPES,
     TWO_LEPTONS},
    {"wide_broadening", "lepton_shapes.wide", "wide jet broadening", 100, 0, 0.5, SHAPES, TWO_LEPTONS},
    {"narrow_broadening", "lepton_shapes.narrow", "narrow jet broadening", 100, 0, 0.2, SHAPES, TWO_LEPTONS},
    {"emissions", "shower_emissions(events, slot)", "emissions", 31, -0.5, 30.5, ALONE, BEAMS | PAIRS},
    {"partons", "event_fetch(events, EVENT_PARTONS, slot) - R(2.0)", "final particles", 31, -0.5, 30.5, ALONE,
     BEAMS},
    {"trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 199.5, ALONE,
     BEAMS},
    {"partons", "event_fetch(events, EVENT_PARTONS, slot)", "partons", 31, 1.5, 32.5, ALONE, PAIRS},
    {"trials", "event_fetch(events, EVENT_TRIALS, slot)", "emissions proposed", 100, -0.5, 99.5, ALONE,
     PAIRS},
    {"exceeded", "event_fetch(events, EVENT_EXCEEDED, slot)", "ratios of densities above their bounds", 5,
     -0.5, 4.5, ALONE, BEAMS},
    {"gluons_in", "shower_gluons_in(events, slot)", "gluons that come in", 3, -0.5, 2.5, ALONE, BEAMS},
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
    for (int i = 0; i < GROUP_COUNT && *name; ++i)
        if (!strcmp(name, groups[i].name))
            return 1 << i;
    return ALONE;
}

static const char *name_of_group(int needs)
{
    for (int i = 0; i < GROUP_COUNT; ++i)
        if (needs == 1 << i)
            return groups[i].name;
    return "";
}

void shower_observables_list(int showers, const char *between, struct source *text)
{
    int named = 0, listed = 0;
    for (const struct shower_observable *row = observables; row < observables + OBSERVABLES; ++row) {
        if (!(row->showers & showers))
            continue;
        if (*name_of_group(row->needs) && !(named & row->needs))
            source_append(text, "%s%s", listed++ ? between : "", name_of_group(row->needs));
        source_append(text, "%s%s", listed++ ? between : "", row->name);
        named |= row->needs;
    }
}

void shower_observables_write(int needs, struct source *text)
{
    for (int i = 0; i < GROUP_COUNT; ++i)
        if (needs >> i & 1)
            source_append(text, "#define %s 1\n", groups[i].constant);
}
