#include "derived/subprocess_making.h"

#include "core/context.h"
#include "selection/particle_observables.h"
#include "selection/quantity_spans.h"
#include "selection/usual_ranges.h"
#include "shower/shower_of_card.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether a final particle is the same in all subprocesses. */
static int is_everywhere(const struct subprocess_list *list, int place, int pdg)
{
    for (int i = 0; i < list->group_count; ++i)
        for (int k = 0; k < list->groups[i].member_count; ++k)
            if (list->groups[i].members[k].pdg[LEGS_IN + place] != pdg)
                return 0;
    return 1;
}

/* The letter of a quark or gluon by its code; 0: it is no jet. */
static char letter_of_flavour(int pdg)
{
    static const char letters[] = {[1] = 'd', [2] = 'u', [3] = 's', [4] = 'c', [5] = 'b', [21] = 'g'};
    return abs(pdg) < (int)sizeof letters ? letters[abs(pdg)] : '\0';
}

/* The flavour of a jet that is the same quark, its antiquark or a gluon in all subprocesses. */
static char flavour_of(const struct subprocess_list *list, int place)
{
    const char flavour = letter_of_flavour(list->groups[0].members[0].pdg[LEGS_IN + place]);
    for (int i = 0; i < list->group_count; ++i)
        for (int k = 0; k < list->groups[i].member_count; ++k)
            if (letter_of_flavour(list->groups[i].members[k].pdg[LEGS_IN + place]) != flavour)
                return '\0';
    return flavour;
}

/* The letter of a final particle of a group: that of its members. */
static char letter_of(const struct subprocess_making *making, int group, int place)
{
    const int pdg = making->setting.list->groups[group].members[0].pdg[LEGS_IN + place];
    return particle_letter(pdg, making->work[group].cuts.kind[place]);
}

/* Whether a letter stands for the same places in all groups. */
static int is_even(const struct subprocess_making *making, char letter)
{
    for (int group = 1; group < making->setting.list->group_count; ++group)
        for (int i = 0; i < making->work[0].cuts.final; ++i)
            if ((letter_of(making, 0, i) == letter) != (letter_of(making, group, i) == letter))
                return 0;
    return 1;
}

/* Adds a word to a list of them between blanks, unless it is there or does not fit. */
static void add_word(const char *word, char words[256])
{
    char text[24];
    const size_t used = strlen(words);
    snprintf(text, sizeof text, " %s ", word);
    if (!strstr(words, text) && used + strlen(text) < 256)
        snprintf(words + used, 256 - used, "%s", text);
}

/* Letters and names that only some subprocesses of the part have, in its place of the process. */
static void find_partial(const struct subprocess_making *making, char words[256])
{
    const struct subprocess_list *list = making->setting.list;
    for (int group = 0; group < list->group_count; ++group)
        for (int i = 0; i < list->legs - LEGS_IN; ++i) {
            const char letter[] = {letter_of(making, group, i), 0};
            if (*letter && !is_even(making, *letter))
                add_word(letter, words);
            for (int k = 0; k < list->groups[group].member_count; ++k) {
                const int pdg = list->groups[group].members[k].pdg[LEGS_IN + i];
                char name[16];
                quantity_name(ts_model_particle_name(making->model, pdg), name);
                const char flavour[] = {letter_of_flavour(pdg), 0};
                if (!is_everywhere(list, i, pdg))
                    add_word(name, words);
                if (*flavour && !flavour_of(list, i))
                    add_word(flavour, words);
            }
        }
}

void subprocess_name_particles(const struct subprocess_making *making, struct named_particle *particles)
{
    const struct subprocess_list *list = making->setting.list;
    const int *pdg = list->groups[0].members[0].pdg + LEGS_IN;
    const struct particle_cuts *cuts = &making->work[0].cuts;
    for (int i = 0; i < cuts->final; ++i) {
        const char letter = letter_of(making, 0, i);
        particles[i].letter = is_even(making, letter) ? letter : '\0';
        particles[i].flavour = flavour_of(list, i);
        if (is_everywhere(list, i, pdg[i]))
            quantity_name(ts_model_particle_name(making->model, pdg[i]), particles[i].name);
    }
}

