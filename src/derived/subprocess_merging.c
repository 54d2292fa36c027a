#include "derived/subprocess_making.h"

#include "core/context.h"
#include "process/couplings.h"
#include "shower/event_layout.h"
#include "shower/merging_layout.h"
#include "shower/shower_of_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

ts_status subprocess_merging_read(const struct subprocess_making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct merging *merging = &setting->merging;
    static const char *const scales[] = {"scales.renormalization", "scales.factorization"};
    if (merging->scheme == MERGED_NOT)
        return TS_OK;
    if (!merging->by_shower && merging->scheme == MERGED_UMEPS)
        return subprocess_refuse(
            making, "merging.by",
            "umeps takes away what jets add behind the run's own shower: set it to shower, "
            "or take ckkwl");
    if (!merging->by_shower)
        return setting->showers
                   ? subprocess_refuse(
                         making, "merging.scheme",
                         "who reads the events merges and showers them, and the card showers them "
                         "too: set merging.by to shower, or shower.enabled to false")
                   : TS_OK;
    if (!setting->showers)
        return subprocess_refuse(making, "merging.by", "the run has no shower: set shower.enabled to true");
    if (merging->measure != MERGING_KT)
        return subprocess_refuse(
            making, merging->scheme == MERGED_MLM ? "merging.scheme" : "merging.cut",
            "the run's own shower merges by ckkwl or umeps with kt_durham alone: take these");
    for (int i = 0; i < 2; ++i)
        if ((i ? setting->scales.factorization : setting->scales.renormalization).factor > 0)
            return subprocess_refuse(
                making, scales[i],
                "merging by the shower puts scales of its emissions in the place of a fixed one: "
                "take a number in GeV");
    if (making->process->variation_count)
        return subprocess_refuse(making, subprocess_variations_key(making),
                                 "merging by the shower has no variations: take none");
    const struct request *request = making->request;
    if (merging->scheme == MERGED_UMEPS && *request->sampling.enhance)
        return subprocess_refuse(
            making, "sampling.enhance",
            "umeps has several configurations of an event, and no other density of them: leave "
            "it out, or take ckkwl");
    if (merging->scheme == MERGED_UMEPS && request->events.count && request->events.split)
        return subprocess_refuse(
            making, "events.split",
            "a file of its own has a cross section, and in umeps jets have none: take false");
    making->process->merged = 1;
    return TS_OK;
}

/* What the groups of all multiplicities have. */
struct seen {
    int least, most; /* partons of merging */
    int heavy;       /* coloured particles with a mass; below 0: no group was seen */
};

/* Counts coloured particles behind ">" that are no partons of merging. They have a mass, and are as many in
 * all groups: a gluon that becomes two of them is the shower's. */
static ts_status see_heavy(const struct subprocess_making *part, int group, struct seen *seen)
{
    const struct particle_cuts *cuts = &part->work[group].cuts;
    const int *pdg = part->setting.list->groups[group].members[0].pdg + LEGS_IN;
    char sentence[400];
    int heavy = 0;
    for (int i = 0; i < cuts->final; ++i) {
        const ts_particle *particle = ts_model_particle(part->model, pdg[i]);
        if (particle->colour == 1 || cuts->merging.partons >> i & 1)
            continue;
        ++heavy;
        if (particle->mass > 0)
            continue;
        snprintf(
            sentence, sizeof sentence,
            "the run's own shower merges jets that come from no decay, and %.150s has %.20s of one: set merging.by to reader, or leave "
            "the decay out",
            part->name, particle->name);
        return subprocess_refuse(part, "merging.by", sentence);
    }
    if (seen->heavy >= 0 && heavy != seen->heavy) {
        snprintf(
            sentence, sizeof sentence,
            "%.150s has %d coloured particles with a mass, and other processes of the card have %d: the run's own shower "
            "makes such pairs of gluons, so take one number of them, or set merging.by to reader",
            part->name, heavy, seen->heavy);
        return subprocess_refuse(part, "merging.by", sentence);
    }
    seen->heavy = heavy;
    return TS_OK;
}

