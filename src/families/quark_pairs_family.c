#include "families/quark_pairs_family.h"

#include "core/context.h"
#include "process/couplings.h"
#include "process/quark_pairs_parameters.h"
#include "process/shower_observables.h"
#include "process/units.h"
#include "selection/particle_observables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { QUARK_PAIRS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

enum { ELECTRON = 11, FLAVOURS = 5, DOWN = 1, UP = 2, CHARM = 4, COLOURS = 3, AXES = 3 };

/* What the card says, read once. */
struct quark_pairs {
    struct electroweak electroweak;
    double energy;       /* GeV */
    int flavours, first; /* how many, and the first one's PDG code */
    int electron_sign;   /* 1 where the electron is the first beam, -1 where it is the second */
};

static int matches(const struct particle_list *list)
{
    const int *pdg = list->pdg, *final = pdg + INCOMING;
    if (list->count != INCOMING + 2 || pdg[0] != -pdg[1] || abs(pdg[0]) != ELECTRON)
        return 0;
    const int jets = final[0] == PDG_JET && final[1] == PDG_JET;
    const int quarks = abs(final[0]) == PDG_QUARK || (abs(final[0]) >= 1 && abs(final[0]) <= FLAVOURS);
    return jets || (quarks && final[0] == -final[1]);
}

struct electroweak quark_pair_electroweak(const struct process *process)
{
    return (struct electroweak){
        .alpha = coupling_value(process, "alpha"),
        .sin2_theta_w = coupling_value(process, "sin2_theta_w"),
        .m_z = coupling_value(process, "m_z"),
        .gamma_z = coupling_value(process, "gamma_z"),
    };
}

struct quark_angles quark_pair_angles(const struct electroweak *electroweak, double energy, int pdg)
{
    const double sin2 = electroweak->sin2_theta_w, s = energy * energy;
    const double mass2 = electroweak->m_z * electroweak->m_z, off = s - mass2;
    const double width2 = electroweak->gamma_z * electroweak->gamma_z * mass2;
    const double kappa = 1 / (4 * sin2 * (1 - sin2)), resonance = off * off + width2;
    const double chi1 = kappa * s * off / resonance, chi2 = kappa * kappa * s * s / resonance;
    const int up = pdg % 2 == 0;
    const double charge_e = -1, charge_q = up ? 2.0 / 3 : -1.0 / 3;
    const double a_e = -0.5, a_q = up ? 0.5 : -0.5;
    const double v_e = a_e - 2 * charge_e * sin2, v_q = a_q - 2 * charge_q * sin2;
    const double charges = charge_e * charge_q;
    return (struct quark_angles){
        .even = charges * charges + 2 * charges * v_q * v_e * chi1 +
                (a_e * a_e + v_e * v_e) * (a_q * a_q + v_q * v_q) * chi2,
        .odd = 4 * charges * a_q * a_e * chi1 + 8 * a_q * v_q * a_e * v_e * chi2,
    };
}

/* The cross section of quark pairs varies by orders of magnitude with the
 * energy, which no collider has made the usual one. */
static ts_status read_energy(ts_context *context, const ts_card *card, const char *name,
                             struct quark_pairs *pairs)
{
    pairs->energy = card_request(card)->beams.energy;
    if (card_request(card)->beams.energy_given)
        return TS_OK;
    return ts_fail(context, TS_ERROR_INPUT,
                   "beams.energy: %s needs the energy of its beams, such as beams: {particles: [e+, e-], "
                   "energy: 91.2}.",
                   name);
}

static void read_list(const struct process *process, const struct particle_list *list,
                      struct quark_pairs *pairs)
{
    const int flavour = abs(list->pdg[INCOMING]), one = flavour <= FLAVOURS;
    pairs->electroweak = quark_pair_electroweak(process);
    pairs->flavours = one ? 1 : FLAVOURS;
    pairs->first = one ? flavour : DOWN;
    pairs->electron_sign = list->pdg[0] == ELECTRON ? 1 : -1;
}

/* All quarks are massless. Below these energies, some way above the pairs of the heaviest ones in play, that
 * is no description any more. */
static void warn_of_masses(ts_context *context, const struct quark_pairs *pairs,
                           const struct process *process)
{
    const int last = pairs->first + pairs->flavours - 1;
    const int shower = process->shower.settings.enabled;
    const double least = shower || last > CHARM ? 12 : last == CHARM ? 4 : 1;
    if (pairs->energy < least)
        ts_log(context, TS_LOG_WARNING,
               "At %g GeV %s quarks are not light: the cross section%s here, where they are massless, below "
               "%g GeV.",
               pairs->energy, least > 4 ? "b" : "c", shower ? " and the shower mean little" : " means little",
               least);
}

/* The table of alpha_s, which is all that the integrand looks up. */
static ts_status add_coupling(ts_context *context, struct process *process)
{
    double *values;
    size_t length;
    if (!process->shower.settings.enabled)
        return TS_OK;
    const ts_status status = shower_coupling_table(context, &process->shower, &values, &length);
    return status ? status : process_add_table(context, process, values, length);
}

