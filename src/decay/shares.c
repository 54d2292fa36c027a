#include "decay/squares.h"

#include "core/context.h"
#include "io/event.h"

#include <math.h>
#include <stdlib.h>

enum { DIRECTIONS = 12, DIRECTED_MOST = 3, ROUNDS_MOST = 32 };

/* Relative error at which an integration ends, and beyond which it has found nothing. Sums that diverge like
 * a logarithm stay far above it, as few trials carry them. */
static const double precision = 1e-3, precision_least = 2e-2;

/* The corners of an icosahedron: means over them are those over all directions for what spins up to two and
 * a half make. */
static void find_direction(int number, double direction[3])
{
    const double golden = (1 + sqrt(5)) / 2, size = sqrt(1 + golden * golden);
    const int axis = number / 4;
    direction[axis] = 0;
    direction[(axis + 1) % 3] = (number & 1 ? 1 : -1) / size;
    direction[(axis + 2) % 3] = (number & 2 ? golden : -golden) / size;
}

/* One way, of all equal particles that one decay of a plan makes, or the production does. */
struct measure {
    struct squares *squares;
    const struct share_event *event;
    const struct draw *draw;
    struct plan *before, *after;
    int equal;    /* how many particles decay so */
    int is_exact; /* whether all directions are taken */
    double sum, squares_sum;
    uint64_t count;
};

/* Adds trials of a plan from `first` on: the directions of the last decays, or random ones. */
static ts_status add_trials(struct measure *measure, struct plan *plan, uint32_t first, int count,
                            int directed)
{
    ts_status status = TS_OK;
    squares_clear(measure->squares);
    for (int i = 0; i < count && !status; ++i) {
        double directions[DIRECTED_MOST][3];
        for (int k = 0, rest = i; k < directed; ++k, rest /= DIRECTIONS)
            find_direction(rest % DIRECTIONS, directions[k]);
        const struct trial_choice choice = {.on_shell = 1, .directed = directed, .directions = directions};
        const uint32_t number = measure->is_exact ? first : first + (uint32_t)i;
        const struct trial trial = trial_make(measure->draw, number, choice, plan);
        status = squares_add(measure->squares, plan, measure->event->place, measure->event->alpha_s,
                             &(struct attempt){.number = number, .trial = trial});
    }
    return status ? status : squares_evaluate(measure->squares);
}

/* What trials of a plan come to: weight times |M|^2. Without decays all are as the file has the event. */
static ts_status evaluate(struct measure *measure, struct plan *plan, uint32_t first, int count, int directed,
                          double *values)
{
    for (int i = 0; i < count; ++i)
        values[i] = measure->event->square;
    if (!plan->node_count)
        return TS_OK;
    const ts_status status = add_trials(measure, plan, first, count, directed);
    for (int i = 0; i < count && !status; ++i)
        values[i] = measure->squares->values[i] * measure->squares->attempts[i].trial.weight;
    return status;
}

static double error_of(const struct measure *measure)
{
    const double n = (double)measure->count, mean = measure->sum / n;
    return n > 1 ? sqrt(fmax(0, measure->squares_sum / n - mean * mean) / (n - 1)) : 0;
}

/* Adds some trials to the mean. */
static ts_status measure_some(struct measure *measure, uint32_t first, int count)
{
    const int is_exact = measure->is_exact;
    double *below = calloc((size_t)count, sizeof *below), *above = calloc((size_t)count, sizeof *above);
    ts_status status = below && above ? TS_OK : ts_fail_memory(measure->squares->context, "widths");
    if (!status)
        status = evaluate(measure, measure->before, first, is_exact ? 1 : count, 0, below);
    if (!status)
        status = evaluate(measure, measure->after, first, count, is_exact ? measure->equal : 0, above);
    for (int i = 0; i < count && !status; ++i) {
        const double ratio = above[i] / below[is_exact ? 0 : i];
        measure->sum += ratio;
        measure->squares_sum += ratio * ratio;
    }
    measure->count += (uint64_t)count;
    free(below);
    free(above);
    return status;
}

/* Product of n! for n equal products. */
static double identical(const struct way *way)
{
    double product = 1;
    for (int i = 0; i < way->count; ++i) {
        int before = 1;
        for (int k = 0; k < i; ++k)
            before += way->products[k] == way->products[i];
        product *= before;
    }
    return product;
}

