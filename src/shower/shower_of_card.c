#include "shower/shower_of_card.h"

#include "core/context.h"
#include "core/decimal.h"
#include "core/options.h"
#include "core/request.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "shower/beams_layout.h"
#include "shower/parameters.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { SHOWER_PARAMETERS(NAME) PARAMETERS };
#undef NAME

/* The option that a refusal is about: the second where the card gives it alone, else the first. */
static const char *blamed(const ts_card *card, const char *first, const char *second)
{
    return !ts_card_has(card, first) && ts_card_has(card, second) ? second : first;
}

static ts_status check(ts_context *context, const ts_card *card, double energy, const struct shower *shower)
{
    const ts_shower *settings = &shower->settings;
    const double alpha_s = shower_alpha_s(shower, 2 * log(settings->cutoff));
    const double lowest = settings->cutoff * settings->renormalization_factor; /* of alpha_s */
    char sentence[240];
    if (energy < 2 * settings->cutoff) {
        snprintf(sentence, sizeof sentence,
                 "emissions above %g GeV need an energy of %g GeV or more, and there are %g GeV: lower the "
                 "cut-off, or set shower.enabled to false",
                 settings->cutoff, 2 * settings->cutoff, energy);
        return ts_card_refuse(context, card, blamed(card, "shower.cutoff", "beams.energy"), sentence);
    }
    if (alpha_s <= 1)
        return TS_OK;
    if (isfinite(alpha_s))
        snprintf(sentence, sizeof sentence,
                 "at %g GeV alpha_s would be %.3g, too large for a shower, which needs 1 at most: raise the "
                 "cut-off",
                 lowest, alpha_s);
    else
        snprintf(sentence, sizeof sentence,
                 "at %g GeV alpha_s has no meaning, for its running begins above: raise the cut-off", lowest);
    return ts_card_refuse(context, card, blamed(card, "shower.cutoff", "shower.alpha_s"), sentence);
}

/* The coupling that the card asks for: that of the set, or, where `pdf` is NULL, its own. */
static void find_coupling(const struct request *request, const ts_pdf *pdf, struct shower *shower)
{
    ts_shower *settings = &shower->settings;
    const double m_z = request->couplings.m_z;
    if (!pdf) {
        settings->alpha_s = request->shower.alpha_s;
        settings->order = request->shower.order;
        settings->thresholds = request->shower.thresholds;
        shower->coupling = shower_coupling_create(settings->alpha_s, m_z, settings->order,
                                                  settings->thresholds, request->shower.cmw);
        return;
    }
    shower->coupling = *pdf_coupling(pdf);
    settings->alpha_s = alpha_s_value(&shower->coupling, m_z * m_z);
    shower->coupling.soft = request->shower.cmw;
}

static ts_status read_shower(ts_context *context, const ts_card *card, double energy, const ts_pdf *coupling,
                             struct shower *shower)
{
    const struct request *request = card_request(card);
    *shower = (struct shower){
        .settings = {.enabled = request->shower.enabled},
        .log_highest = 2 * log(energy),
    };
    ts_shower *settings = &shower->settings;
    if (!settings->enabled)
        return TS_OK;
    settings->cutoff = request->shower.cutoff;
    settings->max_partons = request->shower.max_partons;
    settings->renormalization_factor = request->shower.renormalization_factor;
    find_coupling(request, coupling, shower);
    return check(context, card, energy, shower);
}

ts_status shower_read(ts_context *context, const ts_card *card, double energy, struct shower *shower)
{
    return read_shower(context, card, energy, NULL, shower);
}

/* ln k_R^2. */
static double log_r2(const struct shower *shower) { return 2 * log(shower->settings.renormalization_factor); }

double shower_alpha_s(const struct shower *shower, double log_t)
{
    return alpha_s_value(&shower->coupling, exp(log_t + log_r2(shower)));
}

ts_status shower_varied_coupling(ts_context *context, const struct shower *shower, double least, double most,
                                 double **table, size_t *length)
{
    struct coupling_span span = {2 * log(shower->settings.cutoff * least) + log_r2(shower),
                                 shower->log_highest + 2 * log(most) + log_r2(shower), 0};
    span.steps = (size_t)ceil((span.high - span.low) / SHOWER_COUPLING_STEP);
    return coupling_table_create_in(context, &shower->coupling, &span, table, length);
}

ts_status shower_coupling_table(ts_context *context, struct shower *shower, double **table, size_t *length)
{
    const ts_status status = shower_varied_coupling(context, shower, 1, 1, table, length);
    if (!status)
        shower->bound = shower_bound_create(*table, log_r2(shower), 2 * log(shower->settings.cutoff),
                                            shower->log_highest);
    return status;
}

