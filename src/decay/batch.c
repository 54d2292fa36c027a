#include "decay/batch.h"

#include "core/context.h"
#include "core/ranks.h"
#include "core/request.h"
#include "decay/squares.h"
#include "event/record_layout.h"
#include "io/event.h"
#include "io/event_file.h"
#include "reweight/rescale.h"
#include "subprocess/chain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SCOUTED_EVENTS = 64, SCOUTS = 1 << 13, ROUNDS_MOST = 16, ATTEMPTS_MOST = 256 };

/* What the largest weight that was found is taken for. */
static const double margin = 1.25;

/* How much more likely than the event of the file one may count that masses have moved. Beyond, they have let
 * a jet become soft, or come from what decays: where the file, by its cuts and its process, has no events. */
static const double moved_most = 2;

ts_status batch_create(ts_context *context, const ts_decay_settings *settings, const char *path,
                       struct device *device, struct batch *batch)
{
    const ts_card *card = settings->card;
    *batch = (struct batch){.seed = card_request(card)->integration.seed,
                            .without_spins = settings->without_spins,
                            .draws_helicities = settings->draw_helicities,
                            .window = settings->window > 0 ? settings->window : RESONANCE_WIDTHS};
    ts_status status = hypothesis_create(context, card, device, NULL, 1, 1, &batch->of_card);
    if (!status)
        status = squares_create(context, card, path, batch->of_card.elements, &batch->squares);
    if (!status)
        status = ways_create(context, card, elements_model(batch->squares.production), &batch->ways);
    batch->squares.ways = &batch->ways;
    batch->squares.helicities = settings->of_file_helicities && !settings->without_spins
                                    ? HELICITIES_WHERE_KNOWN
                                    : HELICITIES_SUMMED;
    batch->sample = calloc(1, sizeof *batch->sample);
    batch->alpha_s = calloc(EVENTS_AT_ONCE, sizeof *batch->alpha_s);
    batch->before = calloc(EVENTS_AT_ONCE, sizeof *batch->before);
    batch->events = calloc(EVENTS_AT_ONCE, sizeof *batch->events);
    if (!status && !(batch->sample && batch->alpha_s && batch->before && batch->events))
        status = ts_fail_memory(context, "decays of events");
    if (!status)
        batch->sample->model = elements_model(batch->squares.production);
    return status;
}

static void clear(struct batch *batch)
{
    for (size_t i = 0; batch->events && i < EVENTS_AT_ONCE; ++i)
        plan_free(&batch->events[i].plan);
    if (batch->sample)
        batch->sample->count = 0;
}

void batch_destroy(struct batch *batch)
{
    clear(batch);
    squares_destroy(&batch->squares);
    hypothesis_destroy(&batch->of_card);
    ways_free(&batch->ways);
    if (batch->sample)
        kinds_free(&batch->sample->kinds);
    free(batch->sample);
    free(batch->alpha_s);
    free(batch->before);
    free(batch->events);
    free(batch->largest);
}

/* Whether an event has a particle that decays, and one whose share is not known. */
static int has_decays(const struct batch *batch, const struct plan *plan, int *is_new)
{
    int found = 0;
    *is_new = 0;
    for (size_t i = 0; i < plan->count; ++i)
        for (int k = 0; k < batch->ways.count && plan->particles[i].status == EVENT_FINAL; ++k) {
            if (!way_is_of(&batch->ways, k, plan->particles[i].pdg, -1))
                continue;
            found = 1;
            *is_new |= batch->ways.list[k].share == 0;
        }
    return found;
}

/* The share of the total widths that an event's decays have. */
static double branching_of(const struct ways *ways, const struct plan *plan)
{
    double branching = 1;
    for (size_t i = 0; i < plan->count; ++i)
        if (plan->particles[i].status == EVENT_FINAL && ways_has(ways, plan->particles[i].pdg, -1))
            branching *= ways_share(ways, plan->particles[i].pdg, -1);
    return branching;
}

