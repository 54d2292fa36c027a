#include "process/gluon_jets.h"

#include "amplitude/threads.h"
#include "core/context.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/colour_factor.h"
#include "process/gluon_jets_axes.h"
#include "process/gluon_jets_parameters.h"
#include "process/observables.h"
#include "process/phase_space_volume.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { GLUON_JETS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

static const double gev2_pb = 0.3893793721e9; /* (hbar c)^2 in GeV^2 pb, CODATA 2018 */
static const double reference_scale = 91.188; /* GeV; of the alpha_s in the unit, where mu_R is dynamic */

/* What the card says, read once. */
struct gluon_jets {
    int gluons, final;
    double energy_unit; /* ENERGY of the kernel */
    double root_s, pt_min, eta_max, dr_min;
    ts_scale renormalization, factorization;
    double alpha_s;              /* at mu_R, or at the reference scale */
    int is_complex, has_tensors; /* polarisations, and the form of the recursion */
};

int gluon_jets_matches(const struct particle_list *list)
{
    for (int i = 0; i < list->count; ++i)
        if (list->pdg[i] != 21)
            return 0;
    return list->count >= FEWEST_GLUONS && list->count <= MOST_GLUONS;
}

int gluon_jets_coupling_valid(double alpha_s)
{
    const ts_option *option = ts_option_find("couplings.alpha_s");
    return alpha_s >= option->minimum && alpha_s <= option->maximum;
}

/* The power of two next to the number of final gluons: energies are then near one. */
static double energy_unit(int final) { return exp2(round(log2(final))); }

static ts_status check_cuts(ts_context *context, const ts_card *card, const struct gluon_jets *jets)
{
    char sentence[200];
    if (jets->pt_min <= 0)
        return ts_card_refuse(context, card, "cuts.jet.pt_min",
                              "the cross section is infinite without a lowest pT: give one above 0 GeV");
    if (jets->final > 2 && jets->dr_min <= 0)
        return ts_card_refuse(
            context, card, "cuts.jet.dr_min",
            "the cross section is infinite where two jets may be collinear: give a distance above 0");
    if (jets->final * jets->pt_min >= jets->root_s) {
        snprintf(
            sentence, sizeof sentence,
            "%d jets above %g GeV need more energy than the beams' %g GeV: lower pt_min or raise beams.energy",
            jets->final, jets->pt_min, jets->root_s);
        return ts_card_refuse(context, card, "cuts.jet.pt_min", sentence);
    }
    return TS_OK;
}

static ts_status read_card(ts_context *context, const ts_card *card, struct gluon_jets *jets)
{
    jets->root_s = ts_card_number(card, "beams.energy");
    jets->pt_min = ts_card_number(card, "cuts.jet.pt_min");
    jets->eta_max = ts_card_number(card, "cuts.jet.eta_max");
    jets->dr_min = ts_card_number(card, "cuts.jet.dr_min");
    jets->renormalization = ts_card_scale(card, "scales.renormalization");
    jets->factorization = ts_card_scale(card, "scales.factorization");
    jets->energy_unit = energy_unit(jets->final);
    jets->is_complex = !strcmp(ts_card_text(card, "amplitude.polarization"), "helicity");
    const char *recursion = ts_card_text(card, "amplitude.recursion");
    jets->has_tensors = !strcmp(recursion, "n3") ||
                        (!strcmp(recursion, "auto") &&
                         GLUON_RECURSION_AUTO(jets->gluons, jets->is_complex) == 3);
    return check_cuts(context, card, jets);
}

/* Whether alpha_s runs from event to event. */
static int runs(const struct gluon_jets *jets) { return jets->renormalization.ht_factor > 0; }

