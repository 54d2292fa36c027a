#include "families/photons_family.h"
#include "selection/default_cuts.h"

#include "core/context.h"
#include "families/final_state_of_card.h"
#include "process/couplings.h"
#include "process/massless_layout.h"
#include "selection/particle_observables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { PHOTONS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

enum { ELECTRON = 11, PROTON = 2212, PHOTON = 22, FLAVOURS = 5 };

/* What the card says, read once. */
struct photons {
    struct final_state final;
    double alpha;
    int quarks, orders;    /* QUARKS and QUARK_ORDERS of the kernel */
    int pdg[2 * FLAVOURS]; /* of the tables: each flavour's two */
};

static int is_quark_pair(int first, int second)
{
    return first == -second && abs(first) >= 1 && abs(first) <= FLAVOURS;
}

/* 2 to 8 photons, behind whatever comes in. */
static int are_photons(const struct particle_list *list)
{
    const int photons = list->count - INCOMING;
    for (int i = INCOMING; i < list->count; ++i)
        if (list->pdg[i] != PHOTON)
            return 0;
    return photons >= FEWEST_PHOTONS && photons <= MOST_PHOTONS;
}

static int match_electrons(const struct particle_list *list)
{
    return list->pdg[0] == -list->pdg[1] && abs(list->pdg[0]) == ELECTRON && are_photons(list);
}

static int matches(const struct particle_list *list)
{
    const int *pdg = list->pdg, protons = pdg[0] == PROTON && pdg[1] == PROTON;
    return (protons || is_quark_pair(pdg[0], pdg[1])) && are_photons(list);
}

/* Photons behind something else, or too few or many of them. */
static int explains(const struct particle_list *list, const char *name, char *sentence, size_t bytes)
{
    for (int i = 0; i < list->count; ++i)
        if (list->pdg[i] == 21 || (i >= INCOMING && list->pdg[i] != PHOTON))
            return 0;
    snprintf(sentence, bytes,
             "\"%s\" is not there: %d to %d photons come from a quark and its antiquark, like u u~ > a a, "
             "from p p, or from e+ e-",
             name, FEWEST_PHOTONS, MOST_PHOTONS);
    return 1;
}

double photons_charges(int pdg, int count)
{
    const double charge = abs(pdg) == ELECTRON ? 1 : pdg % 2 ? 1.0 / 3 : 2.0 / 3;
    return pow(charge, 2 * count);
}

double photons_average(int pdg)
{
    const double colours = abs(pdg) == ELECTRON ? 1 : 3;
    return 1 / (4 * colours);
}

/* With protons every flavour, its quark from either of them. */
static void choose_flavours(const struct particle_list *list, struct photons *photons)
{
    const int protons = list->pdg[0] == PROTON;
    photons->quarks = protons ? FLAVOURS : 1;
    photons->orders = protons ? 2 : 1;
    for (int f = 0; f < photons->quarks; ++f) {
        photons->pdg[2 * f] = protons ? f + 1 : list->pdg[0];
        photons->pdg[2 * f + 1] = protons ? -(f + 1) : list->pdg[1];
    }
}

static ts_status make_parameters(ts_context *context, struct process *process, const struct photons *photons)
{
    double *p = process->program.parameters = calloc(PARAMETERS, sizeof *p);
    const int count = photons->final.count;
    if (!p)
        return ts_fail_memory(context, "a process");
    final_state_parameters(&photons->final, p);
    p[PARAMETER_down] = photons_charges(photons->pdg[0], count); /* one flavour alone is the first */
    p[PARAMETER_up] = photons_charges(2, count);
    p[PARAMETER_quark] = photons->pdg[0];
    process->integrand.parameters = p;
    process->integrand.parameter_count = PARAMETERS;
    return TS_OK;
}

/* All that is constant in d sigma (kernels/process/photons.h), in pb. */
static double unit_pb(const struct photons *photons)
{
    double logarithm = final_state_log_unit(&photons->final);
    return photons_average(photons->pdg[0]) *
           exp(logarithm + photons->final.count * log(4 * M_PI * photons->alpha));
}