/* The share with its error: widths of ways are integrated one by one, and each moves all that has it. */
static void find_branching(struct batch *batch, struct batch_event *event)
{
    double squares = 0;
    event->branching = branching_of(&batch->ways, &event->plan);
    for (int i = 0; i < batch->ways.count; ++i) {
        struct way *way = &batch->ways.list[i];
        const double share = way->share;
        if (way->error == 0)
            continue;
        way->share = share + way->error;
        squares += pow(branching_of(&batch->ways, &event->plan) - event->branching, 2);
        way->share = share;
    }
    event->uncertain = sqrt(squares);
}

/* The event as the file has it, where what decays has no helicity: it has all of them at once. */
static ts_status add_to_sample(struct batch *batch, const char *path, const ts_event *event,
                               struct plan *plan)
{
    ts_event production = *event;
    if (batch->squares.helicities == HELICITIES_SUMMED)
        return sample_add(batch->squares.context, path, event, HELICITIES_SUMMED, batch->sample);
    for (size_t i = 0; i < plan->count; ++i)
        if (plan->particles[i].status == EVENT_FINAL && ways_has(&batch->ways, plan->particles[i].pdg, -1))
            plan->particles[i].helicity = HELICITY_UNKNOWN;
    production.particles = plan->particles;
    return sample_add(batch->squares.context, path, &production, batch->squares.helicities, batch->sample);
}

/* Opens the collision of an event whose partons are of hadrons, where its file says enough of them. */
static void open_collision(const struct batch *batch, const ts_event_head *head, const ts_event *event,
                           struct plan *plan)
{
    const struct sample_event *of = &batch->sample->events[batch->sample->count - 1];
    struct collision *collision = &plan->collision;
    for (int i = 0; i < LEGS_IN; ++i)
        if (!hypothesis_has_hadrons(head) || !(of->energy[i] < head->energies[i]))
            return;
    *collision = (struct collision){.head = head, .parton = {of->parton[0], of->parton[1]}};
    collision->scale = hypothesis_scales_of_file(&batch->of_card, of).f;
    if (collision->scale > 0 && rescale_can_open(event->particles, event->particle_count))
        collision->before = hypothesis_densities(&batch->of_card, head, of, collision->scale);
    if (collision->before > 0 && isfinite(collision->before))
        collision->of = &batch->of_card;
}

static ts_status read_events(struct batch *batch, ts_event_file *file)
{
    ts_context *context = batch->squares.context;
    const ts_event *event = NULL;
    ts_status status = TS_OK;
    clear(batch);
    while (batch->sample->count < EVENTS_AT_ONCE && !(status = ts_event_file_next(context, file, &event)) &&
           event) {
        struct batch_event *kept = &batch->events[batch->sample->count];
        *kept = (struct batch_event){.process = event->process, .weight = event->weight, .branching = 1};
        const size_t circle = rescale_find_circle(event->particles, event->particle_count);
        if (circle < event->particle_count)
            status = ts_fail(context, TS_ERROR_INPUT,
                             "%s: event %llu: the mothers of particle %zu lead in a circle.", file->path,
                             (unsigned long long)event->place, circle + 1);
        if (!status)
            status = plan_create(context, event, &kept->plan);
        if (!status)
            status = add_to_sample(batch, file->path, event, &kept->plan);
        if (status)
            break;
        open_collision(batch, &file->head, event, &kept->plan);
    }
    return status;
}

/* |M|^2 of all events, which have to have it. */
static ts_status evaluate_production(struct batch *batch)
{
    struct squares *squares = &batch->squares;
    const ts_parameter *of_model = ts_model_parameter(elements_model(squares->production), "alpha_s");
    ts_status status = elements_prepare(squares->context, squares->production, &batch->sample->kinds);
    for (size_t i = 0; i < batch->sample->count && !status; ++i) {
        const struct sample_event *event = &batch->sample->events[i];
        batch->alpha_s[i] = event->alpha_s > 0 ? event->alpha_s : of_model ? of_model->re : 0.1;
        int is_new;
        if (has_decays(batch, &batch->events[i].plan, &is_new) &&
            elements_lack(squares->production, event->kind))
            status = squares_refuse(squares, squares->production, &batch->sample->kinds, event->kind,
                                    event->place);
    }
    return status ? status
                  : elements_evaluate(squares->context, squares->production, batch->sample, batch->alpha_s,
                                      batch->before);
}

