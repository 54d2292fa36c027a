#include "phase_space/finite.h"

#include <math.h>
#include <stdio.h>

enum { GLUON = 21, PHOTON = 22 };

/* A check at work; `key` and `sentence` receive what is wrong. */
struct check {
    const struct finite_setting *setting;
    struct finite_lines lines;
    char *key, *sentence;
};

static int leg_of(int final) { return LEGS_IN + final; }

static int pdg_of(const struct check *check, int final) { return check->setting->graph->pdg[leg_of(final)]; }

static const char *name_of(const struct check *check, int final)
{
    return ts_model_particle_name(check->setting->graph->model, pdg_of(check, final));
}

static double mass_of_body(const struct check *check, int body)
{
    return ts_model_particle(check->setting->graph->model, check->lines.body[body].pdg)->mass;
}

static int is_massless(const struct check *check, int final)
{
    return mass_of_body(check, leg_of(final)) <= 0;
}

/* "cuts.jet.pt_min" */
static void name_cut(const struct check *check, int final, const char *name)
{
    static const char *const kinds[] = {[KIND_JET] = "jet",
                                        [KIND_PHOTON] = "photon",
                                        [KIND_LEPTON] = "lepton",
                                        [KIND_HEAVY] = "heavy",
                                        [KIND_NEUTRINO] = "missing"};
    snprintf(check->key, 64, "cuts.%s.%s", kinds[check->setting->cuts->kind[final]], name);
}

/* Whether cuts leave two massless particles from one line without mass a mass of their own. A distance does
 * so where both have a lowest pT. Of a line that is a fermion's one of them may be soft, which is no harm; of
 * a boson's both may be. Two that are alone have a transverse momentum in common. */
static int are_apart(const struct check *check, int i, int k)
{
    const struct particle_cuts *cuts = check->setting->cuts;
    const int pair = cut_pair(i, k), is_boson = check->lines.between[leg_of(i)][leg_of(k)] & LINE_BOSON;
    if (cuts->mass_min[pair] > 0)
        return 1;
    if (cuts->final == 2)
        return check->setting->known || check->setting->least > 0;
    return cuts->dr_min[pair] > 0 &&
           (!is_boson || (particle_cuts_pt_min(cuts, i) > 0 && particle_cuts_pt_min(cuts, k) > 0));
}

/* What would keep them apart: a lowest pT where they have a distance. Where both have a lowest pT and an
 * option has their distance, it is that, else a mass. */
static void advise_pair(const struct check *check, int i, int k, char advice[ADVICE_BYTES])
{
    const struct particle_cuts *cuts = check->setting->cuts;
    if (cuts->dr_min[cut_pair(i, k)] > 0) {
        name_cut(check, i, "pt_min");
        snprintf(advice, ADVICE_BYTES, "give a lowest pT above 0 GeV, or a lowest mass in cuts.pair");
    } else if (cuts->pt_min[i] > 0 && cuts->pt_min[k] > 0 && cuts->kind[i] <= KIND_PHOTON &&
               cuts->kind[k] <= KIND_PHOTON) {
        name_cut(check, cuts->kind[i] == KIND_PHOTON ? i : k,
                 cuts->kind[i] == cuts->kind[k] ? "dr_min" : "dr_jet");
        snprintf(advice, ADVICE_BYTES, "give a distance above 0, or a lowest mass in cuts.pair");
    } else {
        snprintf(check->key, 64, "cuts.pair");
        particle_cuts_advise(check->setting->graph->model, cuts, check->setting->graph->pdg + LEGS_IN, i, k,
                             advice);
    }
}

/* Two without mass that one massless line may become. */
static int check_pair(const struct check *check, int i, int k)
{
    const int line = check->lines.between[leg_of(i)][leg_of(k)];
    if (!(line & (LINE_BOSON | LINE_FERMION)) || !is_massless(check, i) || !is_massless(check, k) ||
        are_apart(check, i, k))
        return 1;
    const int leptons = check->setting->cuts->kind[i] == KIND_LEPTON && line & LINE_BOSON;
    char advice[ADVICE_BYTES];
    advise_pair(check, i, k, advice);
    snprintf(check->sentence, SENTENCE_BYTES, "the cross section is infinite where %s and %s %s: %s",
             name_of(check, k), name_of(check, i),
             leptons ? "come from a photon without mass" : "are collinear", advice);
    return 0;
}

/* Directions of no cut: an angle of which nothing is left in double precision. Of two that collide at a known
 * energy either has that of the other, where it has no mass. */
static int is_open(const struct check *check, int i)
{
    const struct particle_cuts *cuts = check->setting->cuts;
    const double none = 20;
    double most = fmin(cuts->eta_max[i], cuts->y_max[i]);
    if (check->setting->known && cuts->final == 2 && is_massless(check, 1 - i))
        most = fmin(most, fmin(cuts->eta_max[1 - i], cuts->y_max[1 - i]));
    return particle_cuts_pt_min(cuts, i) <= 0 && most >= none;
}