static void write_text(const ts_card *card, struct process *process, const struct photons *photons)
{
    source_append(&process->program.text, "#define PHOTONS %d\n#define QUARKS %d\n#define QUARK_ORDERS %d\n",
                  photons->final.count, photons->quarks, photons->orders);
    source_append(&process->program.text, "#define HELICITIES_SAMPLED %d\n",
                  card_request(card)->amplitude.helicities == HELICITY_SAMPLE);
    final_state_write(&photons->final, &process->program.text);
    source_append(&process->program.text, "#include \"process/photons.h\"\n");
}

/* What the card says and this process does not do. */
static ts_status check_choices(ts_context *context, const ts_card *card)
{
    if (card_request(card)->precision == MIXED_PRECISION)
        return ts_card_refuse(
            context, card, "precision",
            "rounding changes cross sections of photons by less than 1e-4 in single precision, so "
            "that no event need be repeated: take single, or double");
    return TS_OK;
}

static ts_status create(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process)
{
    struct photons photons = {.alpha = coupling_value(process, "alpha")};
    choose_flavours(list, &photons);
    photons.final = (struct final_state){.particle = "photon",
                                         .count = list->count - INCOMING,
                                         .beams_fixed = match_electrons(list)};
    ts_status status = check_choices(context, card);
    if (!status)
        status = final_state_read(context, card, SPACE_RAMBO_DIET, &photons.final);
    photons.final.scales = (struct process_scales){.factorization = card_request(card)->scales.factorization,
                                                   .alpha_s_given = 1};
    if (!status &&
        !photons.final.beams_fixed) /* a set without a heavy flavour has none of it in its proton */
        status = final_state_find_pdf(context, card, photons.pdg, photons.quarks == 1 ? 2 : 4, process);
    if (!status && !photons.final.beams_fixed)
        status = final_state_add_tables(context, card, &photons.final, photons.pdg, 2 * photons.quarks, 0,
                                        process);
    if (!status)
        status = make_parameters(context, process, &photons);
    if (!status)
        status = massless_observables_create(context, card, 'a', photons.final.count, process);
    if (status)
        return status;
    if (process->pdf)
        final_state_warn(context, &photons.final, process->pdf);
    write_text(card, process, &photons);
    process->integrand.unit = unit_pb(&photons);
    final_state_sampling(card, &photons.final, process);
    if (photons.final.beams_fixed)
        default_cuts_add(card, process, "photon");
    return TS_OK;
}

const struct process_family photons_family = {
    .info = {"q q~ > a a ... a",
             "2 to 8 photons from a quark of one proton and its antiquark of the other (u u~, u~ u, ...), or "
             "p p: from any (arXiv:0908.4403)",
             OBSERVABLES_OF_PHOTONS, "photon"},
    .matches = matches,
    .explains = explains,
    .create = create,
    .evaluate = photon_amplitude_evaluate,
    .precision = SINGLE_PRECISION,
    .couplings = {{"alpha", PHOTONS_ALPHA}},
    .uses = {"pdf", "scales.factorization", "variations", "cuts.photon.pt_min", "cuts.photon.eta_max",
             "cuts.photon.dr_min", "colour", "phase_space", "amplitude.helicities"},
};

const struct process_family electron_photons_family = {
    .info = {"e+ e- > a a ... a",
             "2 to 8 photons where an electron and a positron meet (beams.particles: [e+, e-])",
             OBSERVABLES_OF_PHOTONS, "photon"},
    .matches = match_electrons,
    .create = create,
    .evaluate = photon_amplitude_evaluate,
    .electrons = 1,
    .precision = SINGLE_PRECISION,
    .couplings = {{"alpha", PHOTONS_ALPHA}},
    .uses = {"cuts.photon.pt_min", "cuts.photon.eta_max", "cuts.photon.dr_min", "colour", "phase_space",
             "amplitude.helicities"},
};