/* alpha_s at the fixed scale, or at the reference. */
static ts_status find_coupling(ts_context *context, const ts_card *card, struct process *process,
                               struct gluon_jets *jets)
{
    double fixed = ts_card_number(card, "couplings.alpha_s");
    double scale = runs(jets) ? reference_scale : jets->renormalization.fixed;
    if (isfinite(fixed))
        jets->renormalization.ht_factor = 0;
    jets->alpha_s = isfinite(fixed) ? fixed : ts_pdf_alpha_s(process->pdf, scale);
    process->alpha_s = runs(jets) ? 0 : jets->alpha_s;
    if (isfinite(fixed) || gluon_jets_coupling_valid(jets->alpha_s))
        return TS_OK;
    char sentence[160];
    snprintf(sentence, sizeof sentence, "alpha_s has no meaning at %g GeV: take a larger scale", scale);
    return ts_card_refuse(context, card, "scales.renormalization", sentence);
}

static ts_status find_pdf(ts_context *context, const ts_card *card, struct process *process)
{
    ts_status status = ts_pdf_create(context, ts_card_text(card, "pdf"), 0, &process->pdf);
    if (status)
        return status;
    const ts_pdf_facts facts = ts_pdf_describe(process->pdf);
    for (size_t i = 0; i < facts.flavour_count; ++i)
        if (facts.flavours[i] == 21 || facts.flavours[i] == 0)
            return TS_OK;
    char sentence[500];
    snprintf(sentence, sizeof sentence, "the set %.255s has no gluon, which %s needs: take one that has",
             ts_pdf_name(process->pdf), process->name);
    return ts_card_refuse(context, card, "pdf", sentence);
}

/* The density of the gluon, and alpha_s where it runs from event to event. */
static ts_status make_tables(ts_context *context, struct process *process, const struct gluon_jets *jets)
{
    static const int gluon = 21;
    struct integrand_table *tables = process->integrand.tables;
    double q = jets->factorization.fixed; /* 0: any */
    ts_status status = pdf_table_create(context, process->pdf, q, &gluon, 1, &process->tables[0],
                                        &tables[0].length);
    if (!status && runs(jets))
        status = coupling_table_create(context, pdf_coupling(process->pdf), &process->tables[1],
                                       &tables[1].length);
    for (int i = 0; i < CHAIN_TABLES; ++i)
        tables[i].values = process->tables[i];
    return status;
}

/* Typical squared amplitudes grow as ENERGY^8 2^(n-2), and the largest, with two hard
 * gluons and all others at the lowest pT, to 10^56 at n = 16 (tests/kernels/test_gluons_range.c);
 * what is given away below, 2^(5(n-4)), is room for them. */
double gluon_amplitude_scale(int n)
{
    return exp2(-round(4 * log2(energy_unit(n - INCOMING)) + 0.5 * (n - 2) + 2.5 * (n - 4)));
}

/* The jets' pT add up to sqrt(s-hat) at most. */
static double lowest_tau(const struct gluon_jets *jets)
{
    return pow(jets->final * jets->pt_min / jets->root_s, 2);
}

/* The lowest x: x1 and x2 are 1 at most, so that none is below tau; and each is the sum of
 * pT exp(+-y) over sqrt(s). */
static double lowest_x(const struct gluon_jets *jets)
{
    return fmax(lowest_tau(jets), jets->final * jets->pt_min * exp(-jets->eta_max) / jets->root_s);
}

/* Says where the set's densities are extrapolated. */
static void warn_of_densities(ts_context *context, const struct gluon_jets *jets, const ts_pdf *pdf)
{
    const ts_pdf_facts facts = ts_pdf_describe(pdf);
    const double fixed = jets->factorization.fixed, x = lowest_x(jets);
    const double q = fixed > 0 ? fixed : jets->factorization.ht_factor * jets->final * jets->pt_min;
    if (q < facts.q_min)
        ts_log(context, TS_LOG_WARNING,
               "The factorization scale is as low as %.3g GeV, below the %.4g GeV at which %s begins: its "
               "densities are extrapolated there.",
               q, facts.q_min, ts_pdf_name(pdf));
    if (fixed > facts.q_max)
        ts_log(context, TS_LOG_WARNING,
               "The factorization scale of %g GeV is above the %.6g GeV at which %s ends: its densities are "
               "extrapolated there.",
               fixed, facts.q_max, ts_pdf_name(pdf));
    if (x < facts.x_min)
        ts_log(context, TS_LOG_WARNING,
               "The cuts allow x down to %.2g, below the %.2g at which %s begins: its densities are "
               "extrapolated there.",
               x, facts.x_min, ts_pdf_name(pdf));
}