static ts_status make_parameters(ts_context *context, struct process *process,
                                 const struct quark_pairs *pairs)
{
    double *p = process->program.parameters = calloc(PARAMETERS, sizeof *p);
    if (!p)
        return ts_fail_memory(context, "a process");
    const struct quark_angles first = quark_pair_angles(&pairs->electroweak, pairs->energy, pairs->first);
    const struct quark_angles up = quark_pair_angles(&pairs->electroweak, pairs->energy, UP);
    p[PARAMETER_root_s] = pairs->energy;
    p[PARAMETER_log_s] = 2 * log(pairs->energy);
    p[PARAMETER_first] = pairs->first;
    p[PARAMETER_even_down] = first.even; /* one flavour alone is the first */
    p[PARAMETER_odd_down] = pairs->electron_sign * first.odd;
    p[PARAMETER_even_up] = up.even;
    p[PARAMETER_odd_up] = pairs->electron_sign * up.odd;
    shower_parameters(&process->shower, 0, &p[PARAMETER_cutoff]);
    process->integrand.parameters = p;
    process->integrand.parameter_count = PARAMETERS;
    return TS_OK;
}

/* All that is constant in d sigma (kernels/process/quark_pairs.h), in pb; a flavour is one of as many
 * chances. 16 pi s is the flux's 2 s and the 8 pi of phase space. */
static double unit_pb(const struct quark_pairs *pairs)
{
    const double charge2 = 4 * M_PI * pairs->electroweak.alpha, s = pairs->energy * pairs->energy;
    return pairs->flavours * gev2_pb * COLOURS * charge2 * charge2 / (16 * M_PI * s);
}

static void write_constants(struct process *process, const struct quark_pairs *pairs)
{
    const struct shower *shower = &process->shower;
    source_append(&process->program.text, "#define QUARK_FLAVOURS %d\n#define SHOWER %d\n", pairs->flavours,
                  shower->settings.enabled);
    if (shower->settings.enabled)
        source_append(&process->program.text, "#define MOST_PARTONS %d\n", shower->settings.max_partons);
}

/* What the card says and this process does not do. */
static ts_status check_choices(ts_context *context, const ts_card *card)
{
    size_t histograms;
    const ts_histogram_request *requests = ts_card_histograms(card, &histograms);
    if (card_request(card)->precision == MIXED_PRECISION)
        return ts_card_refuse(context, card, "precision",
                              "quark pairs are computed in single or double precision: take one of them");
    if (histograms && !card_request(card)->shower.enabled)
        return ts_card_refuse_histogram(context, card, 0,
                                        "the histograms of quark pairs are those of their shower, and "
                                        "shower.enabled is false: set it to true, or remove them");
    for (size_t i = 0; i < histograms; ++i)
        if (*requests[i].expression)
            return ts_card_refuse_histogram(
                context, card, i,
                "expressions are of the particles of a hard process: those of quark "
                "pairs are asked for by name, such as thrust");
    return TS_OK;
}

static void describe(struct process *process, const struct quark_pairs *pairs)
{
    const struct shower *shower = &process->shower;
    process->events.scale = exp(shower->log_highest / 2);
    process->events.scale_r = process->events.scale;
    process->events.alpha_s = shower->settings.enabled ? shower_alpha_s(shower, shower->log_highest) : 0;
    process->integrand.dimensions = AXES;
    process->integrand.unit = unit_pb(pairs);
    snprintf(process->sampling, sizeof process->sampling, "flavour and direction, %d axes adapt", AXES);
}

static ts_status create(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process)
{
    struct quark_pairs pairs = {0};
    read_list(process, list, &pairs);
    ts_status status = read_energy(context, card, process->name, &pairs);
    if (!status)
        status = check_choices(context, card);
    if (!status)
        status = shower_read(context, card, pairs.energy, &process->shower);
    if (!status)
        status = add_coupling(context, process);
    if (!status)
        status = make_parameters(context, process, &pairs);
    if (status)
        return status;
    process->events.beams_collide = 1;
    write_constants(process, &pairs);
    const struct observed observed = {.text = &process->program.text, .showers = SHOWERS_OF_QUARK_PAIRS};
    status = particle_observables_create(context, card, &observed, 1, process);
    if (status)
        return status;
    source_append(&process->program.text, "#include \"process/quark_pairs.h\"\n");
    warn_of_masses(context, &pairs, process);
    describe(process, &pairs);
    return TS_OK;
}

const struct process_family quark_pairs_family = {
    .info = {"e+ e- > q q~",
             "a quark and its antiquark through photon and Z, all five flavours (also as j j) or one (u u~, "
             "b b~, ...), with a parton shower (arXiv:2403.08692)",
             "", "none"},
    .showers = SHOWERS_OF_QUARK_PAIRS,
    .matches = matches,
    .create = create,
    .electrons = 1,
    .precision = DOUBLE_PRECISION,
    .couplings = {{"alpha", QUARK_PAIRS_ALPHA}, {"sin2_theta_w", 0}, {"m_z", 0}, {"gamma_z", 0}},
    .uses = {"shower.enabled", "shower.alpha_s", "shower.order", "shower.thresholds", "shower.cmw",
             "shower.cutoff", "shower.renormalization_factor", "shower.max_partons"},
};
