#include "reweight/elements.h"

#include "core/context.h"
#include "core/request.h"
#include "device/ranks/ranks_device.h"
#include "model/model.h"
#include "reweight/assign.h"
#include "reweight/element_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void elements_destroy(struct elements **made)
{
    struct elements *elements = *made;
    *made = NULL;
    if (!elements)
        return;
    for (size_t i = 0; i < elements->count; ++i)
        element_destroy(elements->list[i]);
    for (size_t i = 0; i < elements->found_count; ++i)
        ts_subprocesses_destroy(&elements->found[i]);
    ts_subprocesses_destroy(&elements->of_card);
    if (!elements->is_named)
        ts_model_destroy(&elements->model);
    free(elements->found);
    free(elements->list);
    free(elements->links);
    free(elements);
}

ts_status elements_create(ts_context *context, const ts_card *card, struct device *device,
                          struct elements **made)
{
    struct elements *elements = *made = calloc(1, sizeof *elements);
    if (!elements)
        return ts_fail_memory(context, "matrix elements");
    elements->card = card;
    elements->device = ranks_device_own(device);
    ts_status status = ts_model_create(context, card, &elements->model);
    if (!status && *card_request(card)->process)
        status = ts_subprocesses_create(context, card, elements->model, NULL, &elements->of_card);
    if (status)
        elements_destroy(made);
    return status;
}

ts_status elements_create_named(ts_context *context, const struct elements *of, struct elements **made)
{
    struct elements *elements = *made = calloc(1, sizeof *elements);
    if (!elements)
        return ts_fail_memory(context, "matrix elements");
    elements->card = of->card;
    elements->device = of->device;
    elements->model = of->model;
    elements->is_named = 1;
    return TS_OK;
}

ts_status elements_add(ts_context *context, struct elements *elements, const char *process)
{
    ts_subprocesses *made,
        **grown = realloc(elements->found, (elements->found_count + 1) * sizeof(ts_subprocesses *));
    if (!grown)
        return ts_fail_memory(context, "matrix elements");
    elements->found = grown;
    const ts_status status = ts_subprocesses_create(context, elements->card, elements->model, process, &made);
    if (!status)
        elements->found[elements->found_count++] = made;
    return status;
}

static int same_entries(const ts_card *one, const ts_card *other, const char *key)
{
    size_t count, others;
    const ts_card_entry *a = ts_card_entries(one, key, &count), *b = ts_card_entries(other, key, &others);
    int same = count == others;
    for (size_t i = 0; i < count && same; ++i)
        same = !strcmp(a[i].name, b[i].name) && !strcmp(a[i].value, b[i].value);
    return same;
}

int elements_same_choice(const ts_card *one, const ts_card *other)
{
    static const char *const maps[] = {"model", "orders", "define"};
    static const char *const texts[] = {"process", "polarization_frame", "couplings.alpha"};
    int same = 1;
    for (size_t i = 0; i < sizeof maps / sizeof *maps; ++i)
        same &= same_entries(one, other, maps[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        same &= ts_card_has(one, texts[i]) == ts_card_has(other, texts[i]) &&
                !strcmp(ts_card_text(one, texts[i]), ts_card_text(other, texts[i]));
    return same;
}

const ts_model *elements_model(const struct elements *elements) { return elements->model; }

uint64_t elements_hash(const struct elements *elements, uint64_t seed)
{
    const ts_model *model = elements->model;
    size_t count, vertices;
    const ts_parameter *parameters = ts_model_parameters(model, &count);
    ts_model_vertices(model, &vertices);
    for (size_t i = 0; i < count; ++i) {
        const double value[] = {parameters[i].re, parameters[i].im};
        seed = XXH3_64bits_withSeed(value, sizeof value, seed);
    }
    seed = XXH3_64bits_withSeed(model->table->hash, strlen(model->table->hash), seed);
    seed = XXH3_64bits_withSeed(model->card_hash, strlen(model->card_hash), seed);
    return XXH3_64bits_withSeed(&vertices, sizeof vertices, seed);
}

const ts_subprocesses *elements_subprocesses(const struct elements *elements) { return elements->of_card; }

void elements_print(const struct elements *elements, const struct event_kind *kind, char *text, size_t bytes)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < kind->legs && used < bytes; ++i) {
        const char *in = i == LEGS_IN ? "> " : "", *blank = i ? " " : "";
        used += ts_model_particle(elements->model, kind->pdg[i])
                    ? (size_t)snprintf(text + used, bytes - used, "%s%s%s", blank, in,
                                       ts_model_particle_name(elements->model, kind->pdg[i]))
                    : (size_t)snprintf(text + used, bytes - used, "%s%s%d", blank, in, kind->pdg[i]);
    }
}