/* g g > g g g in single and in double precision, 4e6 events of one seed: the cross sections agree
 * to 5e-4 down to a distance of 0.02; at 0.005 they differ by 6e-3, at 0.002 by 3e-1. A low pT
 * loses nothing: they agree to 1e-3 down to 1e-6 of sqrt(s). */
static void warn_of_precision(ts_context *context, const struct gluon_jets *jets,
                              const struct process *process)
{
    static const double smallest = 0.02;
    if (!process->double_precision && !process->mixed && jets->final >= 3 && jets->dr_min < smallest)
        ts_log(context, TS_LOG_WARNING,
               "Single precision loses digits where jets are as close as cuts.jet.dr_min = %g: precision: "
               "double keeps them.",
               jets->dr_min);
}

static ts_status make_parameters(ts_context *context, struct process *process, const struct gluon_jets *jets)
{
    double *p = process->parameters = calloc(PARAMETERS, sizeof *p);
    if (!p)
        return ts_fail_memory(context, "a process");
    double tau_min = lowest_tau(jets);
    p[PARAMETER_log_tau_min] = log(tau_min);
    p[PARAMETER_tau_min] = tau_min;
    p[PARAMETER_root_s] = jets->root_s;
    p[PARAMETER_pt_min] = jets->pt_min;
    p[PARAMETER_exp_eta_max] = fmin(exp(jets->eta_max), 1e38);
    p[PARAMETER_dr_min] = jets->dr_min;
    p[PARAMETER_log_renormalization] = runs(jets) ? 2 * log(jets->renormalization.ht_factor) : 0;
    double factor = jets->factorization.ht_factor;
    p[PARAMETER_log_factorization] = factor > 0 ? 2 * log(factor) : 0;
    p[PARAMETER_inverse_alpha_s] = 1 / jets->alpha_s;
    p[PARAMETER_amplitude_scale] = gluon_amplitude_scale(jets->gluons);
    process->integrand.parameters = p;
    process->integrand.parameter_count = PARAMETERS;
    return TS_OK;
}

/* All that is constant in d sigma (kernels/process/gluon_jets.h), in pb: flux,
 * couplings, colours, helicities, identical particles, phase space. Through the
 * logarithm, for its factors are far apart. */
static double unit_pb(const struct gluon_jets *jets)
{
    int n = jets->gluons;
    double tau_min = lowest_tau(jets);
    double logarithm = log(gev2_pb / (2 * jets->root_s * jets->root_s * tau_min));
    logarithm += (n - 2) * log(4 * M_PI * jets->alpha_s) + log(gluon_colour_factor(n));
    logarithm += phase_space_log_volume(jets->final, jets->energy_unit) - lgamma(jets->final + 1);
    logarithm -= 2 * log(gluon_amplitude_scale(n));
    return exp(logarithm);
}

/* Two jets have a direction only, whatever the generator: their program is one. */
static int is_diet(const ts_card *card, const struct gluon_jets *jets)
{
    return jets->final > 2 && !strcmp(ts_card_text(card, "phase_space"), "rambo_diet");
}

/* Bytes that the events of a group take where so many threads share each. */
static size_t team_bytes(const struct process *process, const struct gluon_jets *jets, int threads)
{
    size_t scalars = (size_t)EVENT_SCALARS(jets->gluons, jets->is_complex, jets->has_tensors ? 6 : 1);
    size_t events = (size_t)(CURRENT_GROUP / threads);
    return scalars * events * (process->double_precision ? sizeof(double) : sizeof(float));
}