/* Refuses an integral that was not found, and warns of one that is less precise than it should be. */
static ts_status judge_error(const struct measure *measure, const struct way *way, double relative)
{
    const struct squares *squares = measure->squares;
    const char *name = ts_model_particle_name(elements_model(squares->production), way->pdg);
    const char *products = squares->ways->named[way->named].text;
    if (measure->is_exact || relative <= precision)
        return TS_OK;
    if (relative <= precision_least) {
        ts_log(squares->context, TS_LOG_WARNING,
               "The width of %s >%s is known to %.2g %% after %llu trials, not to %g %%.", name, products,
               100 * relative, (unsigned long long)measure->count, 100 * precision);
        return TS_OK;
    }
    return ts_fail(
        squares->context, TS_ERROR_INPUT,
        "The width of %s >%s has an error of %.2g %% after %llu trials: it is infinite, as with soft "
        "or collinear products, or too narrow to be found. Expected a decay with a width, or its "
        "steps, as in \"t > w+ b, w+ > e+ ve\".",
        name, products, 100 * relative, (unsigned long long)measure->count);
}

/* The share of a way: decays into two are taken in all directions, which is exact. */
static ts_status measure_way(struct measure *measure, struct way *way)
{
    ts_status status;
    int all = 1;
    uint32_t rounds = 0;
    measure->is_exact = way->count == 2 && measure->equal <= DIRECTED_MOST;
    for (int i = 0; i < measure->equal && measure->is_exact; ++i)
        all *= DIRECTIONS;
    do
        status = measure_some(measure, rounds * EVENTS_AT_ONCE, measure->is_exact ? all : EVENTS_AT_ONCE);
    while (!status && !measure->is_exact && ++rounds < ROUNDS_MOST &&
           error_of(measure) > precision * measure->sum / (double)measure->count);
    if (status)
        return status;
    const double mean = measure->sum / (double)measure->count;
    way->share = pow(mean, 1.0 / measure->equal) / identical(way);
    way->error = measure->is_exact ? 0 : way->share * error_of(measure) / mean / measure->equal;
    if (way->share > 0 && isfinite(way->share))
        return judge_error(measure, way, error_of(measure) / mean);
    return ts_fail(measure->squares->context, TS_ERROR_INPUT,
                   "%s: event %llu: the decay of %s has no width: |M|^2 of the event, or of the decay, is 0.",
                   measure->squares->path, (unsigned long long)measure->event->place,
                   ts_model_particle_name(elements_model(measure->squares->production), way->pdg));
}

/* Adds a way for all particles like one that one decay has made, or the production, and measures it. */
static ts_status add_way(struct measure *measure, struct ways *ways, int way, int by, size_t place)
{
    struct squares *squares = measure->squares;
    const ts_model *model = elements_model(squares->production);
    const size_t end = measure->before->count;
    size_t kind;
    ts_status status = TS_OK;
    for (size_t i = place; i < end && !status; ++i) {
        const ts_event_particle *particle = &measure->before->particles[i];
        if (particle->status != EVENT_FINAL || particle->pdg != ways->list[way].pdg)
            continue;
        ++measure->equal;
        status = plan_add(squares->context, model, ways, way, by, i, 0.5, measure->after);
    }
    if (!status)
        status = squares_kind(squares, measure->event->kind, measure->event->place, measure->after, &kind);
    return status ? status : measure_way(measure, &ways->list[way]);
}

/* Random numbers of a way alone, so that errors of widths are independent. */
static struct draw draw_of_way(const struct share_event *event, int way)
{
    enum { PLACE_BITS = 40 };
    return (struct draw){event->seed, event->place + (((uint64_t)way + 1) << PLACE_BITS), DRAW_SCOUTS};
}

ts_status shares_find(struct squares *squares, struct ways *ways, const struct share_event *event,
                      const struct plan *plan)
{
    struct plan *list = calloc((size_t)ways->count + 1, sizeof *list);
    int count = 0;
    ts_status status = list ? plan_copy(squares->context, plan, &list[count++])
                            : ts_fail_memory(squares->context, "widths");
    for (int k = 0; k < count && !status; ++k) { /* of each decay that is added what it makes */
        const struct node *last = list[k].node_count ? &list[k].nodes[list[k].node_count - 1] : NULL;
        const int by = last ? ways->list[last->way].named : -1;
        for (size_t place = last ? last->first : 0; place < list[k].count && !status; ++place)
            for (int i = 0; i < ways->count && !status; ++i) {
                const struct draw draw = draw_of_way(event, i);
                struct measure measure = {squares, event, &draw, &list[k], &list[count], 0, 0, 0, 0, 0};
                if (list[k].particles[place].status != EVENT_FINAL || ways->list[i].share > 0 ||
                    !way_is_of(ways, i, list[k].particles[place].pdg, by))
                    continue;
                status = plan_copy(squares->context, &list[k], &list[count]);
                count += !status;
                if (!status)
                    status = add_way(&measure, ways, i, by, place);
            }
    }
    for (int k = 0; k < count; ++k)
        plan_free(&list[k]);
    free(list);
    return status;
}