/* Expands the process that a kind's particles say. Where there is none, `lack` says why. */
static ts_status expand(ts_context *context, struct elements *elements, const struct event_kind *kind,
                        ts_subprocesses **found, char lack[300])
{
    char text[400];
    *found = NULL;
    for (int i = 0; i < kind->legs; ++i)
        if (!ts_model_particle(elements->model, kind->pdg[i])) {
            snprintf(lack, 300, "the model has no particle %d", kind->pdg[i]);
            return TS_OK;
        }
    elements_print(elements, kind, text, sizeof text);
    const ts_status status = elements_add(context, elements, text);
    if (!status)
        *found = elements->found[elements->found_count - 1];
    if (status != TS_ERROR_INPUT)
        return status;
    snprintf(lack, 300, "%.298s", ts_context_error(context));
    lack[strcspn(lack, "\n")] = '\0';
    while (*lack && strchr(".?", lack[strlen(lack) - 1]))
        lack[strlen(lack) - 1] = '\0';
    ts_context_take_failure(context);
    return TS_OK;
}

/* The element of a group with these helicities, which is made if it is new. */
static ts_status find_element(ts_context *context, struct elements *elements,
                              const struct subprocess_group *group, const struct subprocess_list *list,
                              const signed char helicity[LEGS_MOST], double energy, struct element **found)
{
    for (size_t i = 0; i < elements->count; ++i) {
        *found = elements->list[i];
        if ((*found)->group == group && !memcmp((*found)->helicity, helicity, LEGS_MOST))
            return TS_OK;
    }
    struct element **grown = realloc(elements->list, (elements->count + 1) * sizeof(struct element *));
    if (!grown)
        return ts_fail_memory(context, "matrix elements");
    elements->list = grown;
    struct element said = {.group = group, .list = list};
    memcpy(said.helicity, helicity, LEGS_MOST);
    const ts_status status = element_create(context, elements->model, &said, energy, found);
    if (!status)
        elements->list[elements->count++] = *found;
    return status;
}

/* Whether a process asks for helicities that a file's are not to be asked for besides. */
static int is_polarised(const struct subprocess_group *group, const struct event_kind *kind)
{
    return !helicities_are_open(kind->helicity) && chain_is_polarised(&group->chain);
}

/* Whether a file gives a particle a helicity that it may have: of fermions +-1, as the file has it. */
static int has_helicity(const ts_particle *particle, int helicity)
{
    const int most = particle->spin == 2 ? 1 : (particle->spin - 1) / 2, size = abs(helicity);
    return model_helicities(particle) == 2 ? size == most : size <= most;
}