ts_status batch_read(struct batch *batch, ts_event_file *file)
{
    ts_status status = read_events(batch, file);
    int is_new = 0, is_evaluated = 0;
    for (size_t i = 0; i < batch->sample->count && !status; ++i) {
        struct batch_event *event = &batch->events[i];
        if (!has_decays(batch, &event->plan, &is_new))
            continue;
        if (is_new && !is_evaluated)
            status = evaluate_production(batch);
        is_evaluated |= is_new;
        if (is_new && !status)
            status = shares_find(&batch->squares, &batch->ways,
                                 &(struct share_event){.place = batch->sample->events[i].place,
                                                       .kind = batch->sample->events[i].kind,
                                                       .square = batch->before[i],
                                                       .alpha_s = batch->alpha_s[i],
                                                       .seed = batch->seed},
                                 &event->plan);
        if (!status)
            find_branching(batch, event);
    }
    return status;
}

/* Chooses the ways of all events, and finds their matrix elements. `is_evaluated`: whether |M|^2 of the
 * production is known. */
static ts_status choose(struct batch *batch, int is_evaluated)
{
    struct squares *squares = &batch->squares;
    ts_status status = TS_OK;
    for (size_t i = 0; i < batch->sample->count && !status; ++i) {
        struct batch_event *event = &batch->events[i];
        const struct draw draw = {batch->seed, batch->sample->events[i].place, DRAW_WAYS};
        status = plan_choose(squares->context, elements_model(squares->production), &batch->ways, &draw,
                             &event->plan);
        if (status || !event->plan.node_count)
            continue;
        ++batch->decayed;
        if (batch->without_spins)
            continue;
        status = squares_kind(squares, batch->sample->events[i].kind, batch->sample->events[i].place,
                              &event->plan, &event->kind);
        if (!status)
            event->element = elements_number(squares->decayed, event->kind);
        if (!status && is_evaluated && !(batch->before[i] > 0))
            status = ts_fail(squares->context, TS_ERROR_INPUT,
                             "%s: event %llu: its squared matrix element is 0 by the card: is that what the "
                             "events are of?",
                             squares->path, (unsigned long long)batch->sample->events[i].place);
    }
    return status;
}

/* Without spins products are taken by their phase space alone, which is flat then. */
static struct trial_choice choice_of(const struct batch *batch)
{
    return (struct trial_choice){.window = batch->window, .is_flat = batch->without_spins};
}

/* Makes a trial of an event, and adds it where it has momenta. */
static ts_status attempt(struct batch *batch, size_t i, enum draw_use use, uint32_t number)
{
    struct batch_event *event = &batch->events[i];
    const uint64_t place = batch->sample->events[i].place;
    const struct draw draw = {batch->seed, place, use};
    const struct trial trial = trial_make(&draw, number, choice_of(batch), &event->plan);
    if (!(trial.weight > 0))
        return TS_OK;
    const ts_status status = squares_add(&batch->squares, &event->plan, place, batch->alpha_s[i],
                                         &(struct attempt){i, number, trial});
    return status ? status : squares_add_moved(&batch->squares, &event->plan, batch->sample, i);
}

/* The weight of a trial that was evaluated. What masses make of the production counts as far as it may. */
static double weight_of(const struct batch *batch, size_t attempt)
{
    const struct attempt *of = &batch->squares.attempts[attempt];
    const double before = batch->before[of->event], moved = batch->squares.moved_values[attempt];
    return of->trial.weight * batch->squares.values[attempt] / fmax(before, moved / moved_most);
}

/* Scouts the largest weight of a matrix element by its first events, until a round finds none that is larger.
 */