/* Whether the cut on Q^2 keeps a line between a beam and a particle off its mass shell. Of two particles the
 * other one with the other beam makes the same line. */
static int has_q2(const struct check *check, int beam, int i)
{
    const struct particle_cuts *cuts = check->setting->cuts;
    return cuts->q2_min > 0 && ((cuts->q2_beam == beam && cuts->q2_lepton == i) ||
                                (cuts->final == 2 && cuts->q2_beam != beam && cuts->q2_lepton != i));
}

/* What goes along a beam by a massless line. */
static int check_beam(const struct check *check, int beam, int i)
{
    const struct particle_cuts *cuts = check->setting->cuts;
    const int line = check->lines.between[beam][leg_of(i)];
    if (!(line & (LINE_BOSON | LINE_FERMION)) || !is_massless(check, i) || !is_open(check, i) ||
        has_q2(check, beam, i))
        return 1;
    if (cuts->kind[i] == KIND_NEUTRINO)
        snprintf(check->key, 64, "process");
    else
        name_cut(check, i, "pt_min");
    snprintf(check->sentence, SENTENCE_BYTES,
             "the cross section is infinite where %s goes along the beam: give a lowest pT above 0 GeV, an "
             "eta_max below 20%s",
             name_of(check, i), cuts->q2_lepton == i ? ", or cuts.q2_min" : "");
    return 0;
}

/* Whether a particle is one of two that beams of known energy make, beside another or a resonance whose mass
 * leaves it some energy. */
static int is_one_of_two(const struct check *check, int i)
{
    const struct finite_setting *setting = check->setting;
    const unsigned every = (1u << setting->graph->legs) - 1, own = 1u << leg_of(i);
    const unsigned others = every & ~((1u << LEGS_IN) - 1) & ~own;
    double low = 0, most = 0;
    if (!setting->known || (setting->chain && chain_parent(setting->chain, own) >= 0))
        return 0;
    for (int body = LEGS_IN; body < check->lines.bodies; ++body)
        if (check->lines.body[body].legs == others) {
            most = setting->root_s;
            chain_limits(setting->chain, setting->graph->model, others, &low, &most);
        }
    return setting->cuts->final == 2 || (most > 0 && most < setting->root_s);
}

/* Whether a particle has some energy: by its transverse momentum, by a mass with another, or as one of two.
 */
static int is_hard(const struct check *check, int i)
{
    const struct particle_cuts *cuts = check->setting->cuts;
    int hard = particle_cuts_pt_min(cuts, i) > 0 || is_one_of_two(check, i);
    for (int k = 0; k < cuts->final; ++k)
        if (k != i)
            hard |= cuts->mass_min[cut_pair(i, k)] > mass_of_body(check, leg_of(k));
    return hard;
}

/* Soft gluons and photons, from a leg or from a resonance that the process names. */
static int check_soft(const struct check *check, int i)
{
    const int pdg = pdg_of(check, i);
    int emitted = 0;
    for (int body = 0; body < check->lines.bodies; ++body)
        emitted |= check->lines.between[leg_of(i)][body] & LINE_EMITS;
    if ((pdg != GLUON && pdg != PHOTON) || !emitted || is_hard(check, i))
        return 1;
    name_cut(check, i, "pt_min");
    snprintf(check->sentence, SENTENCE_BYTES,
             "the cross section is infinite where %s is soft: give a number above 0 GeV, or a lowest mass "
             "with another particle in cuts.pair",
             name_of(check, i));
    return 0;
}

/* All final particles soft together, by lines without mass alone: then nothing stands against the flux 1 / s
 * and the densities at small x. */
static int check_all_soft(const struct check *check)
{
    const struct finite_setting *setting = check->setting;
    if (setting->known || setting->least > 0 || !check->lines.massless)
        return 1;
    name_cut(check, 0, "pt_min");
    if (setting->cuts->kind[0] == KIND_NEUTRINO)
        snprintf(check->key, 64, "cuts.pair");
    snprintf(
        check->sentence, SENTENCE_BYTES,
        "the cross section is infinite where all final particles are soft: give a lowest pT above 0 GeV, "
        "or a lowest mass of two in cuts.pair");
    return 0;
}

enum finite_verdict finite_check(const struct finite_setting *setting, char key[64],
                                 char sentence[SENTENCE_BYTES])
{
    struct check check = {.setting = setting, .key = key, .sentence = sentence};
    if (!finite_lines_find(setting->graph, setting->chain, &check.lines))
        return FINITE_NO_MEMORY;
    for (int i = 0; i < setting->cuts->final; ++i) {
        for (int beam = 0; beam < LEGS_IN; ++beam)
            if (!check_beam(&check, beam, i))
                return INFINITE;
        for (int k = 0; k < i; ++k)
            if (!check_pair(&check, i, k))
                return INFINITE;
        if (!check_soft(&check, i))
            return INFINITE;
    }
    return check_all_soft(&check) && finite_check_widths(setting, key, sentence) ? FINITE : INFINITE;
}