static ts_status check_helicities(ts_context *context, const ts_model *model, const struct event_kind *kind)
{
    for (int leg = 0; leg < kind->legs; ++leg)
        if (kind->helicity[leg] != HELICITY_OPEN &&
            !has_helicity(ts_model_particle(model, kind->pdg[leg]), kind->helicity[leg]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "The file has %s with SPINUP %d, which is none of its helicities: helicities have "
                           "to be summed over.",
                           ts_model_particle_name(model, kind->pdg[leg]), kind->helicity[leg]);
    return TS_OK;
}

/* Looks for the subprocess of a kind among those of a process; *best: the nearest that it came. */
static ts_status look(ts_context *context, struct elements *elements, const ts_subprocesses *among,
                      const struct event_kind *kind, double energy, struct link *link, enum assignment *best)
{
    const struct subprocess_list *list;
    const struct subprocess_group *group;
    for (size_t g = 0; (group = subprocesses_find(among, g, &list)); ++g)
        for (int i = 0; i < group->member_count && list->legs == kind->legs; ++i) {
            const enum assignment found = assign_legs(group, &group->members[i], kind, link->place);
            *best = found > *best ? found : *best;
            if (found != ASSIGNMENT_FOUND)
                continue;
            if (is_polarised(group, kind))
                return ts_fail(context, TS_ERROR_INPUT,
                               "The process has helicities in braces, and those of the file were asked for "
                               "too: leave out one of both.");
            const ts_status status = check_helicities(context, elements->model, kind);
            if (status)
                return status;
            signed char helicity[LEGS_MOST];
            memset(helicity, HELICITY_OPEN, sizeof helicity);
            for (int leg = 0; leg < kind->legs; ++leg)
                helicity[leg] = kind->helicity[link->place[leg]];
            return find_element(context, elements, group, list, helicity, energy, &link->element);
        }
    return TS_OK;
}

/* A quark of a kind that labels leave out, as the model has a mass for it; NULL: there is none. */
static const ts_particle *heavy_quark(const ts_model *model, const struct event_kind *kind)
{
    enum { BOTTOM = 5 };
    for (int leg = 0; leg < kind->legs; ++leg) {
        const int code = abs(kind->pdg[leg]);
        const ts_particle *particle = ts_model_particle(model, kind->pdg[leg]);
        if (code >= 1 && code <= BOTTOM && particle && particle->mass > 0)
            return particle;
    }
    return NULL;
}

/* Says that a kind has no matrix element, and what the process may have been meant to hold. */
static void note_lack(const struct elements *elements, const struct event_kind *kind, const char *lack,
                      int is_unknown, struct link *link)
{
    const ts_particle *quark = is_unknown ? heavy_quark(elements->model, kind) : NULL;
    if (quark)
        snprintf(
            link->lack, sizeof link->lack,
            "%s; labels such as p and j hold massless quarks, and %s has %.4g GeV in the model: name it, or set "
            "define",
            lack, ts_model_particle_name(elements->model, quark->pdg), quark->mass);
    else
        snprintf(link->lack, sizeof link->lack, "%s", lack);
}

static ts_status link_kind(ts_context *context, struct elements *elements, const struct event_kind *kind,
                           double energy, struct link *link)
{
    static const char *const lacks[] = {
        [ASSIGNMENT_NONE] = "the card's process has no such subprocess",
        [ASSIGNMENT_LINES] = "its decayed particles are not those of the card's process",
        [ASSIGNMENT_AMBIGUOUS] =
            ("it has no decayed particles, without which its final ones fit those of the "
             "card's process in several ways"),
        [ASSIGNMENT_FOUND] = ""};
    enum assignment best = ASSIGNMENT_NONE;
    *link = (struct link){.element = NULL};
    if (!kind->legs) {
        snprintf(link->lack, sizeof link->lack, "two particles have to come in, and up to %d go out",
                 LEGS_MOST - LEGS_IN);
        return TS_OK;
    }
    if (kind->is_broken) {
        snprintf(link->lack, sizeof link->lack, "a particle of it has an energy below 0");
        return TS_OK;
    }
    ts_status status = TS_OK;
    if (elements->of_card) {
        status = look(context, elements, elements->of_card, kind, energy, link, &best);
    } else {
        for (size_t i = 0; i < elements->found_count && !status && !link->element; ++i)
            status = look(context, elements, elements->found[i], kind, energy, link, &best);
        ts_subprocesses *found = NULL;
        if (!status && !link->element && !elements->is_named)
            status = expand(context, elements, kind, &found, link->lack);
        if (!status && found)
            status = look(context, elements, found, kind, energy, link, &best);
    }
    if (!status && !link->element && !*link->lack)
        note_lack(elements, kind, lacks[best], elements->of_card && best == ASSIGNMENT_NONE, link);
    return status;
}

static void note_masses(const ts_model *model, const struct event_kind *kind, struct link *link)
{
    for (int leg = 0; link->element && leg < kind->legs; ++leg)
        link->mass[leg] = ts_model_particle(model, kind->pdg[link->place[leg]])->mass;
}

ts_status elements_prepare(ts_context *context, struct elements *elements, const struct kinds *kinds)
{
    if (kinds->count > elements->link_count) {
        struct link *grown = realloc(elements->links, kinds->count * sizeof *grown);
        if (!grown)
            return ts_fail_memory(context, "matrix elements");
        elements->links = grown;
    }
    ts_status status = TS_OK;
    while (elements->link_count < kinds->count && !status) {
        const size_t i = elements->link_count;
        status = link_kind(context, elements, &kinds->list[i], kinds->energies[i], &elements->links[i]);
        if (!status)
            note_masses(elements->model, &kinds->list[i], &elements->links[i]);
        elements->link_count += !status;
        if (!status && ts_context_interrupted(context))
            status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    }
    return status;
}

const char *elements_lack(const struct elements *elements, size_t kind)
{
    return elements->links[kind].element ? NULL : elements->links[kind].lack;
}

const struct subprocess_group *elements_group(const struct elements *elements, size_t kind,
                                              const struct subprocess_list **list, const int **place)
{
    const struct link *link = &elements->links[kind];
    *list = link->element->list;
    *place = link->place;
    return link->element->group;
}

int elements_are_bounded(const struct elements *elements)
{
    return strchr(card_request(elements->card)->process, '=') != NULL;
}

size_t elements_number(const struct elements *elements, size_t kind)
{
    size_t i = 0;
    while (i < elements->count && elements->list[i] != elements->links[kind].element)
        ++i;
    return i;
}

int elements_helicity(const struct elements *elements, size_t kind, int particle)
{
    const struct link *link = &elements->links[kind];
    const struct helicities *choices = &link->element->tree.helicities;
    int leg = 0, found = HELICITY_OPEN;
    while (link->place[leg] != particle)
        ++leg;
    for (int i = 0; i < choices->count; ++i) {
        const int helicity = (int)choices->list[i * choices->legs + leg];
        if (choices->weight != 1 || (i && helicity != found))
            return HELICITY_OPEN;
        found = helicity;
    }
    return found;
}

int elements_power(const struct elements *elements, size_t kind, int *power)
{
    const struct element *element = elements->links[kind].element;
    *power = element ? element->least : 0;
    return element && element->nodes == 1 && !element->fixed;
}

int elements_fixed(const struct elements *elements, size_t kind)
{
    return elements->links[kind].element && elements->links[kind].element->fixed;
}
