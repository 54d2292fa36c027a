#include "process/process.h"

#include "core/context.h"
#include "process/gluon_jets.h"
#include "process/observables.h"
#include "process/particles.h"
#include "process/parton_observables.h"
#include "process/photons.h"
#include "process/quark_pairs.h"
#include "tessera/process.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The families of processes, in both tables. */
enum { GLUON_JETS, PHOTONS, ELECTRON_PHOTONS, QUARK_PAIRS, FAMILIES };

static const ts_process_info infos[FAMILIES] = {
    [GLUON_JETS] = {"g g > g g ... g",
                    "2 to 14 gluon jets in proton collisions, leading colour (arXiv:1002.3446)",
                    OBSERVABLES_NAMES, "jet"},
    [PHOTONS] =
        {"q q~ > a a ... a",
         "2 to 8 photons from a quark of one proton and its antiquark of the other (u u~, u~ u, ...), or "
         "p p: from any (arXiv:0908.4403)",
         OBSERVABLES_NAMES, "photon"},
    [ELECTRON_PHOTONS] = {"e+ e- > a a ... a",
                          "2 to 8 photons where an electron and a positron meet (beams.particles: [e+, e-])",
                          OBSERVABLES_NAMES, "photon"},
    [QUARK_PAIRS] =
        {"e+ e- > q q~",
         "a quark and its antiquark through photon and Z, all five flavours (also as j j) or one (u u~, b b~, ...), "
         "with a parton shower (arXiv:2403.08692)",
         PARTON_OBSERVABLES_NAMES, "none"},
};

/* Options without part in processes with photons, and with electrons. */
#define IDLE_JETS                                                                                            \
    "couplings.alpha_s", "scales.renormalization", "cuts.jet.pt_min", "cuts.jet.eta_max", "cuts.jet.dr_min", \
        "amplitude.polarization", "amplitude.recursion", "amplitude.threads"
#define IDLE_PHOTONS "cuts.photon.pt_min", "cuts.photon.eta_max", "cuts.photon.dr_min", "amplitude.helicities"
#define IDLE_DENSITIES "pdf", "scales.factorization"
#define IDLE_Z "couplings.sin2_theta_w", "couplings.m_z", "couplings.gamma_z"

/* `electrons`: they are its beams. `precision`: what it needs. `idle`: options that have no part in it. */
static const struct family {
    int (*matches)(const struct particle_list *list);
    ts_status (*create)(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process);
    int electrons, showers;
    const char *precision;
    const char *idle[24];
} families[FAMILIES] = {
    [GLUON_JETS] =
        {gluon_jets_matches, gluon_jets_create, 0, 0, "single", {"couplings.alpha", IDLE_Z, IDLE_PHOTONS}},
    [PHOTONS] = {photons_matches, photons_create, 0, 0, "single", {IDLE_Z, IDLE_JETS}},
    [ELECTRON_PHOTONS] =
        {photons_match_electrons, photons_create, 1, 0, "single", {IDLE_DENSITIES, IDLE_Z, IDLE_JETS}},
    [QUARK_PAIRS] = {quark_pairs_matches,
                     quark_pairs_create,
                     1,
                     1,
                     "double",
                     {IDLE_DENSITIES, IDLE_JETS, IDLE_PHOTONS, "colour", "phase_space"}},
};

ts_status ts_process_list(ts_context *context, const ts_process_info **list, size_t *count)
{
    (void)context;
    *list = infos;
    *count = FAMILIES;
    return TS_OK;
}

/* Why no family computes it. */
static void explain(const struct particle_list *list, const char *name, char *sentence, size_t bytes)
{
    int gluons = 0, photons = 0;
    for (int i = 0; i < list->count; ++i) {
        gluons += list->pdg[i] == 21;
        photons += i >= INCOMING && list->pdg[i] == 22;
    }
    if (gluons == list->count)
        snprintf(sentence, bytes,
                 "\"%s\" is too short: there are at least two gluons behind \">\", like g g > g g", name);
    else if (photons == list->count - INCOMING && gluons == 0)
        snprintf(
            sentence, bytes,
            "\"%s\" is not there: %d to %d photons come from a quark and its antiquark, like u u~ > a a, "
            "from p p, or from e+ e-",
            name, FEWEST_PHOTONS, MOST_PHOTONS);
    else
        snprintf(sentence, bytes, "\"%s\" is not there yet: there are %s, %s, %s and %s", name,
                 infos[GLUON_JETS].pattern, infos[PHOTONS].pattern, infos[ELECTRON_PHOTONS].pattern,
                 infos[QUARK_PAIRS].pattern);
}

