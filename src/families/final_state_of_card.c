#include "families/final_state_of_card.h"

#include "core/card.h"
#include "core/context.h"
#include "core/gamma.h"
#include "phase_space/ladder_axes.h"
#include "phase_space/phase_space_volume.h"
#include "process/massless_layout.h"
#include "process/particles.h"
#include "process/pdf_range.h"
#include "process/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { MASSLESS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

double final_state_energy(int count) { return exp2(round(log2(count))); }

/* "cuts.photon.pt_min" */
static const char *cut(const char *particle, const char *name, char key[64])
{
    snprintf(key, 64, "cuts.%s.%s", particle, name);
    return key;
}

static ts_status check_cuts(ts_context *context, const ts_card *card, const struct final_state *final)
{
    char sentence[200], key[64];
    if (final->pt_min <= 0)
        return ts_card_refuse(context, card, cut(final->particle, "pt_min", key),
                              "the cross section is infinite without a lowest pT: give one above 0 GeV");
    if (final->count * final->pt_min >= final->root_s) {
        snprintf(
            sentence, sizeof sentence,
            "%d %ss above %g GeV need more energy than the beams' %g GeV: lower pt_min or raise beams.energy",
            final->count, final->particle, final->pt_min, final->root_s);
        return ts_card_refuse(context, card, cut(final->particle, "pt_min", key), sentence);
    }
    return TS_OK;
}

static double rambo_log_unit(const struct final_state *final);
static double ladder_log_unit(const struct final_state *final);

/* Random numbers of `count` particles; `fixed`: the beams collide as they are. Two particles of RAMBO need a
 * direction only. */
static int rambo_axes(int count, int fixed) { return COLLISION_AXES(fixed) + (count == 2 ? 2 : 4 * count); }
static int diet_axes(int count, int fixed)
{
    return COLLISION_AXES(fixed) + (count == 2 ? 2 : 3 * count - 4);
}
static int ladder_axes(int count, int fixed)
{
    (void)fixed;
    return LADDER_AXES(count, 0);
}
static int ring_axes(int count, int fixed)
{
    (void)fixed;
    return LADDER_AXES(count, 1);
}

/* Whose a phase space is, a bit each. */
enum { JETS = 1, PHOTONS = 2, PHOTONS_OF_LEPTONS = 4, ALL = JETS | PHOTONS | PHOTONS_OF_LEPTONS };

/* THE table of what maps random numbers to massless final particles. A kind is a row here, and its
 * hard_sample() in kernels/process/massless.h under its constant. */
