#include "derived/subprocess_making.h"

#include "core/context.h"
#include "core/options.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/shower_observables.h"
#include "process/variations_of_card.h"
#include "shower/beams_layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHARM = 4, BOTTOM, TOP, GLUON = 21, PHOTON = 22, Z_BOSON = 23, HIGGS = 25 };

/* Without a shower its options have no part, so that the card of a result asks for none. */
static void set_idle(struct process *process)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        if (option_is_within(options[i].key, "shower"))
            process_set_idle(process, options[i].key);
}

/* Whether the card's variations reach into the shower. Their alpha_s has to have a meaning there. */
static ts_status read_variations(struct subprocess_making *making)
{
    struct process *process = making->process;
    struct shower *shower = &process->shower;
    char sentence[300];
    shower->settings.variations = making->request->shower.variations != 0;
    if (!shower->settings.variations)
        return TS_OK;
    if (!process->variation_count)
        return subprocess_refuse(
            making, "shower.variations",
            "the variations of a shower are those that variations.scales and variations.pdf ask "
            "for: ask for some, or set it to false");
    for (size_t k = 0; k < process->variation_count; ++k) {
        const double lowest = shower->settings.cutoff * process->variations[k].mur;
        const double alpha_s = shower_alpha_s(shower, 2 * log(lowest));
        if (alpha_s <= 1)
            continue;
        snprintf(
            sentence, sizeof sentence,
            "%.100s lets the scale of the shower's alpha_s fall to %.3g GeV, where it has no meaning or is above 1: "
            "raise shower.cutoff, or set shower.variations to false",
            process->variations[k].name, lowest * shower->settings.renormalization_factor);
        return subprocess_refuse(making, "shower.variations", sentence);
    }
    source_append(&process->program.text, "#define SHOWER_VARIATIONS %zu\n", process->variation_count);
    return TS_OK;
}

ts_status subprocess_shower_read(struct subprocess_making *making)
{
    struct process *process = making->process;
    const double energy = making->setting.root_s;
    if (!shower_is_asked(making->card)) {
        set_idle(process);
        return *making->request->cuts.after_shower
                   ? subprocess_refuse(making, "cuts.after_shower",
                                       "events that do not shower have no jets behind a shower: take "
                                       "cuts.expression, or set shower.enabled to true")
                   : TS_OK;
    }
    if (!process->program.double_precision)
        return subprocess_refuse(
            making, "precision",
            "boosts of a shower need the digits of double precision: take double, or set "
            "shower.enabled to false");
    const int hadrons = subprocess_beam_is_hadron(making->card, 0) +
                        subprocess_beam_is_hadron(making->card, 1);
    ts_status status = shower_read_beams(making->context, making->card, energy, hadrons ? process->pdf : NULL,
                                         &process->shower);
    if (status)
        return status;
    if (making->request->shower.coupling == SHOWER_COUPLING_OF_PDF) {
        process_set_idle(process, "shower.alpha_s");
        process_set_idle(process, "shower.order");
        process_set_idle(process, "shower.thresholds");
    }
    if (!hadrons) {
        process_set_idle(process, "shower.coupling");
        process_set_idle(process, "shower.factorization_factor");
        process_set_idle(process, "shower.recoil");
    }
    if (hadrons == 1 && making->request->shower.recoil == RECOIL_GLOBAL)
        return subprocess_refuse(making, "shower.recoil",
                                 "beside a lepton or a photon recoil is local, so that the lepton that "
                                 "scatters stays what it was: take local");
    status = read_variations(making);
    if (status)
        return status;
    making->setting.showers = hadrons ? SHOWERS_OF_HADRONS : SHOWERS_OF_LEPTONS;
    process->cut_after = *making->request->cuts.after_shower != 0;
    source_append(&process->program.text, "#define SHOWER 1\n#define MOST_PARTONS %d\n",
                  process->shower.settings.max_partons);
    if (hadrons && making->request->shower.recoil == RECOIL_GLOBAL)
        source_append(&process->program.text, "#define SHOWER_GLOBAL 1\n");
    return TS_OK;
}

/* Whether two leptons come from an h without its decay being named: by p p > h > ta+ ta-. Or by an exclusion
 * of both photon and Z. */