/* Says which options of the card have no part in the process. */
static void warn_of_idle(ts_context *context, const ts_card *card, const struct family *family,
                         const char *name)
{
    for (int i = 0; family->idle[i]; ++i)
        if (ts_card_has(card, family->idle[i]))
            ts_log(context, TS_LOG_WARNING, "%s has no part in %s and changes nothing.", family->idle[i],
                   name);
}

/* Electrons and positrons are the beams themselves; all else comes from protons. */
static ts_status check_beams(ts_context *context, const ts_card *card, const struct family *family,
                             const struct particle_list *list, const char *name)
{
    const int electrons = family->electrons;
    char sentence[320];
    for (int i = 0; i < INCOMING; ++i) {
        if (!strcmp(ts_card_particle(card, "beams.particles", i),
                    electrons ? particles_name(list->pdg[i]) : "p"))
            continue;
        snprintf(sentence, sizeof sentence, "%s has other beams: write beams.particles: [%s, %s]", name,
                 electrons ? particles_name(list->pdg[0]) : "p",
                 electrons ? particles_name(list->pdg[1]) : "p");
        return ts_card_refuse(context, card, "beams.particles", sentence);
    }
    return TS_OK;
}

static void choose_precision(const ts_card *card, const struct family *family, struct process *process)
{
    const char *asked = ts_card_text(card, "precision");
    const char *precision = strcmp(asked, "auto") ? asked : family->precision;
    process->double_precision = !strcmp(precision, "double");
    process->mixed = !strcmp(precision, "mixed");
}

static ts_status create(ts_context *context, const ts_card *card, struct process *process)
{
    char sentence[400];
    struct particle_list list;
    particles_parse(ts_card_text(card, "process"), &list, sentence, sizeof sentence);
    if (*sentence)
        return ts_card_refuse(context, card, "process", sentence);
    particles_print(&list, process->name, sizeof process->name);
    for (size_t i = 0; i < FAMILIES; ++i)
        if (families[i].matches(&list)) {
            ts_status status = check_beams(context, card, &families[i], &list, process->name);
            if (!status && !families[i].showers)
                status = shower_refuse(context, card, process->name);
            if (status)
                return status;
            choose_precision(card, &families[i], process);
            warn_of_idle(context, card, &families[i], process->name);
            return families[i].create(context, card, &list, process);
        }
    explain(&list, process->name, sentence, sizeof sentence);
    return ts_card_refuse(context, card, "process", sentence);
}

ts_status process_create(ts_context *context, const ts_card *card, int bins, struct process *process)
{
    *process = (struct process){0};
    static const char *const say = "say what to compute, for example process: g g > g g g";
    if (!*ts_card_text(card, "process"))
        return ts_card_has(card, "process") ? ts_card_refuse(context, card, "process", say)
                                            : ts_fail(context, TS_ERROR_INPUT, "process: %s.", say);
    source_append(&process->text, "#define GRID_BINS %d\n", bins);
    ts_status status = create(context, card, process);
    if (!status && process->text.failed)
        status = ts_fail_memory(context, "a program");
    process->integrand.text = process->text.text;
    process->integrand.double_precision = process->double_precision;
    process->integrand.mixed = process->mixed;
    if (status)
        process_destroy(process);
    return status;
}

double process_alpha(const ts_card *card, double usual)
{
    const double alpha = ts_card_number(card, "couplings.alpha");
    return isnan(alpha) ? usual : alpha;
}

const char *process_precision(const struct process *process)
{
    return process->mixed ? "mixed" : process->double_precision ? "double" : "single";
}

void process_destroy(struct process *process)
{
    ts_pdf_destroy(&process->pdf);
    source_free(&process->text);
    free(process->parameters);
    for (int i = 0; i < CHAIN_TABLES; ++i)
        free(process->tables[i]);
    free(process->axes);
    free(process->histograms);
    *process = (struct process){0};
}