static ts_status scout(struct batch *batch, size_t element)
{
    size_t list[SCOUTED_EVENTS], count = 0;
    ts_status status = TS_OK;
    for (size_t i = 0; i < batch->sample->count && count < SCOUTED_EVENTS; ++i)
        if (batch->events[i].plan.node_count && batch->events[i].element == element)
            list[count++] = i;
    double before = -1;
    for (uint32_t round = 0; round < ROUNDS_MOST && batch->largest[element] > before && !status; ++round) {
        before = batch->largest[element];
        squares_clear(&batch->squares);
        for (uint32_t k = 0; k < SCOUTS && !status; ++k)
            status = attempt(batch, list[k % count], DRAW_SCOUTS, (round * SCOUTS + k) / (uint32_t)count);
        if (!status)
            status = squares_evaluate(&batch->squares);
        for (size_t k = 0; k < batch->squares.sample->count && !status; ++k)
            batch->largest[element] = fmax(batch->largest[element], margin * weight_of(batch, k));
    }
    if (!status && !(batch->largest[element] > 0))
        status = ts_fail(batch->squares.context, TS_ERROR_NUMERIC,
                         "%s: event %llu: none of %d trials of its decays has a squared matrix element above "
                         "0: is there energy for them?",
                         batch->squares.path, (unsigned long long)batch->sample->events[list[0]].place,
                         SCOUTS);
    return status;
}

/* Whether an event has a matrix element whose largest ratio is not known. */
static int is_unscouted(const struct batch *batch)
{
    for (size_t i = 0; i < batch->sample->count; ++i) {
        const size_t element = batch->events[i].element;
        if (batch->events[i].plan.node_count &&
            (element >= batch->largest_count || batch->largest[element] == 0))
            return 1;
    }
    return 0;
}

static ts_status scout_all(struct batch *batch)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < batch->sample->count && !status; ++i) {
        const size_t element = batch->events[i].element;
        if (!batch->events[i].plan.node_count)
            continue;
        if (element >= batch->largest_count) {
            double *grown = realloc(batch->largest, (element + 1) * sizeof *grown);
            if (!grown)
                return ts_fail_memory(batch->squares.context, "decays of events");
            batch->largest = grown;
            while (batch->largest_count <= element)
                batch->largest[batch->largest_count++] = 0;
        }
        if (batch->largest[element] == 0)
            status = scout(batch, element);
    }
    return status;
}

/* Helicities of an event's particles: those that were drawn; else where the matrix element has one alone, as
 * others are summed over. */
static ts_status give_helicities(const struct batch *batch, struct batch_event *event, size_t choice)
{
    size_t places[LEGS_MOST];
    signed char drawn[LEGS_MOST];
    const struct elements *decayed = batch->squares.decayed;
    const ts_event list = plan_event(&event->plan);
    const int legs = kinds_places(&list, places);
    ts_status status = TS_OK;
    if (choice)
        status = elements_choice(batch->squares.context, decayed, event->kind, choice - 1, drawn);
    for (size_t i = 0; i < event->plan.count; ++i)
        event->plan.particles[i].helicity = HELICITY_UNKNOWN;
    for (int leg = 0; leg < legs && !status; ++leg)
        event->plan.particles[places[leg]].helicity = choice ? drawn[leg]
                                                             : elements_helicity(decayed, event->kind, leg);
    return status;
}

/* One of some numbers, in proportion to them: a place from 1 on. */
static size_t pick(const double *values, size_t count, double uniform)
{
    double sum = 0, before = 0;
    for (size_t i = 0; i < count; ++i)
        sum += values[i];
    for (size_t i = 0; i + 1 < count; ++i)
        if (uniform * sum < (before += values[i]))
            return i + 1;
    return count;
}

/* Draws helicities of the events of a share, whose trials are settled, by |M|^2 of each choice. */
static ts_status draw_helicities(struct batch *batch, struct share share, double (*rows)[BATCH_COLUMNS])
{
    struct squares *squares = &batch->squares;
    const struct share all = {0, 1};
    size_t *first = calloc(EVENTS_AT_ONCE + 1, sizeof *first);
    double *values = NULL;
    ts_status status = first ? TS_OK : ts_fail_memory(squares->context, "decays of events");
    squares_clear(squares);
    for (size_t i = share.first; i < batch->sample->count && !status; i += share.step)
        if (batch->events[i].plan.node_count)
            status = attempt(batch, i, DRAW_TRIALS, (uint32_t)rows[i][ROW_TRIAL]);
    if (!status)
        status = elements_evaluate_apart(squares->context, squares->decayed, squares->sample, all,
                                         squares->alpha_s, first, &values);
    for (size_t k = 0; k < squares->sample->count && !status; ++k) {
        const size_t i = squares->attempts[k].event;
        double uniform[2];
        draw_pair(&(struct draw){batch->seed, batch->sample->events[i].place, DRAW_WAYS}, draw_of_helicities,
                  uniform);
        rows[i][ROW_CHOICE] = (double)pick(values + first[k], first[k + 1] - first[k], uniform[0]);
    }
    free(values);
    free(first);
    return status;
}