static int is_from_higgs(const struct exclusion *excluded, const int *pair)
{
    const struct word_list *required = &excluded->required;
    for (int i = 0; i < required->count; ++i)
        for (int k = 0; k < required->words[i].count; ++k)
            if (required->words[i].pdg[k] == HIGGS)
                return 1;
    return pair[0] == -pair[1] && exclusion_has(excluded, PHOTON) && exclusion_has(excluded, Z_BOSON);
}

/* The W, Z or h that is all that is final, or that two leptons come from by the words of the process. 0: by
 * none, so that photons and Z or W are meant; -1: something else is final. */
static int boson_of(const struct subprocess_making *making, const struct chain *chain, const int *final)
{
    const struct subprocess_list *list = making->setting.list;
    const int alone = abs(final[0]);
    if (list->legs == LEGS_IN + 1)
        return alone >= Z_BOSON && alone <= HIGGS ? alone : -1;
    if (list->legs != LEGS_IN + 2 || !ts_model_particle(making->model, final[0])->family ||
        !ts_model_particle(making->model, final[1])->family)
        return -1;
    if (chain->count)
        return abs(chain->list[0].pdg);
    return is_from_higgs(&list->excluded, final) ? HIGGS : 0;
}

/* Known matrix elements with one parton more (beams_exact) are those of what two quarks make by a W, a Z or a
 * photon. Of an h they are those of two gluons. */
static ts_status check_exact(struct subprocess_making *making)
{
    static const char *const quarks =
        "the matrix element of the first emission is known of an h that two gluons make, and here quarks make it: "
        "set Yukawa couplings such as model.ym_b to 0, or this option to false";
    static const char *const gluons =
        "the matrix element of the first emission is known of what two quarks make, and here gluons make leptons: "
        "say that these come from an h (p p > h, h > ta+ ta-), or set it to false";
    const struct subprocess_list *list = making->setting.list;
    for (int i = 0; i < list->member_count; ++i) {
        const int *pdg = list->members[i].pdg;
        const int boson = boson_of(making, &list->groups[list->members[i].group].chain, pdg + LEGS_IN);
        if (boson < 0 || making->setting.whole[0] || making->setting.whole[1])
            return subprocess_refuse(
                making, "shower.matrix_element",
                "the matrix element of the first emission is that in front of one W, Z or h, or of "
                "the two leptons that it becomes: set it to false");
        if (boson == HIGGS && !(pdg[0] == GLUON && pdg[1] == GLUON))
            return subprocess_refuse(making, "shower.matrix_element", quarks);
        if (boson != HIGGS && !(abs(pdg[0]) < TOP && abs(pdg[1]) < TOP))
            return subprocess_refuse(making, "shower.matrix_element", gluons);
    }
    return TS_OK;
}

/* Whether the shower merges it with fewer jets, whose first emission is meant. */
static int is_merged(const struct subprocess_making *making)
{
    int merged = 0;
    for (int i = 0; i < making->part_count && making->setting.merging.by_shower; ++i)
        merged |= making->parts[i].setting.list->legs < making->setting.list->legs;
    return merged;
}

/* Whether colour lines of a subprocess have other ends than those of quarks and gluons. Sextets have, and
 * epsilon tensors, which leave quarks without antiquarks. */
static int has_other_lines(const struct subprocess_making *making, const int *pdg)
{
    int ends = 0, sextets = 0;
    for (int leg = 0; leg < making->setting.list->legs; ++leg) {
        const int colour = ts_model_particle(making->model, pdg[leg])->colour;
        sextets += abs(colour) == 6;
        if (abs(colour) == 3)
            ends += ((leg < LEGS_IN) == (pdg[leg] > 0) ? 1 : -1) * colour / 3;
    }
    return sextets || ends;
}

/* The mass of a quark in the model, GeV. */
static double mass_of(const struct subprocess_making *making, int pdg)
{
    const ts_particle *particle = ts_model_particle(making->model, pdg);
    return particle ? particle->mass : 0;
}

/* Whether any particle of a part has colour. */
static int has_colour(const struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    for (int i = 0; i < list->member_count; ++i)
        for (int leg = 0; leg < list->legs; ++leg)
            if (ts_model_particle(making->model, list->members[i].pdg[leg])->colour != 1)
                return 1;
    return 0;
}

/* Finds out which coloured particles have a mass. Those without, that are no quarks or gluons, are refused.
 */