/* Sees a group: how many partons it has, and whether its history has room. */
static ts_status see_group(const struct subprocess_making *part, int group, struct seen *seen)
{
    const struct particle_cuts *cuts = &part->work[group].cuts;
    const int jets = __builtin_popcount(cuts->merging.partons), legs = cuts->final + LEGS_IN;
    const int room = part->process->shower.settings.max_partons;
    const int unitary = part->setting.merging.scheme == MERGED_UMEPS; /* emissions are made and rejected */
    const int needs = (MERGING_ROWS(jets, legs) + PARTON_ROWS - 1) / PARTON_ROWS + legs + unitary;
    char sentence[300];
    seen->least = jets < seen->least ? jets : seen->least;
    seen->most = jets > seen->most ? jets : seen->most;
    const ts_status status = see_heavy(part, group, seen);
    if (status)
        return status;
    if (cuts->merging.measure == MERGING_KT_BEAMS)
        return subprocess_refuse(part, "merging.by",
                                 "the run's own shower merges between hadrons alone: take reader");
    if ((jets || unitary) && needs > room) {
        snprintf(sentence, sizeof sentence, "%.150s needs room for its history: take %d or more", part->name,
                 needs);
        return subprocess_refuse(part, "shower.max_partons", sentence);
    }
    return TS_OK;
}

/* A c or b quark that comes in becomes a gluon where its density begins. That emission cannot wait, so it
 * must not be above the scale of merging. CKKW-L would veto each such event, and UMEPS make it again and
 * again. */
static ts_status check_thresholds(const struct subprocess_making *making)
{
    const struct density_scales *scales = &making->process->shower.scales;
    const double highest = sqrt(fmax(scales->charm2, scales->bottom2));
    char sentence[300];
    if (making->setting.merging.value > highest)
        return TS_OK;
    snprintf(
        sentence, sizeof sentence,
        "c and b quarks that come in become gluons of the shower where their densities begin, at %g GeV, "
        "which is not below the scale of merging: raise it, or shower.factorization_factor",
        highest);
    return subprocess_refuse(making, "merging.value", sentence);
}

ts_status subprocess_merging_find(struct subprocess_making *making)
{
    struct seen seen = {LEGS_MOST, 0, -1};
    if (!making->setting.merging.by_shower)
        return TS_OK;
    if (shower_start_is_expression(making->card))
        return subprocess_refuse(
            making, "shower.start",
            "merging showers states that have not all final particles of the event: take auto, "
            "mass, power or a scale in GeV");
    ts_status status = check_thresholds(making);
    for (int i = 0; i < making->part_count && !status; ++i)
        for (int group = 0; group < making->parts[i].setting.list->group_count && !status; ++group)
            status = see_group(&making->parts[i], group, &seen);
    if (status)
        return status;
    if (seen.least > 0 || seen.most == 0)
        return subprocess_refuse(
            making, "process",
            "merging by the shower takes several numbers of jets from none on: write p p > z 0..2 j, "
            "for one");
    for (int i = 0; i < making->part_count; ++i)
        making->parts[i].setting.merging_most = seen.most;
    making->process->both_signs |= making->setting.merging.scheme == MERGED_UMEPS;
    return TS_OK;
}

/* Both partons of all subprocesses without jets, either from either beam. Returns how many pairs there are.
 */
static size_t find_cores(const struct subprocess_making *making, double *table)
{
    size_t count = 0;
    for (int i = 0; i < making->part_count; ++i)
        for (int g = 0; g < making->parts[i].setting.list->group_count; ++g) {
            const struct subprocess_group *group = &making->parts[i].setting.list->groups[g];
            if (making->parts[i].work[g].cuts.merging.partons)
                continue;
            for (int k = 0; k < group->member_count; ++k, count += 2) {
                if (!table)
                    continue;
                double *row = table + MERGING_CORES_HEAD + 2 * count;
                row[0] = row[3] = group->members[k].pdg[0];
                row[1] = row[2] = group->members[k].pdg[1];
            }
        }
    return count;
}

ts_status subprocess_merging_tables(struct subprocess_making *making)
{
    const struct subprocess_setting *setting = &making->setting;
    const struct merging *merging = &setting->merging;
    struct process *process = making->process;
    if (!merging->by_shower)
        return TS_OK;
    const size_t count = find_cores(making, NULL), length = MERGING_CORES_HEAD + 2 * count;
    double *table = calloc(length, sizeof *table);
    if (!table)
        return ts_fail_memory(making->context, "a process");
    table[MERGING_CORES_COUNT] = (double)count;
    find_cores(making, table);
    const struct shower_merging numbers = {.cores = (double)process->integrand.table_length,
                                           .muf = setting->scales.factorization.fixed,
                                           .alpha_s = setting->scales.alpha_s,
                                           .value = merging->value,
                                           .d = merging->d};
    shower_merging_parameters(&numbers, setting->shower_numbers);
    return process_add_table(making->context, process, table, length);
}
