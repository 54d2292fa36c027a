#include "reweight/elements.h"

#include "core/context.h"
#include "core/ranks.h"
#include "core/request.h"
#include "device/ranks/ranks_device.h"
#include "model/model.h"
#include "reweight/assign.h"
#include "reweight/element.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Momenta printed with seven digits are on their mass shells. */
static const double mass_tolerance = 1e-5;

/* What a kind of events comes to. */
struct link {
    struct element *element; /* NULL: there is none */
    int place[LEGS_MOST];    /* leg i of the group is particle place[i] of the kind */
    char lack[300];
};

struct elements {
    ts_context *context;
    const ts_card *card;
    struct device *device;
    ts_model *model;
    int is_named;             /* the processes are those that others name, and the model is theirs */
    ts_subprocesses *of_card; /* NULL: the card has no process */
    ts_subprocesses **found;  /* [found_count], one for each process of events */
    size_t found_count;
    struct element **list;
    size_t count;
    struct link *links; /* [link_count], one for each kind */
    size_t link_count;
};

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
    struct element *element = *found = calloc(1, sizeof *element);
    if (grown)
        elements->list = grown;
    if (!grown || !element) {
        free(element);
        return ts_fail_memory(context, "matrix elements");
    }
    element->group = group;
    element->list = list;
    memcpy(element->helicity, helicity, LEGS_MOST);
    elements->list[elements->count++] = element;
    return element_create(context, elements->model, energy, element);
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
    return particle->spin == 2 || particle->mass == 0 ? size == most : size <= most;
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
        snprintf(link->lack, sizeof link->lack, "%s", lacks[best]);
    return status;
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

/* Momenta of an event in the order of the element's legs, every one on its mass shell. */
static ts_status put_momenta(ts_context *context, const struct elements *elements,
                             const struct element *element, const struct link *link,
                             const struct sample *sample, size_t i, double *momenta)
{
    const int legs = element->list->legs;
    double placed[LEGS_MOST * MOMENTUM];
    const struct event_kind *kind = &sample->kinds.list[sample->events[i].kind];
    for (int leg = 0; leg < legs; ++leg) {
        const double *p = sample->momenta[i] + MOMENTUM * link->place[leg];
        const double mass = ts_model_particle(elements->model, kind->pdg[link->place[leg]])->mass;
        const double length = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
        if (!(p[0] > 0 && fabs(p[0] - hypot(length, mass)) <= mass_tolerance * p[0]))
            return ts_fail(context, TS_ERROR_INPUT,
                           "Event %llu: %s has the mass %.9g GeV in the model, and %.9g GeV in the file. "
                           "The mass of a particle that is final cannot change: set it in `model`, or name "
                           "its decay.",
                           (unsigned long long)sample->events[i].place,
                           ts_model_particle_name(elements->model, kind->pdg[link->place[leg]]), mass,
                           sqrt(fmax(0, (p[0] - length) * (p[0] + length))));
        memcpy(placed + MOMENTUM * leg, p, MOMENTUM * sizeof *p);
    }
    const int framed = element->apart || !helicities_are_open(element->helicity) ||
                       chain_is_polarised(&element->group->chain);
    if (framed)
        chain_boost(&element->group->chain, legs, placed, momenta);
    else
        memcpy(momenta, placed, (size_t)(MOMENTUM * legs) * sizeof *momenta);
    return TS_OK;
}

/* Room for the events of one element. */
struct gathered {
    double *momenta, *alpha_s;
    size_t *places; /* in the sample */
};

static void gathered_free(struct gathered *gathered)
{
    free(gathered->momenta);
    free(gathered->alpha_s);
    free(gathered->places);
}

static ts_status gathered_create(ts_context *context, size_t most, struct gathered *gathered)
{
    *gathered = (struct gathered){malloc((most + 1) * LEGS_MOST * MOMENTUM * sizeof(double)),
                                  malloc((most + 1) * sizeof(double)), malloc((most + 1) * sizeof(size_t))};
    if (gathered->momenta && gathered->alpha_s && gathered->places)
        return TS_OK;
    gathered_free(gathered);
    return ts_fail_memory(context, "matrix elements");
}

/* Whether alpha_s is one number for all events of an element, whichever rank has them. */
static int has_one_alpha_s(const struct elements *elements, const struct element *element,
                           const struct sample *sample, const double *alpha_s)
{
    const double *one = NULL;
    for (size_t i = 0; i < sample->count; ++i) {
        if (elements->links[sample->events[i].kind].element != element)
            continue;
        if (one && *one != alpha_s[i])
            return 0;
        one = &alpha_s[i];
    }
    return !sample->varies;
}

