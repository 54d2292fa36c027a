#include "families/gluon_jets_family.h"

#include "amplitude/threads.h"
#include "core/card.h"
#include "core/context.h"
#include "families/colour_factor.h"
#include "families/final_state_of_card.h"
#include "process/couplings.h"
#include "process/massless_layout.h"
#include "selection/particle_observables.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The run-time numbers of the kernel, by name. */
#define NAME(name) PARAMETER_##name,
enum { GLUON_JETS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

static const int gluon[] = {21};

/* What the card says, read once. */
struct gluon_jets {
    struct final_state final;
    int gluons;
    int is_complex, has_tensors; /* polarisations, and the form of the recursion */
};

static int matches(const struct particle_list *list)
{
    for (int i = 0; i < list->count; ++i)
        if (list->pdg[i] != 21)
            return 0;
    return list->count >= FEWEST_GLUONS && list->count <= MOST_GLUONS;
}

static int explains(const struct particle_list *list, const char *name, char *sentence, size_t bytes)
{
    for (int i = 0; i < list->count; ++i)
        if (list->pdg[i] != 21)
            return 0;
    snprintf(sentence, bytes,
             "\"%s\" is too short: there are at least two gluons behind \">\", like g g > g g", name);
    return 1;
}

int gluon_jets_coupling_valid(double alpha_s)
{
    const ts_option *option = ts_option_find("couplings.alpha_s");
    return alpha_s >= option->minimum && alpha_s <= option->maximum;
}

static ts_status read_card(ts_context *context, const ts_card *card, struct gluon_jets *jets)
{
    const struct request *request = card_request(card);
    jets->is_complex = request->amplitude.polarization == POLARIZATION_HELICITY;
    jets->has_tensors = request->amplitude.recursion == RECURSION_N3 ||
                        (request->amplitude.recursion == RECURSION_AUTO &&
                         GLUON_RECURSION_AUTO(jets->gluons, jets->is_complex) == 3);
    jets->final = (struct final_state){.particle = "jet", .count = jets->gluons - INCOMING};
    ts_status status = final_state_read(context, card, SPACE_CHAIN, &jets->final);
    if (!status && jets->final.count > 2 && jets->final.dr_min <= 0)
        return ts_card_refuse(
            context, card, "cuts.jet.dr_min",
            "the cross section is infinite where two jets may be collinear: give a distance above 0");
    return status;
}

/* alpha_s at the fixed scale, or at the reference, where the cuts may not let it fall too far. */
static ts_status find_coupling(ts_context *context, const ts_card *card, struct process *process,
                               struct gluon_jets *jets)
{
    struct process_scales *scales = &jets->final.scales;
    const ts_status status = scales_read(context, card, process, scales);
    return status || !scales_run(scales)
               ? status
               : coupling_check_lowest(context, card, process,
                                       scales->renormalization.factor * final_state_lowest_ht(&jets->final),
                                       "take a larger multiple of HT, or raise cuts.jet.pt_min");
}

/* Typical squared amplitudes grow as ENERGY^8 2^(n-2), and the largest, with two hard
 * gluons and all others at the lowest pT, to 10^56 at n = 16
 * (tests/kernels/test_gluons_range.c). What is given away below, 2^(5(n-4)), is room
 * for them. */
double gluon_amplitude_scale(int n)
{
    return exp2(-round(4 * log2(final_state_energy(n - INCOMING)) + 0.5 * (n - 2) + 2.5 * (n - 4)));
}

/* g g > g g g in single and in double precision, 4e6 events of one seed. The
 * cross sections agree to 5e-4 down to a distance of 0.02. At 0.005 they
 * differ by 6e-3, at 0.002 by 3e-1. A low pT loses nothing: they agree to 1e-3
 * down to 1e-6 of sqrt(s). */
static void warn_of_precision(ts_context *context, const struct gluon_jets *jets,
                              const struct process *process)
{
    static const double smallest = 0.02;
    if (!process->program.double_precision && !process->program.mixed && jets->final.count >= 3 &&
        jets->final.dr_min < smallest)
        ts_log(context, TS_LOG_WARNING,
               "Single precision loses digits where jets are as close as cuts.jet.dr_min = %g: precision: "
               "double keeps them.",
               jets->final.dr_min);
}

static ts_status make_parameters(ts_context *context, struct process *process, const struct gluon_jets *jets)
{
    double *p = process->program.parameters = calloc(PARAMETERS, sizeof *p);
    if (!p)
        return ts_fail_memory(context, "a process");
    final_state_parameters(&jets->final, p);
    p[PARAMETER_amplitude_scale] = gluon_amplitude_scale(jets->gluons);
    process->integrand.parameters = p;
    process->integrand.parameter_count = PARAMETERS;
    return TS_OK;
}

/* All that is constant in d sigma (kernels/process/gluon_jets.h), in pb. */
static double unit_pb(const struct gluon_jets *jets)
{
    int n = jets->gluons;
    double logarithm = final_state_log_unit(&jets->final) +
                       (n - 2) * log(4 * M_PI * jets->final.scales.alpha_s);
    return exp(logarithm + log(gluon_colour_factor(n)) - 2 * log(gluon_amplitude_scale(n)));
}

/* Bytes that the events of a group take where so many threads share each. */
static size_t team_bytes(const struct process *process, const struct gluon_jets *jets, int threads)
{
    size_t scalars = (size_t)EVENT_SCALARS(jets->gluons, jets->is_complex, jets->has_tensors ? 6 : 1);
    size_t events = (size_t)(CURRENT_GROUP / threads);
    return scalars * events * (process->program.double_precision ? sizeof(double) : sizeof(float));
}

/* How many threads of a GPU share an event, and how many make a group then. */
static ts_status write_threads(ts_context *context, const ts_card *card, struct process *process,
                               const struct gluon_jets *jets)
{
    const unsigned asked = card_request(card)->amplitude.threads;
    const int automatic = asked == 0;
    int threads = automatic ? CURRENT_TEAM : 1 << (asked - 1), fitting = CURRENT_TEAM;
    if (automatic && jets->gluons <= GLUON_ALONE_MOST(process->program.double_precision, jets->is_complex))
        threads = 1;
    process->program.threads = threads;
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
    process->program.threads = threads;
    process->integrand.group_most = CURRENT_GROUP;
    source_append(&process->program.text, "#define %s %d\n", automatic ? "GLUON_TEAM_AUTO" : "GLUON_TEAM",
                  threads);
    return TS_OK;
}

/* For which events the kernel evaluates the matrix element, in its own words. */
static const char *evaluation(const ts_card *card)
{
    static const char *const words[] = {[EVALUATES_ACCEPTED] = "EVALUATE_ACCEPTED",
                                        [EVALUATES_ALL] = "EVALUATE_ALL",
                                        [EVALUATES_NONE] = "EVALUATE_NONE"};
    return words[card->evaluates];
}

static void write_text(const ts_card *card, struct process *process, const struct gluon_jets *jets)
{
    struct source *text = &process->program.text;
    const enum request_recursion recursion = card_request(card)->amplitude.recursion;
    source_append(text, "#define GLUONS %d\n", jets->gluons);
    final_state_write(&jets->final, text);
    source_append(text, "#define GLUON_POLARIZATION %d\n", jets->is_complex);
    if (recursion != RECURSION_AUTO)
        source_append(text, "#define GLUON_RECURSION %d\n", recursion == RECURSION_N3 ? 3 : 4);
    source_append(text, "#define AMPLITUDE_EVALUATE %s\n", evaluation(card));
    source_append(text, "#include \"process/gluon_jets.h\"\n");
}

/* All colours come with a second stage. */
static void add_second_stage(const struct gluon_jets *jets, struct process *process)
{
    process->integrand.two_stages = 1;
    process->stage_legs = jets->gluons;
    for (int i = 0; i < jets->gluons; ++i)
        process->stage_pdg[i] = gluon[0];
}

static ts_status create(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process)
{
    struct gluon_jets jets = {.gluons = list->count};
    ts_status status = read_card(context, card, &jets);
    if (!status)
        status = final_state_find_pdf(context, card, gluon, 1, process);
    if (!status)
        status = find_coupling(context, card, process, &jets);
    if (!status)
        status = final_state_add_tables(context, card, &jets.final, gluon, 1, jets.final.count, process);
    if (!status)
        status = make_parameters(context, process, &jets);
    if (!status)
        status = write_threads(context, card, process, &jets);
    if (!status)
        status = massless_observables_create(context, card, 'j', jets.final.count, process);
    if (status)
        return status;
    final_state_warn(context, &jets.final, process->pdf);
    warn_of_precision(context, &jets, process);
    write_text(card, process, &jets);
    process->integrand.unit = unit_pb(&jets);
    if (card_request(card)->colour == COLOUR_FULL)
        add_second_stage(&jets, process);
    final_state_sampling(card, &jets.final, process);
    return TS_OK;
}

const struct process_family gluon_jets_family = {
    .info = {"g g > g g ... g", "2 to 14 gluon jets in proton collisions, leading colour (arXiv:1002.3446)",
             OBSERVABLES_OF_JETS, "jet"},
    .matches = matches,
    .explains = explains,
    .create = create,
    .evaluate = gluon_amplitude_evaluate,
    .precision = SINGLE_PRECISION,
    .couplings = {{"alpha_s", 0}},
    .uses = {"pdf", "scales", "variations", "cuts.jet.pt_min", "cuts.jet.eta_max", "cuts.jet.dr_min",
             "colour", "colour_stages", "phase_space", "amplitude.polarization", "amplitude.recursion",
             "amplitude.threads"},
};