/* What the cuts of all groups leave, and limits of the masses of resonances. */
static struct particle_cuts widest_cuts(const struct subprocess_making *making)
{
    struct particle_cuts widest = making->work[0].cuts;
    for (int group = 0; group < making->setting.list->group_count; ++group) {
        struct particle_cuts cuts = making->work[group].cuts;
        for (int i = 1; i < cuts.final; ++i)
            for (int k = 0; k < i; ++k)
                chain_limits(&making->setting.list->groups[group].chain, making->model,
                             1u << (LEGS_IN + i) | 1u << (LEGS_IN + k), &cuts.mass_min[cut_pair(i, k)],
                             &cuts.mass_max[cut_pair(i, k)]);
        if (group)
            usual_ranges_widen(&widest, &cuts);
        else
            widest = cuts;
    }
    return widest;
}

/* The cut of a part, and scales that are expressions, where they have a part: that at which its shower begins
 * too. */
static ts_status write_expressions(struct subprocess_making *making, const struct observed *observed)
{
    const struct subprocess_setting *setting = &making->setting;
    const char *name = making->part_count > 1 ? making->name : NULL;
    ts_status status = quantities_cut(making->context, making->card, observed->particles,
                                      observed->widest.final, name, observed->text);
    if (!status && setting->scales.renormalization.factor > 0)
        status = quantities_scale(making->context, making->card, "scales.renormalization",
                                  "SCALE_R_EXPRESSION", observed->particles, observed->widest.final, name,
                                  observed->text);
    if (!status && setting->scales.factorization.factor > 0 && setting->scales.parton_count)
        status = quantities_scale(making->context, making->card, "scales.factorization", "SCALE_F_EXPRESSION",
                                  observed->particles, observed->widest.final, name, observed->text);
    if (!status && setting->showers && shower_start_is_expression(making->card))
        status = quantities_option(making->context, making->card, "shower.start", "SHOWER_START_EXPRESSION",
                                   observed->particles, observed->widest.final, name, SHOWER_STARTS,
                                   observed->text);
    return status;
}

/* The expression by which events are enhanced, of each part by its own particles. All begin at one value, so
 * that parts keep their order: the card's, or the least that cuts leave in any. */
static ts_status write_enhancement(struct subprocess_making *making, const struct observed *parts)
{
    static const char *const key = "sampling.enhance";
    double from = INFINITY;
    ts_status status = TS_OK;
    if (!*making->request->sampling.enhance)
        return TS_OK;
    for (int i = 0; i < making->part_count && !status; ++i) {
        double least = 0;
        const struct cut_quantities within = {parts[i].particles, &parts[i].widest};
        status = quantities_enhance(making->context, making->card, parts[i].particles, parts[i].widest.final,
                                    quantity_span, &within,
                                    making->part_count > 1 ? making->parts[i].name : NULL, parts[i].text,
                                    &least);
        from = fmin(from, least);
    }
    if (!status && making->request->sampling.enhance_from > 0)
        from = making->request->sampling.enhance_from;
    if (!status && !(from > 0 && isfinite(from)))
        return ts_card_refuse(
            making->context, making->card, key,
            "the expression may be zero or less, where weights that undo it have no limit: "
            "say sampling.enhance_from, the value up to which the density is left as it is");
    for (int i = 0; i < making->part_count; ++i)
        making->parts[i].setting.enhanced_from = from;
    return status;
}

ts_status subprocess_observables_create(struct subprocess_making *making)
{
    struct observed *parts = calloc((size_t)making->part_count, sizeof *parts);
    ts_status status = parts ? TS_OK : ts_fail_memory(making->context, "the histograms");
    for (int i = 0; i < making->part_count && !status; ++i) {
        struct subprocess_making *part = &making->parts[i];
        parts[i].widest = widest_cuts(part);
        parts[i].count = parts[i].widest.final;
        parts[i].text = &part->setting.observables;
        subprocess_name_particles(part, parts[i].particles);
        find_partial(part, parts[i].partial);
        status = write_expressions(part, &parts[i]);
        parts[i].showers = part->setting.showers;
        for (int k = 0; k < parts[i].widest.final && parts[i].showers; ++k)
            if (parts[i].particles[k].letter == 'j') /* which is no jet behind the shower */
                parts[i].particles[k] = (struct named_particle){.letter = '\0'};
        if (!status && parts[i].showers)
            status = quantities_cut_after(making->context, making->card, parts[i].particles,
                                          parts[i].widest.final, parts[i].showers,
                                          making->part_count > 1 ? part->name : NULL, &parts[i].needs,
                                          parts[i].text);
    }
    if (!status)
        status = write_enhancement(making, parts);
    if (!status)
        status = particle_observables_create(making->context, making->card, parts, making->part_count,
                                             making->process);
    free(parts);
    return status;
}