void shower_parameters(const struct shower *shower, double coupling, double *parameters)
{
    const double cutoff = shower->settings.cutoff;
    memset(parameters, 0, PARAMETERS * sizeof *parameters);
    if (!shower->settings.enabled)
        return;
    parameters[PARAMETER_cutoff] = cutoff * cutoff;
    parameters[PARAMETER_log_cutoff] = 2 * log(cutoff);
    parameters[PARAMETER_bound_inverse] = shower->bound.inverse;
    parameters[PARAMETER_bound_slope] = shower->bound.slope;
    parameters[PARAMETER_bound_factor] = shower->bound.factor;
    parameters[PARAMETER_coupling_table] = coupling;
    parameters[PARAMETER_coupling_log_r2] = log_r2(shower);
}

int shower_has_options(const ts_card *card)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        if (option_is_within(options[i].key, "shower") && ts_card_has(card, options[i].key))
            return 1;
    return 0;
}

int shower_is_asked(const ts_card *card)
{
    return shower_has_options(card) && card_request(card)->shower.enabled;
}

static const char *const starts[] = {[START_AUTO] = "auto", [START_MASS] = "mass", [START_POWER] = "power"};

/* One of the names, or START_FIXED with a scale in GeV; -1: a number that is no scale. All else is
 * START_EXPRESSION, of which their reader says whether it is one (quantities_option). */
static int start_of(const char *text, double *scale)
{
    for (int i = 0; i < START_FIXED; ++i)
        if (!strcmp(text, starts[i]))
            return i;
    if (!decimal_read(text, strlen(text), scale))
        return START_EXPRESSION;
    return *scale > 0 ? START_FIXED : -1;
}

int shower_start_is_expression(const ts_card *card)
{
    double scale;
    return start_of(card_request(card)->shower.start, &scale) == START_EXPRESSION;
}

/* Where densities begin far above the cut-off, it lets less radiate than the card seems to say. */
static const double cutoff_warned = 2;
enum { GLUON = 21 };

/* A shower evolves backward into gluons and five flavours of quarks. */
static ts_status check_densities(ts_context *context, const ts_card *card, const ts_pdf *pdf,
                                 const struct shower *shower)
{
    static const char *const quarks[] = {"d", "u", "s", "c", "b"};
    const double lowest = sqrt(shower->scales.lowest), cutoff = shower->settings.cutoff;
    char sentence[400];
    if (!pdf_has_flavour(pdf, GLUON)) {
        snprintf(sentence, sizeof sentence,
                 "the set %.255s has no gluon, which a shower emits and evolves into: take one that has, or "
                 "set shower.enabled to false",
                 ts_pdf_name(pdf));
        return ts_card_refuse(context, card, "pdf", sentence);
    }
    for (int i = 0; i < 5; ++i)
        if (!pdf_has_flavour(pdf, i + 1) || !pdf_has_flavour(pdf, -(i + 1)))
            ts_log(context, TS_LOG_WARNING,
                   "The set %s has no %s: none comes in in the shower, while gluons become %s in the final "
                   "state.",
                   ts_pdf_name(pdf), quarks[i], quarks[i]);
    if (lowest > cutoff_warned * cutoff)
        ts_log(context, TS_LOG_WARNING,
               "The densities of %s begin at %g GeV: below, what touches a beam radiates nothing, though "
               "shower.cutoff is %g GeV.",
               ts_pdf_name(pdf), lowest, cutoff);
    return TS_OK;
}

ts_status shower_read_beams(ts_context *context, const ts_card *card, double energy, const ts_pdf *pdf,
                            struct shower *shower)
{
    const double factor = pdf ? card_request(card)->shower.factorization_factor : 1;
    const double lowest = pdf ? fmax(ts_pdf_describe(pdf).q_min, 0.5) / factor : 0, most = energy / 2;
    char sentence[300];
    double start = 0;
    const int kind = start_of(card_request(card)->shower.start, &start);
    const int of_pdf = card_request(card)->shower.coupling == SHOWER_COUPLING_OF_PDF;
    if (of_pdf && !pdf)
        return ts_card_refuse(context, card, "shower.coupling",
                              "no beam has parton densities, whose alpha_s it would be: take own");
    ts_status status = read_shower(context, card, energy, of_pdf ? pdf : NULL, shower);
    if (status || !shower->settings.enabled)
        return status;
    const double cutoff = fmax(shower->settings.cutoff, lowest);
    shower->scales = (struct density_scales){cutoff * cutoff, energy * energy, 0, 0, factor};
    if (kind < 0)
        return ts_card_refuse(context, card, "shower.start", "a shower begins at " SHOWER_STARTS);
    if (kind == START_FIXED && (start <= cutoff || start > energy)) {
        snprintf(
            sentence, sizeof sentence,
            "a shower that begins at %g GeV has no way to %g GeV, where %s%.100s%sits cut-off %s it end: take "
            "a scale above, and below %g GeV",
            start, cutoff, pdf ? "the densities of " : "", pdf ? ts_pdf_name(pdf) : "", pdf ? " and " : "",
            pdf ? "let" : "lets", energy);
        return ts_card_refuse(context, card, "shower.start", sentence);
    }
    if (cutoff >= most) {
        snprintf(sentence, sizeof sentence,
                 "densities of %.100s begin at %g GeV%s, above which nothing radiates at %g GeV",
                 ts_pdf_name(pdf), lowest,
                 factor == 1 ? "" : " of transverse momentum by shower.factorization_factor", energy);
        return ts_card_refuse(context, card, "shower.enabled", sentence);
    }
    if (!pdf)
        return TS_OK;
    status = check_densities(context, card, pdf, shower);
    if (!status)
        density_thresholds(pdf, &shower->scales);
    return status;
}

