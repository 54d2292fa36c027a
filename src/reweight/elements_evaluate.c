/* Squared matrix elements of the events of a sample, element by element. */
#include "amplitude/mass_shell.h"
#include "core/context.h"
#include "core/ranks.h"
#include "reweight/element_links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        const double mass = link->mass[leg];
        if (!sample->is_moved && !mass_shell_holds(p, mass)) {
            const double length = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
            return ts_fail(context, TS_ERROR_INPUT,
                           "Event %llu: %s has the mass %.9g GeV in the model, and %.9g GeV in the file. "
                           "The mass of a particle that is final cannot change: set it in `model`, or name "
                           "its decay.",
                           (unsigned long long)sample->events[i].place,
                           ts_model_particle_name(elements->model, kind->pdg[link->place[leg]]), mass,
                           sqrt(fmax(0, (p[0] - length) * (p[0] + length))));
        }
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

int elements_vary(const struct elements *elements, const struct element *element, const struct sample *sample,
                  const double *alpha_s)
{
    const double *one = NULL;
    for (size_t i = 0; i < sample->count; ++i) {
        if (element && elements->links[sample->events[i].kind].element != element)
            continue;
        if (one && *one != alpha_s[i])
            return 1;
        one = &alpha_s[i];
    }
    return sample->varies;
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
                                  element_is_mixed(by) && elements_vary(elements, element, sample, alpha_s),
                                  count, found);
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
    struct element said = {.group = element->group, .list = element->list, .apart = 1};
    memcpy(said.helicity, element->helicity, sizeof said.helicity);
    return element_create(context, elements->model, &said, element->unit * (element->list->legs - LEGS_IN),
                          &element->by_choice);
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
