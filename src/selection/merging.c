#include "selection/merging.h"

#include "core/card.h"
#include "core/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Lund's pT of an emission from a beam is sqrt(2) pT at most, where it goes off at a right angle. */
static double least_pt(const struct merging *merging)
{
    return merging->measure == MERGING_PT_LUND ? merging->value / M_SQRT2 : merging->value;
}

static enum merging_measure measure_of(const struct request *request)
{
    const enum request_merging_cut cut = request->merging.cut;
    if (cut == MERGING_CUT_AUTO)
        return request->merging.scheme == MERGED_MLM ? MERGING_HISTORY : MERGING_KT;
    return cut == MERGING_CUT_XQCUT           ? MERGING_HISTORY
           : cut == MERGING_CUT_XQCUT_PARTONS ? MERGING_CONES
           : cut == MERGING_CUT_PT_LUND       ? MERGING_PT_LUND
                                              : MERGING_KT;
}

/* Whether it is one of both that are called xqcut. */
static int is_xqcut(enum merging_measure measure)
{
    return measure == MERGING_HISTORY || measure == MERGING_CONES;
}

/* Events above the scale of merging that other cuts on jets take away would be in no multiplicity. */
static ts_status check_jets(ts_context *context, const ts_card *card, const struct merging *merging)
{
    const struct request_limits *jet = &card_request(card)->cuts.jet;
    const struct {
        const char *key;
        double most;
    } rapidities[] = {{"cuts.jet.eta_max", jet->eta_max}, {"cuts.jet.y_max", jet->y_max}};
    char sentence[240];
    const double least = least_pt(merging), any_rapidity = 100;
    if (jet->pt_min > least) {
        snprintf(
            sentence, sizeof sentence,
            "it is above the cut of merging, which leaves jets from %.6g GeV on: raise merging.value, or leave "
            "cuts.jet.pt_min out",
            least);
        return ts_card_refuse(context, card, "cuts.jet.pt_min", sentence);
    }
    if (jet->dr_min > 0)
        return ts_card_refuse(context, card, "cuts.jet.dr_min",
                              "it takes away pairs of jets that the cut of merging leaves: leave it out");
    for (size_t i = 0; i < sizeof rapidities / sizeof *rapidities; ++i)
        if (rapidities[i].most < any_rapidity)
            ts_log(
                context, TS_LOG_WARNING,
                "Jets beyond %s are in no multiplicity, and a shower that is merged does not make those above "
                "the cut of merging.",
                rapidities[i].key);
    return TS_OK;
}

/* Whether both scales are by clustering, as who matches jets to partons expects. */
static int has_scales_of_mlm(const struct request *request)
{
    return request->scales.renormalization.base == TS_SCALE_CLUSTERING &&
           request->scales.factorization.base == TS_SCALE_CLUSTERING;
}

static int has_hadrons(const struct request *request)
{
    return *request->beams.particles[0] == 'p' && *request->beams.particles[1] == 'p';
}

ts_status merging_read(ts_context *context, const ts_card *card, struct process *process,
                       struct merging *merging)
{
    const struct request *request = card_request(card);
    *merging = (struct merging){.scheme = request->merging.scheme,
                                .value = request->merging.value,
                                .d = request->merging.d};
    if (merging->scheme != MERGED_NOT) {
        merging->measure = measure_of(request);
        merging->by_shower = request->merging.by == MERGING_BY_SHOWER;
    } else {
        process_set_idle(process, "merging.cut");
        process_set_idle(process, "merging.by");
    }
    if (merging->measure != MERGING_KT)
        process_set_idle(process, "merging.d");
    if (merging->scheme == MERGED_NOT)
        return request->merging.value > 0
                   ? ts_card_refuse(context, card, "merging.value",
                                    "it needs a scheme: add merging.scheme: ckkwl, umeps or mlm")
                   : TS_OK;
    if (!(merging->value > 0))
        return ts_card_refuse(context, card, "merging.scheme", "it needs a scale: add merging.value, in GeV");
    if (merging->scheme == MERGED_MLM && !has_hadrons(request))
        return ts_card_refuse(context, card, "merging.scheme",
                              "MLM serves two hadrons that collide: take ckkwl");
    if ((merging->scheme == MERGED_MLM) != is_xqcut(merging->measure))
        return ts_card_refuse(context, card, "merging.cut",
                              merging->scheme == MERGED_MLM
                                  ? "MLM has the cuts xqcut and xqcut_partons: take one of these, or leave "
                                    "merging.cut out"
                                  : "xqcut is MLM's: take kt_durham or pt_lund");
    if (merging->scheme == MERGED_MLM && !has_scales_of_mlm(request))
        return ts_card_refuse(context, card, "merging.scheme",
                              "MLM takes alpha_s at each jet's own scale: write scales: {renormalization: "
                              "clustering, factorization: clustering}, or leave the scales out");
    return check_jets(context, card, merging);
}