/* Notes the trial that an event takes. */
static void settle(struct batch *batch, size_t i, uint32_t number, double ratio, double row[BATCH_COLUMNS])
{
    batch->events[i].next = TRIALS_MOST;
    row[ROW_TRIAL] = number;
    row[ROW_RATIO] = ratio;
}

/* Judges the trials that were evaluated, in their order. */
static void judge(struct batch *batch, double (*rows)[BATCH_COLUMNS])
{
    for (size_t k = 0; k < batch->squares.sample->count; ++k) {
        const struct attempt *of = &batch->squares.attempts[k];
        struct batch_event *event = &batch->events[of->event];
        if (event->next == TRIALS_MOST)
            continue;
        const double ratio = weight_of(batch, k) / batch->largest[event->element];
        if (of->trial.uniform < ratio)
            settle(batch, of->event, of->number, ratio, rows[of->event]);
    }
}

static ts_status look_for_interrupt(const struct batch *batch)
{
    return ts_context_interrupted(batch->squares.context)
               ? ts_fail(batch->squares.context, TS_INTERRUPTED, "Interrupted.")
               : TS_OK;
}

static ts_status refuse_endless(const struct batch *batch, size_t i)
{
    return ts_fail(batch->squares.context, TS_ERROR_NUMERIC,
                   "%s: event %llu: none of %d trials of its decays was taken.", batch->squares.path,
                   (unsigned long long)batch->sample->events[i].place, TRIALS_MOST);
}

/* Whether an event waits for a trial to be taken, of this rank's. */
static int waits(const struct batch *batch, size_t i)
{
    return batch->events[i].plan.node_count && batch->events[i].next != TRIALS_MOST;
}

/* One round: some trials of each event that waits. *waiting: how many wait then. */
static ts_status try_once(struct batch *batch, struct share share, double (*rows)[BATCH_COLUMNS],
                          size_t *waiting)
{
    const size_t part = EVENTS_AT_ONCE / *waiting;
    const uint32_t each = part < ATTEMPTS_MOST ? (uint32_t)part : ATTEMPTS_MOST;
    ts_status status = look_for_interrupt(batch);
    squares_clear(&batch->squares);
    for (size_t i = share.first; i < batch->sample->count && !status; i += share.step) {
        struct batch_event *event = &batch->events[i];
        if (!waits(batch, i))
            continue;
        if (event->next + each >= TRIALS_MOST)
            return refuse_endless(batch, i);
        for (uint32_t k = 0; k < each && !status; ++k)
            status = attempt(batch, i, DRAW_TRIALS, event->next++);
    }
    if (!status)
        status = squares_evaluate(&batch->squares);
    if (!status)
        judge(batch, rows);
    *waiting = 0;
    for (size_t i = share.first; i < batch->sample->count; i += share.step)
        *waiting += (size_t)waits(batch, i);
    return status;
}

static ts_status try_all(struct batch *batch, struct share share, double (*rows)[BATCH_COLUMNS])
{
    size_t waiting = 0;
    ts_status status = TS_OK;
    for (size_t i = share.first; i < batch->sample->count; i += share.step)
        waiting += (size_t)waits(batch, i);
    while (waiting && !status)
        status = try_once(batch, share, rows, &waiting);
    return status;
}