/* The values of the events of one element: [first[i]] of event i and what follows. */
static ts_status evaluate_element(ts_context *context, struct elements *elements, struct element *element,
                                  const struct sample *sample, struct share share, const double *alpha_s,
                                  struct gathered *gathered, const size_t *first, double *values)
{
    const size_t numbers = MOMENTUM * (size_t)element->list->legs;
    struct element *by = first ? element->by_choice : element;
    const size_t width = element_width(by);
    size_t count = 0;
    ts_status status = TS_OK;
    for (size_t i = share.first; i < sample->count && !status; i += share.step) {
        const struct link *link = &elements->links[sample->events[i].kind];
        if (link->element != element)
            continue;
        gathered->places[count] = i;
        gathered->alpha_s[count] = alpha_s[i];
        status = put_momenta(context, elements, by, link, sample, i, gathered->momenta + numbers * count++);
    }
    double *found = status ? NULL : malloc((count * width + 1) * sizeof *found);
    if (!status && !found)
        status = ts_fail_memory(context, "matrix elements");
    if (!status)
        status = element_evaluate(context, elements->device, by, gathered->momenta, gathered->alpha_s,
                                  has_one_alpha_s(elements, element, sample, alpha_s), count, found);
    for (size_t i = 0; i < count * width && !status; ++i) {
        const size_t place = gathered->places[i / width];
        values[first ? first[place] + i % width : place] = found[i];
        if (!isfinite(found[i]))
            status = ts_fail(context, TS_ERROR_NUMERIC,
                             "Event %llu: the squared matrix element is not a finite number: are momenta "
                             "collinear, or a propagator at its pole without width?",
                             (unsigned long long)sample->events[place].place);
    }
    free(found);
    return status;
}

/* Evaluates the events of a share; `first`: where the values of each begin, one a choice of helicities; NULL:
 * each has one value. */
static ts_status evaluate_share(ts_context *context, struct elements *elements, const struct sample *sample,
                                struct share share, const double *alpha_s, const size_t *first,
                                double *values)
{
    struct gathered gathered;
    ts_status status = gathered_create(context, sample->count, &gathered);
    if (status)
        return status;
    for (size_t k = 0; k < elements->count; ++k)
        elements->list[k]->found = 0;
    for (size_t i = share.first; i < sample->count; i += share.step) {
        struct element *element = elements->links[sample->events[i].kind].element;
        if (element)
            ++element->found;
        else if (!first)
            values[i] = NAN;
    }
    for (size_t k = 0; k < elements->count && !status; ++k)
        if (elements->list[k]->found)
            status = evaluate_element(context, elements, elements->list[k], sample, share, alpha_s, &gathered,
                                      first, values);
    if (!status && ts_context_interrupted(context))
        status = ts_fail(context, TS_INTERRUPTED, "Interrupted.");
    gathered_free(&gathered);
    return status;
}

ts_status elements_evaluate(ts_context *context, struct elements *elements, const struct sample *sample,
                            const double *alpha_s, double *values)
{
    const struct share share = {(size_t)ranks_own(context), (size_t)ranks_count(context)};
    struct ranks *ranks = ranks_part(context);
    const ts_status status = evaluate_share(context, elements, sample, share, alpha_s, NULL, values);
    ranks_come_back(context, ranks);
    return ranks_deal(context, "squared matrix elements", status, values, sample->count, 1);
}

/* The element with a value for each choice of helicities, which is made where it is new. */
static ts_status find_by_choice(ts_context *context, const struct elements *elements, struct element *element)
{
    if (element->by_choice)
        return TS_OK;
    struct element *made = element->by_choice = calloc(1, sizeof *made);
    if (!made)
        return ts_fail_memory(context, "matrix elements");
    made->group = element->group;
    made->list = element->list;
    made->apart = 1;
    memcpy(made->helicity, element->helicity, sizeof made->helicity);
    return element_create(context, elements->model, element->unit * (element->list->legs - LEGS_IN), made);
}

ts_status elements_evaluate_apart(ts_context *context, struct elements *elements, const struct sample *sample,
                                  struct share share, const double *alpha_s, size_t *first, double **values)
{
    size_t count = 0;
    ts_status status = TS_OK;
    *values = NULL;
    for (size_t i = 0; i < sample->count && !status; ++i) {
        struct element *element = elements->links[sample->events[i].kind].element;
        first[i] = count;
        if (!element || i % share.step != share.first)
            continue;
        status = find_by_choice(context, elements, element);
        count += status ? 0 : element_width(element->by_choice);
    }
    first[sample->count] = count;
    *values = status ? NULL : malloc((count + 1) * sizeof **values);
    if (!status && !*values)
        status = ts_fail_memory(context, "matrix elements");
    if (!status)
        status = evaluate_share(context, elements, sample, share, alpha_s, first, *values);
    if (status) {
        free(*values);
        *values = NULL;
    }
    return status;
}

ts_status elements_choice(ts_context *context, const struct elements *elements, size_t kind, size_t choice,
                          signed char helicity[LEGS_MOST])
{
    const struct link *link = &elements->links[kind];
    const ts_status status = find_by_choice(context, elements, link->element);
    if (status)
        return status;
    const struct helicities *choices = &link->element->by_choice->tree.helicities;
    if (choice >= (size_t)choices->count) /* a checkpoint may say anything */
        return ts_fail(context, TS_ERROR_INPUT, "There is no choice %zu of helicities: there are %d.",
                       choice + 1, choices->count);
    for (int leg = 0; leg < choices->legs; ++leg)
        helicity[link->place[leg]] = choices->list[choice * (size_t)choices->legs + (size_t)leg];
    return TS_OK;
}