/* The least mass of two partons that the cut leaves.
 *
 * m^2 = 2 pT_1 pT_2 (cosh(Delta eta) - cos(Delta phi)) is 0.95^2 min(pT)^2 min(Delta R, 1)^2 at least. The kT
 * of cones and Durham's are not above the mass, which MadEvent's cut on histories is on besides.  Of three
 * partons and more a third one recoils, and z (1 - z) is 1/4 at most. Of two a beam does, unless both
 * together have less pT than mass; their own pT then make a mass of `value`. */
static double least_mass(const struct merging *merging, enum merging_measure measure, int partons, int final)
{
    if (measure == MERGING_KT)
        return 0.95 * fmin(merging->d, 1) * merging->value;
    if (measure == MERGING_PT_LUND)
        return partons > 2 ? 2 * merging->value : final > 2 ? merging->value : 0;
    return merging->value;
}

static int has_colour(const ts_model *model, int pdg)
{
    return abs(ts_model_particle(model, pdg)->colour) > 1;
}

/* Gluons and massless quarks that come from no decay. */
static unsigned find_partons(const ts_model *model, const struct chain *chain, const int *pdg,
                             const struct particle_cuts *cuts)
{
    unsigned set = 0;
    for (int i = 0; i < cuts->final; ++i)
        if (cuts->kind[i] == KIND_JET && ts_model_particle(model, pdg[LEGS_IN + i])->mass <= 0 &&
            chain_parent(chain, 1u << (LEGS_IN + i)) < 0)
            set |= 1u << i;
    return set;
}

ts_status merging_add(ts_context *context, const ts_card *card, const struct merging *merging,
                      const ts_model *model, const struct chain *chain, const int *pdg,
                      struct particle_cuts *cuts)
{
    const int colours = has_colour(model, pdg[0]) + has_colour(model, pdg[1]);
    if (merging->scheme == MERGED_NOT)
        return TS_OK;
    if (colours == 1 || (!colours && merging->measure != MERGING_KT))
        return ts_card_refuse(context, card, colours ? "merging.scheme" : "merging.cut",
                              colours
                                  ? "merging serves two partons that collide, or two particles without colour"
                                  : "between particles without colour there is kt_durham alone: take it");
    cuts->merging = (struct merging_cut){
        .partons = find_partons(model, chain, pdg, cuts),
        .measure = colours ? merging->measure : MERGING_KT_BEAMS,
        .value = merging->value,
        .d = merging->d,
    };
    const unsigned set = cuts->merging.partons;
    const int count = __builtin_popcount(set), alone = count == 2 && cuts->final == 2;
    const double mass = least_mass(merging, cuts->merging.measure, count, cuts->final);
    for (int i = 0; i < cuts->final; ++i) {
        if (!(set >> i & 1))
            continue;
        if (colours)
            cuts->pt_min[i] = fmax(cuts->pt_min[i], alone ? merging->value : least_pt(merging));
        for (int k = 0; k < i; ++k)
            if (set >> k & 1)
                cuts->mass_min[cut_pair(i, k)] = fmax(cuts->mass_min[cut_pair(i, k)], mass);
    }
    return TS_OK;
}

struct event_merging merging_of_events(const struct merging *merging, const ts_model *model)
{
    const int heaviest = 5;
    struct event_merging said = {.ickkw = merging->scheme == MERGED_MLM,
                                 .ktdurham = merging->measure == MERGING_KT ? merging->value : 0,
                                 .ptlund = merging->measure == MERGING_PT_LUND ? merging->value : 0,
                                 .xqcut = is_xqcut(merging->measure) ? merging->value : 0,
                                 .dparameter = merging->d,
                                 .alpsfact = 1};
    for (int pdg = 1; pdg <= heaviest; ++pdg) {
        const ts_particle *quark = ts_model_particle(model, pdg);
        if (quark && quark->mass <= 0)
            said.maxjetflavor = pdg;
    }
    return said;
}

void merging_write(const struct particle_cuts *cuts, double unit, double *numbers)
{
    numbers[MERGING_LEAST2] = pow(cuts->merging.value / unit, 2);
    numbers[MERGING_INVERSE_D2] = 1 / (cuts->merging.d * cuts->merging.d);
}