/* Without spins a trial is taken by its phase space alone. */
static ts_status try_flat(struct batch *batch, struct share share, double (*rows)[BATCH_COLUMNS])
{
    enum { FLAT_AT_ONCE = 1 << 10 };
    ts_status status = look_for_interrupt(batch);
    for (size_t i = share.first; i < batch->sample->count && !status; i += share.step) {
        struct batch_event *event = &batch->events[i];
        const struct draw draw = {batch->seed, batch->sample->events[i].place, DRAW_TRIALS};
        for (uint32_t number = 0; waits(batch, i); ++number) {
            if (number == TRIALS_MOST)
                return refuse_endless(batch, i);
            const struct trial trial = trial_make(&draw, number, choice_of(batch), &event->plan);
            if (trial.weight > 0 && trial.uniform < trial.flat)
                settle(batch, i, number, trial.flat, rows[i]);
            if (number % FLAT_AT_ONCE == FLAT_AT_ONCE - 1 && (status = look_for_interrupt(batch)))
                return status;
        }
        if (i / share.step % FLAT_AT_ONCE == 0)
            status = look_for_interrupt(batch);
    }
    return status;
}

ts_status batch_find(struct batch *batch, double (*rows)[BATCH_COLUMNS])
{
    ts_context *context = batch->squares.context;
    const struct share share = {(size_t)ranks_own(context), (size_t)ranks_count(context)};
    ts_status status = batch->without_spins ? TS_OK : evaluate_production(batch);
    memset(rows, 0, batch->sample->count * sizeof *rows);
    if (!status)
        status = choose(batch, 1);
    if (!status && !batch->without_spins)
        status = scout_all(batch);
    struct ranks *ranks = ranks_part(context); /* each tries for its own events, as often as it takes */
    batch->squares.sample->varies = batch->squares.moved->varies = elements_vary(batch->squares.production,
                                                                                 NULL, batch->sample,
                                                                                 batch->alpha_s);
    if (!status)
        status = batch->without_spins ? try_flat(batch, share, rows) : try_all(batch, share, rows);
    if (!status && batch->draws_helicities)
        status = draw_helicities(batch, share, rows);
    batch->squares.sample->varies = batch->squares.moved->varies = 0;
    ranks_come_back(context, ranks);
    return ranks_deal(context, "decays", status, *rows, batch->sample->count, BATCH_COLUMNS);
}

ts_status batch_pass(struct batch *batch)
{
    ts_status status = choose(batch, 0);
    if (status || batch->without_spins || !is_unscouted(batch))
        return status;
    status = evaluate_production(batch);
    return status ? status : scout_all(batch);
}

/* Whether a row may be one, wherever it is from. */
static int is_row(const double row[BATCH_COLUMNS])
{
    static const double choices_most = 0x1p31;
    return row[ROW_TRIAL] >= 0 && row[ROW_TRIAL] < TRIALS_MOST && row[ROW_CHOICE] >= 0 &&
           row[ROW_CHOICE] < choices_most;
}

ts_status batch_take(struct batch *batch, double (*rows)[BATCH_COLUMNS])
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < batch->sample->count && !status; ++i) {
        struct batch_event *event = &batch->events[i];
        const struct draw draw = {batch->seed, batch->sample->events[i].place, DRAW_TRIALS};
        if (!event->plan.node_count)
            continue;
        if (!is_row(rows[i]))
            return ts_fail(batch->squares.context, TS_ERROR_INPUT,
                           "%s: event %llu: the checkpoint has no trial of its decays.", batch->squares.path,
                           (unsigned long long)batch->sample->events[i].place);
        const uint32_t number = (uint32_t)rows[i][ROW_TRIAL];
        batch->trials += number + 1;
        batch->beyond += rows[i][ROW_RATIO] > 1;
        batch->worst = fmax(batch->worst, rows[i][ROW_RATIO]);
        batch->missing += fmax(0, rows[i][ROW_RATIO] - 1);
        if (!ranks_first(batch->squares.context)) /* who writes makes the momenta once more */
            continue;
        trial_make(&draw, number, choice_of(batch), &event->plan);
        if (!batch->without_spins)
            status = give_helicities(batch, event, (size_t)rows[i][ROW_CHOICE]);
    }
    return status;
}
