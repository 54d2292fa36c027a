#include "decay/squares.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

ts_status squares_create(ts_context *context, const ts_card *card, const char *path,
                         struct elements *production, struct squares *squares)
{
    *squares = (struct squares){.context = context, .path = path, .card = card, .production = production};
    ts_status status = elements_create_named(context, production, &squares->decayed);
    squares->sample = calloc(1, sizeof *squares->sample);
    squares->moved = calloc(1, sizeof *squares->moved);
    squares->moved_values = calloc(EVENTS_AT_ONCE, sizeof *squares->moved_values);
    squares->attempts = calloc(EVENTS_AT_ONCE, sizeof *squares->attempts);
    squares->values = calloc(EVENTS_AT_ONCE, sizeof *squares->values);
    squares->alpha_s = calloc(EVENTS_AT_ONCE, sizeof *squares->alpha_s);
    if (!status && !(squares->sample && squares->moved && squares->attempts && squares->values &&
                     squares->alpha_s && squares->moved_values))
        status = ts_fail_memory(context, "decays of events");
    if (!status) { /* of its masses the events tell before they have decays */
        squares->sample->model = elements_model(squares->production);
        squares->sample->is_told = 1;
        squares->moved->model = squares->sample->model;
        squares->moved->is_told = squares->moved->is_moved = 1;
    }
    return status;
}

void squares_destroy(struct squares *squares)
{
    elements_destroy(&squares->decayed); /* whose model is that of the production */
    if (squares->sample)
        kinds_free(&squares->sample->kinds);
    free(squares->sample);
    free(squares->moved); /* whose kinds are the production's */
    free(squares->moved_values);
    free(squares->particles);
    free(squares->attempts);
    free(squares->values);
    free(squares->alpha_s);
    free(squares->texts);
    *squares = (struct squares){.context = NULL};
}

/* A frame of helicities is named by numbers of particles, which decays of the process move; but what comes in
 * stands first in both. */
static ts_status check_frame(const struct squares *squares, size_t production)
{
    const struct subprocess_list *list;
    const int *place;
    const struct subprocess_group *group = elements_group(squares->production, production, &list, &place);
    if (!group->chain.count || !group->chain.frame)
        return TS_OK;
    return ts_card_refuse(
        squares->context, squares->card, "polarization_frame",
        "decays of events take a frame of helicities where the process itself has no decays");
}

/* Makes the process of a plan known, where it is new. */
static ts_status add_process(struct squares *squares, size_t production, const struct plan *plan)
{
    char text[DECAY_TEXT_BYTES];
    const ts_status status = check_frame(squares, production);
    if (status)
        return status;
    decay_text(squares->production, production, squares->ways, plan, text);
    const uint64_t number = XXH3_64bits(text, strlen(text));
    for (size_t i = 0; i < squares->text_count; ++i)
        if (squares->texts[i] == number)
            return TS_OK;
    uint64_t *grown = realloc(squares->texts, (squares->text_count + 1) * sizeof *grown);
    if (!grown)
        return ts_fail_memory(squares->context, "decays of events");
    squares->texts = grown;
    squares->texts[squares->text_count++] = number;
    return elements_add(squares->context, squares->decayed, text);
}

ts_status squares_refuse(const struct squares *squares, const struct elements *elements,
                         const struct kinds *kinds, size_t kind, uint64_t event)
{
    char text[400];
    elements_print(elements, &kinds->list[kind], text, sizeof text);
    return ts_fail(squares->context, TS_ERROR_INPUT, "%s: event %llu%s%s has no matrix element: %s.",
                   squares->path, (unsigned long long)event, *text ? ", " : "", *text ? text : "",
                   elements_lack(elements, kind));
}

ts_status squares_kind(struct squares *squares, size_t production, uint64_t event, const struct plan *plan,
                       size_t *kind)
{
    const ts_event decayed = plan_event(plan);
    double momenta[LEGS_MOST * MOMENTUM];
    ts_status status = add_process(squares, production, plan);
    if (!status)
        status = kinds_find(squares->context, &squares->sample->kinds, squares->path, &decayed,
                            squares->helicities, kind, momenta);
    if (!status)
        status = elements_prepare(squares->context, squares->decayed, &squares->sample->kinds);
    if (!status && elements_lack(squares->decayed, *kind))
        status = squares_refuse(squares, squares->decayed, &squares->sample->kinds, *kind, event);
    return status;
}

ts_status squares_add(struct squares *squares, const struct plan *plan, uint64_t place, double alpha_s,
                      const struct attempt *attempt)
{
    ts_event event = plan_event(plan);
    event.place = place;
    squares->attempts[squares->sample->count] = *attempt;
    squares->alpha_s[squares->sample->count] = alpha_s;
    return sample_add(squares->context, squares->path, &event, squares->helicities, squares->sample);
}

ts_status squares_add_moved(struct squares *squares, const struct plan *plan, const struct sample *of,
                            size_t i)
{
    if (plan->of_file > squares->particle_room) {
        ts_event_particle *grown = realloc(squares->particles, plan->of_file * sizeof *grown);
        if (!grown)
            return ts_fail_memory(squares->context, "decays of events");
        squares->particles = grown;
        squares->particle_room = plan->of_file;
    }
    memcpy(squares->particles, plan->particles, plan->of_file * sizeof *squares->particles);
    for (size_t k = 0; k < plan->of_file; ++k)
        squares->particles[k].status = plan->original[k].status;
    sample_add_moved(squares->context, squares->path,
                     &(ts_event){.place = of->events[i].place,
                                 .particles = squares->particles,
                                 .particle_count = plan->of_file},
                     of, i, squares->moved);
    return TS_OK;
}

ts_status squares_evaluate(struct squares *squares)
{
    ts_status status = TS_OK;
    if (squares->sample->count)
        status = elements_evaluate(squares->context, squares->decayed, squares->sample, squares->alpha_s,
                                   squares->values);
    if (!status && squares->moved->count)
        status = elements_evaluate(squares->context, squares->production, squares->moved, squares->alpha_s,
                                   squares->moved_values);
    return status;
}

void squares_clear(struct squares *squares) { squares->sample->count = squares->moved->count = 0; }