static const struct final_state_kind {
    enum request_space asked;
    const char *constant; /* of the kernel */
    int (*axes)(int count, int fixed);
    double (*log_unit)(const struct final_state *final);
    int serves;
    int knows_cuts;      /* whether its momenta pass the cuts on pT, and not the energy of the beams */
    int two_bodies;      /* whether two particles are a direction */
    const char *partons; /* axes of the partons that results tell of; "": they have none of their own */
    const char *rest;
} kinds[] = {
    {SPACE_RAMBO, "PHASE_SPACE_RAMBO", rambo_axes, rambo_log_unit, ALL, 0, 1, "log(tau), rapidity and ",
     "all of phase space"},
    {SPACE_RAMBO_DIET, "PHASE_SPACE_DIET", diet_axes, rambo_log_unit, ALL, 0, 1, "log(tau), rapidity and ",
     "all of phase space"},
    {SPACE_CHILI, "PHASE_SPACE_CHILI", ladder_axes, ladder_log_unit, JETS | PHOTONS, 1, 0, "",
     "all of phase space"},
    {SPACE_CHAIN, "PHASE_SPACE_RING", ring_axes, ladder_log_unit, JETS, 1, 0, "",
     "all of phase space and beams in the colour order"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct final_state_kind *kind_of(enum request_space space)
{
    const struct final_state_kind *kind = kinds;
    while (kind->asked != space)
        ++kind;
    return kind;
}

static ts_status check_space(ts_context *context, const ts_card *card, const struct final_state *final)
{
    const int whose = !strcmp(final->particle, "jet") ? JETS
                      : final->beams_fixed            ? PHOTONS_OF_LEPTONS
                                                      : PHOTONS;
    unsigned served = 0;
    for (int i = 0; i < KINDS; ++i)
        if (kinds[i].serves & whose)
            served |= 1u << kinds[i].asked;
    return request_check_space(context, card, served);
}

/* A ladder knows the cuts, but the beams' energy not before all jets are there. Where their lowest pT take
 * more than this part of it, flat phase space does better (docs/decisions.md). */
static const double ladder_most = 0.25;

/* The phase space of the card. Two particles have a direction only, on diet or not: that program is one. */
static enum request_space find_space(const ts_card *card, const struct final_state *final,
                                     enum request_space automatic)
{
    const enum request_space asked = card_request(card)->phase_space;
    enum request_space space = asked == SPACE_AUTO ? automatic : asked;
    if (asked == SPACE_AUTO && kind_of(automatic)->knows_cuts &&
        final->count * final->pt_min > ladder_most * final->root_s)
        space = SPACE_RAMBO_DIET;
    return space == SPACE_RAMBO_DIET && final->count == 2 ? SPACE_RAMBO : space;
}

ts_status final_state_read(ts_context *context, const ts_card *card, enum request_space automatic,
                           struct final_state *final)
{
    const struct request *request = card_request(card);
    const struct request_limits *cuts = !strcmp(final->particle, "jet") ? &request->cuts.jet
                                                                        : &request->cuts.photon;
    final->root_s = request->beams.energy;
    final->pt_min = cuts->pt_min;
    final->eta_max = cuts->eta_max;
    final->dr_min = cuts->dr_min;
    const ts_status status = check_space(context, card, final);
    if (status)
        return status;
    final->space = find_space(card, final, automatic);
    return check_cuts(context, card, final);
}

ts_status final_state_find_pdf(ts_context *context, const ts_card *card, const int *flavours,
                               size_t flavour_count, struct process *process)
{
    ts_status status = ts_pdf_create(context, card_request(card)->pdf, 0, &process->pdf);
    for (size_t i = 0; i < flavour_count && !status; ++i)
        status = scales_check_parton(context, card, process, flavours[i],
                                     flavours[i] == 21 ? "gluon" : particles_name(flavours[i]),
                                     process->name);
    return status ? status : variations_read(context, card, process);
}

ts_status final_state_add_tables(ts_context *context, const ts_card *card, struct final_state *final,
                                 const int *pdg, int count, int power, struct process *process)
{
    struct process_scales *scales = &final->scales;
    const double lowest = final_state_lowest_ht(final);
    const struct variation_setting varied = {.scales = scales,
                                             .alpha_s_power = power,
                                             .lowest_r = scales->renormalization.factor * lowest,
                                             .lowest_f = scales->factorization.factor * lowest};
    scales->parton_count = count;
    memcpy(scales->partons, pdg, (size_t)count * sizeof *pdg);
    ts_status status = scales_add_tables(context, process, scales);
    if (!status && process->variation_count)
        status = variations_reserve(context, process, &scales->variations);
    return status || !process->variation_count ? status
                                               : variations_add_tables(context, card, process, &varied);
}

int final_state_has_scale(ts_scale scale) { return scale.base == TS_SCALE_HT || scale.base == TS_SCALE_MT; }

double final_state_lowest_ht(const struct final_state *final) { return final->count * final->pt_min; }

/* The pT add up to sqrt(s-hat) at most. */
static double lowest_tau(const struct final_state *final)
{
    if (final->beams_fixed)
        return 1;
    return pow(final->count * final->pt_min / final->root_s, 2);
}

/* The lowest x: x1 and x2 are 1 at most, so that none is below tau; and each is the sum of
 * pT exp(+-y) over sqrt(s). */
static double lowest_x(const struct final_state *final)
{
    return fmax(lowest_tau(final), final->count * final->pt_min * exp(-final->eta_max) / final->root_s);
}

/* The largest |rapidity| within the cuts: cosh(y) is sqrt(s) / (2 pT) at most. */
static double ladder_y_max(const struct final_state *final)
{
    return fmin(final->eta_max, acosh(final->root_s / (2 * final->pt_min)));
}

void final_state_parameters(const struct final_state *final, double *parameters)
{
    scales_numbers(&final->scales, final->root_s, parameters);
    parameters[PARAMETER_tau_min] = lowest_tau(final);
    parameters[PARAMETER_log_tau_min] = log(lowest_tau(final));
    parameters[PARAMETER_pt_min] = final->pt_min;
    parameters[PARAMETER_exp_eta_max] = fmin(exp(final->eta_max), 1e38);
    parameters[PARAMETER_dr_min] = final->dr_min;
    parameters[PARAMETER_y_max] = ladder_y_max(final);
    parameters[PARAMETER_hole] = fmin(final->dr_min, 3);
}

/* What is constant in a ladder's weight (kernels/phase_space/ladder.h). These are numbers of 2 and pi of
 * phase space, what even rapidities and azimuths are worth, and one over the density of transverse
 * momenta. */
static double ladder_log_constant(const struct final_state *final)
{
    const int n = final->count;
    double logarithm = (4 - 3 * n) * log(2 * M_PI) - (n - 1) * log(4);
    logarithm += n * log(2 * ladder_y_max(final)) + (n - 1) * log(2 * M_PI);
    for (int i = 0; i < n - 1; ++i)
        logarithm += log(2) - log(LADDER_SCALE_POWER + i);
    return logarithm + log(n) - LADDER_SCALE_POWER * log(n);
}

/* Momenta in units of sqrt(s-hat) / ENERGY leave 1 / (s-hat)^2 and powers of the unit, which the kernel's
 * weight has. */
static double ladder_log_unit(const struct final_state *final)
{
    const double logarithm = log(flux_pb(final->pt_min * final->pt_min)) -
                             4 * log(final_state_energy(final->count));
    return logarithm + ladder_log_constant(final) - log_gamma(final->count + 1);
}

static double rambo_log_unit(const struct final_state *final)
{
    double logarithm = log(flux_pb(final->root_s * final->root_s * lowest_tau(final)));
    logarithm += phase_space_log_volume(final->count, final_state_energy(final->count));
    return logarithm - log_gamma(final->count + 1);
}

/* Through the logarithm, for its factors are far apart. */
double final_state_log_unit(const struct final_state *final)
{
    return kind_of(final->space)->log_unit(final);
}

void final_state_write(const struct final_state *final, struct source *text)
{
    const struct final_state_kind *kind = kind_of(final->space);
    source_append(text, "#define ENERGY %.1f\n#define %s 1\n#define SPACE_AXES %d\n",
                  final_state_energy(final->count), kind->constant,
                  kind->axes(final->count, final->beams_fixed));
    source_append(text, "#define CUT_PT 1\n#define CUT_ETA 1\n#define CUT_DR %d\n", final->dr_min > 0);
    source_append(text, "#define WHOLE_FIRST %d\n#define WHOLE_SECOND %d\n", final->beams_fixed,
                  final->beams_fixed);
    scales_write(&final->scales, text);
}

void final_state_sampling(const ts_card *card, const struct final_state *final, struct process *process)
{
    const struct final_state_kind *kind = kind_of(final->space);
    process->events.beams_collide = final->beams_fixed;
    scales_describe(&final->scales, final->root_s, &process->events);
    process->integrand.dimensions = kind->axes(final->count, final->beams_fixed);
    snprintf(process->sampling, sizeof process->sampling, "%s, %d axes adapt: %s%s%s",
             final->count == 2 && kind->two_bodies ? "direction of two bodies"
                                                   : request_space_word(kind->asked),
             process->integrand.dimensions, final->beams_fixed ? "" : kind->partons, kind->rest,
             card->evaluates == EVALUATES_NONE ? "; without the matrix element" : "");
}

void final_state_warn(ts_context *context, const struct final_state *final, const ts_pdf *pdf)
{
    pdf_warn_of_range(context, pdf, final->scales.factorization.fixed,
                      final->scales.factorization.factor * final_state_lowest_ht(final), lowest_x(final));
}