#define BEAM_NAME(name) BEAM_##name,
enum { BEAM_SHOWER_PARAMETERS(BEAM_NAME) BEAM_PARAMETERS };
#undef BEAM_NAME

size_t shower_beam_numbers(void) { return PARAMETERS + BEAM_PARAMETERS; }

void shower_beam_parameters(const struct shower *shower, const ts_card *card, const int antiparticles[2],
                            const struct shower_tables *tables, double *parameters)
{
    double start = 1;
    const struct request *request = card_request(card);
    const int kind = start_of(request->shower.start, &start);
    const enum request_jets algorithm = request->shower.jet_algorithm;
    double *p = parameters + PARAMETERS;
    shower_parameters(shower, tables->coupling, parameters);
    p[BEAM_beam_cutoff] = shower->scales.lowest;
    p[BEAM_beam_log_cutoff] = log(shower->scales.lowest);
    p[BEAM_beam_root_s] = exp(shower->log_highest / 2);
    p[BEAM_beam_sign_first] = antiparticles[0] ? -1 : 1;
    p[BEAM_beam_sign_second] = antiparticles[1] ? -1 : 1;
    p[BEAM_beam_charm2] = shower->scales.charm2;
    p[BEAM_beam_bottom2] = shower->scales.bottom2;
    p[BEAM_beam_log_f2] = 2 * log(shower->scales.factor);
    p[BEAM_beam_densities] = tables->densities;
    p[BEAM_beam_bounds] = tables->bounds;
    p[BEAM_beam_varied] = tables->varied;
    p[BEAM_beam_exact] = request->shower.matrix_element;
    p[BEAM_beam_start] = kind;
    p[BEAM_beam_log_start] = 2 * log(start);
    p[BEAM_beam_limiting] = -1; /* all */
    p[BEAM_jet_power] = algorithm == JETS_KT ? 1 : algorithm == JETS_CAMBRIDGE ? 0 : -1;
    p[BEAM_jet_radius2] = pow(request->shower.jet_radius, 2);
    p[BEAM_jet_pt2_min] = pow(request->shower.jet_pt_min, 2);
    p[BEAM_jet_eta_max] = request->shower.jet_eta_max;
}

void shower_merging_parameters(const struct shower_merging *merging, double *parameters)
{
    double *p = parameters + PARAMETERS;
    p[BEAM_merging_cores] = merging->cores;
    p[BEAM_merging_log_f2] = 2 * log(merging->muf) - p[BEAM_beam_log_f2]; /* whatever k_F is */
    p[BEAM_merging_alpha_s] = 1 / merging->alpha_s;
    p[BEAM_merging_least2] = merging->value * merging->value;
    p[BEAM_merging_inverse_d2] = 1 / (merging->d * merging->d);
}

void shower_beam_limit(unsigned legs, double *parameters)
{
    parameters[PARAMETERS + BEAM_beam_limiting] = legs;
}

void shower_beam_quarks(double charm, double bottom, double *parameters)
{
    parameters[PARAMETERS + BEAM_split_charm] = charm;
    parameters[PARAMETERS + BEAM_split_bottom] = bottom;
}

ts_status shower_refuse(ts_context *context, const ts_card *card, const char *name)
{
    static const char *const keys[] = {"shower.enabled",    "shower.alpha_s",
                                       "shower.order",      "shower.thresholds",
                                       "shower.coupling",   "shower.cmw",
                                       "shower.cutoff",     "shower.renormalization_factor",
                                       "shower.max_partons"};
    char sentence[240];
    if (!card_request(card)->shower.enabled)
        return TS_OK;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (!ts_card_has(card, keys[i]))
            continue;
        snprintf(sentence, sizeof sentence,
                 "%s has no parton shower yet, e+ e- > q q~ has one: remove this option", name);
        return ts_card_refuse(context, card, keys[i], sentence);
    }
    return TS_OK;
}