static ts_status check_particles(struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    char sentence[400];
    if (!has_colour(making)) {
        snprintf(sentence, sizeof sentence,
                 "nothing of %.200s has colour, and nothing would radiate: set shower.enabled to false",
                 making->name);
        return subprocess_refuse(making, "shower.enabled", sentence);
    }
    for (int i = 0; i < list->member_count; ++i)
        if (has_other_lines(making, list->members[i].pdg))
            return subprocess_refuse(
                making, "shower.enabled",
                "the shower is that of quarks and gluons, and knows no sextets or epsilon tensors "
                "of colour: set it to false");
    making->setting.shower_masses = mass_of(making, CHARM) > 0 || mass_of(making, BOTTOM) > 0;
    making->setting.shower_heavy = 0;
    for (int i = 0; i < list->member_count; ++i)
        for (int leg = LEGS_IN; leg < list->legs; ++leg) {
            const int pdg = list->members[i].pdg[leg];
            const ts_particle *particle = ts_model_particle(making->model, pdg);
            if (particle->colour == 1)
                continue;
            const int heavy = abs(pdg) > TOP && pdg != GLUON;
            making->setting.shower_masses |= particle->mass > 0;
            making->setting.shower_heavy |= heavy;
            if (!heavy || particle->mass > 0)
                continue;
            snprintf(
                sentence, sizeof sentence,
                "coloured particles of a shower that are no quarks or gluons have a mass, and %.20s of %.200s "
                "has none: set shower.enabled to false",
                particle->name, making->name);
            return subprocess_refuse(making, "shower.enabled", sentence);
        }
    return TS_OK;
}

/* What comes from a coloured particle has colour lines to others, and would not keep its mass. */
static ts_status check_decays(const struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    char sentence[400];
    for (int i = 0; i < list->group_count; ++i)
        for (int k = 0; k < list->groups[i].chain.count; ++k) {
            const ts_particle *particle = ts_model_particle(making->model, list->groups[i].chain.list[k].pdg);
            if (particle->colour == 1)
                continue;
            snprintf(
                sentence, sizeof sentence,
                "a shower would not keep the mass of a coloured particle that decays, and in %.200s it is "
                "%.20s: let it be stable, or set shower.enabled to false",
                making->name, particle->name);
            return subprocess_refuse(making, "shower.enabled", sentence);
        }
    return TS_OK;
}

/* A quark or gluon that is a beam has nothing to evolve backward into. */
static ts_status check_beams(const struct subprocess_making *making)
{
    char sentence[240];
    for (int i = 0; i < LEGS_IN; ++i) {
        const struct subprocess_setting *setting = &making->setting;
        if (!setting->whole[i] || ts_model_particle(making->model, setting->beam_pdg[i])->colour == 1)
            continue;
        snprintf(
            sentence, sizeof sentence,
            "a shower needs the densities that %s comes out of, and here it is the beam: take hadrons, or "
            "set shower.enabled to false",
            making->request->beams.particles[i]);
        return subprocess_refuse(making, "beams.particles", sentence);
    }
    return TS_OK;
}

ts_status subprocess_shower_check(struct subprocess_making *making)
{
    const struct subprocess_list *list = making->setting.list;
    ts_status status = check_beams(making);
    if (!status)
        status = check_particles(making);
    if (!status)
        status = check_decays(making);
    if (status)
        return status;
    if (making->request->shower.matrix_element && !is_merged(making)) {
        status = check_exact(making);
        if (status)
            return status;
    }
    if (list->legs > making->process->shower.settings.max_partons)
        return subprocess_refuse(making, "shower.max_partons",
                                 "an event has to have room for the particles that it begins with");
    return TS_OK;
}

static ts_status add(struct subprocess_making *making, ts_status status, double *values, size_t length,
                     double *place)
{
    *place = (double)making->process->integrand.table_length;
    return status ? status : process_add_table(making->context, making->process, values, length);
}

/* The densities of a member at all scales. */
static ts_status add_member(struct subprocess_making *making, int member, double *place)
{
    double *values;
    size_t length;
    ts_pdf *pdf = NULL;
    ts_status status = pdf_create_member(making->context, making->process->pdf, member, &pdf);
    if (status)
        return status;
    status = pdf_table_create(making->context, pdf, 0, density_partons, BEAM_PARTONS, &values, &length);
    status = add(making, status, values, length, place);
    ts_pdf_destroy(&pdf);
    return status;
}

/* alpha_s at the scales of all variations: in a table beside that of the shower, whose bits depend on its
 * ends. */