/* How many threads of a GPU share an event, and how many make a group then. */
static ts_status write_threads(ts_context *context, const ts_card *card, struct process *process,
                               const struct gluon_jets *jets)
{
    const char *asked = ts_card_text(card, "amplitude.threads");
    const int automatic = !strcmp(asked, "auto");
    int threads = automatic ? CURRENT_TEAM : (int)strtol(asked, NULL, 10), fitting = CURRENT_TEAM;
    if (automatic && jets->gluons <= GLUON_ALONE_MOST(process->double_precision, jets->is_complex))
        threads = 1;
    process->threads = threads;
    if (threads == 1)
        return TS_OK;
    while (team_bytes(process, jets, fitting) > CURRENT_BYTES)
        fitting *= 2;
    if (automatic)
        threads = fitting;
    if (threads < fitting && team_bytes(process, jets, threads) > CURRENT_BYTES) {
        char sentence[160];
        snprintf(
            sentence, sizeof sentence,
            "%d threads an event need more memory than a group has for so many currents: take %d, or auto",
            threads, fitting);
        return ts_card_refuse(context, card, "amplitude.threads", sentence);
    }
    process->threads = threads;
    process->integrand.group_most = CURRENT_GROUP;
    source_append(&process->text, "#define %s %d\n", automatic ? "GLUON_TEAM_AUTO" : "GLUON_TEAM", threads);
    return TS_OK;
}

/* For which events the kernel evaluates the matrix element, in its own words. */
static const char *evaluation(const ts_card *card)
{
    const char *events = ts_card_text(card, "amplitude.evaluate");
    return !strcmp(events, "all")    ? "EVALUATE_ALL"
           : !strcmp(events, "none") ? "EVALUATE_NONE"
                                     : "EVALUATE_ACCEPTED";
}

static void write_text(const ts_card *card, struct process *process, const struct gluon_jets *jets)
{
    struct source *text = &process->text;
    const char *recursion = ts_card_text(card, "amplitude.recursion");
    source_append(text, "#define GLUONS %d\n#define ENERGY %.1f\n", jets->gluons, jets->energy_unit);
    source_append(text, "#define PHASE_SPACE_DIET %d\n", is_diet(card, jets));
    source_append(text, "#define GLUON_POLARIZATION %d\n", jets->is_complex);
    if (!strcmp(recursion, "n3") || !strcmp(recursion, "n4"))
        source_append(text, "#define GLUON_RECURSION %c\n", recursion[1]);
    source_append(text, "#define AMPLITUDE_EVALUATE %s\n", evaluation(card));
    source_append(text, "#define CUT_PT 1\n#define CUT_ETA 1\n#define CUT_DR %d\n", jets->dr_min > 0);
    source_append(text, "#define SCALE_R_DYNAMIC %d\n#define PDF_FIXED_SCALE %d\n", runs(jets),
                  jets->factorization.fixed > 0);
    source_append(text, "#include \"process/gluon_jets.h\"\n");
}

ts_status gluon_jets_create(ts_context *context, const ts_card *card, const struct particle_list *list,
                            struct process *process)
{
    struct gluon_jets jets = {.gluons = list->count, .final = list->count - INCOMING};
    ts_status status = read_card(context, card, &jets);
    if (!status)
        status = find_pdf(context, card, process);
    if (!status)
        status = find_coupling(context, card, process, &jets);
    if (!status)
        status = make_tables(context, process, &jets);
    if (!status)
        status = make_parameters(context, process, &jets);
    if (!status)
        status = write_threads(context, card, process, &jets);
    if (!status)
        status = observables_create(context, card, jets.final, process);
    if (status)
        return status;
    warn_of_densities(context, &jets, process->pdf);
    warn_of_precision(context, &jets, process);
    write_text(card, process, &jets);
    process->integrand.dimensions = GLUON_JETS_AXES(jets.final, is_diet(card, &jets));
    process->integrand.unit = unit_pb(&jets);
    snprintf(process->sampling, sizeof process->sampling,
             "%s, %d axes adapt: log(tau), rapidity and all of phase space%s",
             jets.final == 2 ? "direction of two bodies" : ts_card_text(card, "phase_space"),
             process->integrand.dimensions,
             !strcmp(ts_card_text(card, "amplitude.evaluate"), "none") ? "; without the matrix element" : "");
    return TS_OK;
}