static ts_status add_varied_coupling(struct subprocess_making *making, double *place)
{
    const struct process *process = making->process;
    double *values, least = 1, most = 1;
    size_t length;
    for (size_t k = 0; k < process->variation_count; ++k) {
        least = fmin(least, process->variations[k].mur);
        most = fmax(most, process->variations[k].mur);
    }
    const ts_status status = shower_varied_coupling(making->context, &process->shower, least, most, &values,
                                                    &length);
    return add(making, status, values, length, place);
}

/* The table of variations of the shower, and densities of other members than its own, which lie at
 * `densities`. */
static ts_status add_variations(struct subprocess_making *making, double densities, double *place)
{
    struct process *process = making->process;
    const ts_pdf_facts facts = ts_pdf_describe(process->pdf);
    const size_t length = (process->variation_count + 1) * SHOWER_VARIES_NUMBERS;
    double *rows = calloc(length, sizeof *rows), at = densities;
    int member = facts.member;
    double muf = 1;
    if (!rows)
        return ts_fail_memory(making->context, "a process");
    rows[SHOWER_VARIES_LOWEST] = 2 * log(facts.q_min);
    rows[SHOWER_VARIES_HIGHEST] = 2 * log(facts.q_max);
    ts_status status = add_varied_coupling(making, &rows[SHOWER_VARIES_COUPLING]);
    for (size_t k = 0; k < process->variation_count && !status; ++k) {
        const struct process_variation *variation = &process->variations[k];
        double *row = rows + (k + 1) * SHOWER_VARIES_NUMBERS;
        row[SHOWER_VARIES_LOG_R] = 2 * log(variation->mur);
        row[SHOWER_VARIES_LOG_F] = 2 * log(variation->muf);
        row[SHOWER_VARIES_SAME] = variation->muf == muf && variation->member == member;
        if (variation->member != member)
            status = variation->member == facts.member ? TS_OK : add_member(making, variation->member, &at);
        row[SHOWER_VARIES_DENSITIES] = variation->member == facts.member ? densities : at;
        muf = variation->muf;
        member = variation->member;
    }
    if (status) {
        free(rows);
        return status;
    }
    return add(making, TS_OK, rows, length, place);
}

/* Tables of densities and of the bounds of their ratios; bounds that are 0 where no beam has densities. */
static ts_status add_densities(struct subprocess_making *making, struct shower_tables *tables)
{
    struct process *process = making->process;
    double *values;
    size_t length = BOUNDS_HEAD + 3 * BEAM_PARTONS - 1;
    ts_status status;
    if (making->setting.showers == SHOWERS_OF_LEPTONS) {
        values = calloc(length, sizeof *values);
        if (!values)
            return ts_fail_memory(making->context, "a process");
        values[BOUNDS_ETAS] = values[BOUNDS_TAUS] = 1;
        return add(making, TS_OK, values, length, &tables->bounds);
    }
    status = pdf_table_create(making->context, process->pdf, 0, density_partons, BEAM_PARTONS, &values,
                              &length);
    status = add(making, status, values, length, &tables->densities);
    if (status)
        return status;
    status = density_bounds_create(making->context, process->pdf, &process->shower.scales, &values, &length);
    return add(making, status, values, length, &tables->bounds);
}

static ts_status add_coupling(struct subprocess_making *making, double *place)
{
    double *values;
    size_t length;
    const ts_status status = shower_coupling_table(making->context, &making->process->shower, &values,
                                                   &length);
    return add(making, status, values, length, place);
}

ts_status subprocess_shower_tables(struct subprocess_making *making)
{
    struct subprocess_setting *setting = &making->setting;
    const struct shower *shower = &making->process->shower;
    struct shower_tables tables = {0};
    ts_status status = add_coupling(making, &tables.coupling);
    if (!status)
        status = add_densities(making, &tables);
    if (!status && shower->settings.variations)
        status = add_variations(making, tables.densities, &tables.varied);
    if (status)
        return status;
    setting->shower_count = shower_beam_numbers();
    setting->shower_numbers = calloc(setting->shower_count, sizeof *setting->shower_numbers);
    if (!setting->shower_numbers)
        return ts_fail_memory(making->context, "a process");
    shower_beam_parameters(shower, making->card, setting->antiproton, &tables, setting->shower_numbers);
    shower_beam_quarks(mass_of(making, CHARM), mass_of(making, BOTTOM), setting->shower_numbers);
    return TS_OK;
}
