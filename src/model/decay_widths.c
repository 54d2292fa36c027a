#include "model/decay_widths.h"

#include "core/context.h"
#include "core/needs.h"
#include "model/propagators.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points of one of the two integrals are those of the double exponential rule: of steps of a quarter, then of
 * halves of that. */
enum { REFINEMENTS = 6, REACH = 3 };
static const double wanted = 1e-8, needed = 1e-5; /* change from one refinement to the next */

/* The most of a mass that decays may have by couplings that are what rounding leaves of zero. Such are some
 * epsilons, and widths go with their squares. */
static const double rounding = 64 * 64 * DBL_EPSILON * DBL_EPSILON;

struct work {
    ts_context *context;
    const ts_model *model;
    struct decay_rows rows;
    ts_decay *decays;
    size_t count, room;
    int pdg;
};

static double mass_of(const struct work *work, int pdg)
{
    return fabs(ts_model_particle(work->model, pdg)->mass);
}

/* 1 over the states of what decays and over exchanges of equal products. */
static double average_of(const struct work *work, const struct decay_amplitude *amplitude)
{
    const ts_particle *particle = ts_model_particle(work->model, work->pdg);
    double average = 1.0 / (model_helicities(particle) * abs(particle->colour));
    for (int i = 1, equal = 1; i < amplitude->legs; ++i) {
        equal = i > 1 && amplitude->pdg[i] == amplitude->pdg[i - 1] ? equal + 1 : 1;
        average /= equal;
    }
    return average;
}

/* The momentum of two masses in the rest frame of a mass; 0: they are too heavy. */
static double momentum_of(double m, double a, double b)
{
    const double product = (m - a - b) * (m + a + b) * (m - a + b) * (m + a - b);
    return m > a + b && product > 0 ? sqrt(product) / (2 * m) : 0;
}

static double width_of_two(const struct work *work, const struct decay_amplitude *amplitude)
{
    const double m = mass_of(work, work->pdg), a = mass_of(work, amplitude->pdg[1]),
                 b = mass_of(work, amplitude->pdg[2]), k = momentum_of(m, a, b);
    const double incoming[DECAY_LEGS_MOST][COMPONENTS] = {{m},
                                                          {-hypot(a, k), 0, 0, -k},
                                                          {-hypot(b, k), 0, 0, k}};
    return k * decay_amplitude_square(amplitude, incoming) / (8 * M_PI * m * m);
}

/* x between 0 and 1 for t, and its derivative. */
static double map_point(double t, double *derivative)
{
    const double u = M_PI_2 * sinh(t), x = 1 / (1 + exp(-2 * u));
    *derivative = M_PI * cosh(t) * x / (1 + exp(2 * u));
    return x;
}

/* The squared amplitude at a point of three products, times what remains of phase space. Two of them have the
 * invariant mass `root`, and go at an angle of this cosine against the third. */
static double weight_of_three(const double m, const double *masses, const struct decay_amplitude *amplitude,
                              double root, double cosine)
{
    const double k = momentum_of(m, masses[2], root), r = momentum_of(root, masses[0], masses[1]);
    const double boost = hypot(root, k) / root, beta_boost = k / root;
    const double sine = sqrt((1 - cosine) * (1 + cosine));
    double incoming[DECAY_LEGS_MOST][COMPONENTS] = {{m}};
    for (int i = 0; i < 2; ++i) {
        const double along = (i ? -r : r) * cosine, e = hypot(masses[i], r);
        incoming[i + 1][0] = -(boost * e + beta_boost * along);
        incoming[i + 1][1] = i ? r * sine : -r * sine;
        incoming[i + 1][3] = -(boost * along + beta_boost * e);
    }
    incoming[3][0] = -hypot(masses[2], k);
    incoming[3][3] = k;
    const double square = k * r > 0 ? decay_amplitude_square(amplitude, incoming) : 0;
    return square < 0 ? NAN : square * k * r;
}

/* The width with steps of this size: 1 / (2^6 pi^3 m^2) of the integral over root(s) and the cosine. */
static double refine_three(const struct work *work, const struct decay_amplitude *amplitude, double step)
{
    const double m = mass_of(work, work->pdg);
    const double masses[3] = {mass_of(work, amplitude->pdg[1]), mass_of(work, amplitude->pdg[2]),
                              mass_of(work, amplitude->pdg[3])};
    const double least = masses[0] + masses[1], most = m - masses[2];
    const int points = (int)(REACH / step);
    double sum = 0;
    for (int i = -points; i <= points; ++i)
        for (int k = -points; k <= points; ++k) {
            double dx, dy;
            const double x = map_point(i * step, &dx), y = map_point(k * step, &dy);
            sum += dx * dy * weight_of_three(m, masses, amplitude, least + x * (most - least), 2 * y - 1);
        }
    return sum * step * step * 2 * (most - least) / (64 * pow(M_PI, 3) * m * m);
}

static ts_status width_of_three(const struct work *work, const struct decay_amplitude *amplitude,
                                double *width)
{
    double step = 0.25, change = INFINITY;
    *width = refine_three(work, amplitude, step);
    for (int i = 1; i < REFINEMENTS && change > wanted; ++i) {
        const double before = *width;
        if (ts_context_interrupted(work->context))
            return ts_fail(work->context, TS_INTERRUPTED, "Interrupted while widths were computed.");
        *width = refine_three(work, amplitude, step /= 2);
        if (isnan(*width))
            return ts_fail_memory(work->context, "the decays of a particle");
        change = *width > 0 ? fabs(*width - before) / *width : 0;
    }
    if (change <= needed)
        return TS_OK;
    return ts_fail(
        work->context, TS_ERROR_INPUT,
        "The width of %s into %s, %s and %s does not converge: it is infinite, or a line in it has a "
        "pole that is too narrow. Give the width as a number.",
        ts_model_particle_name(work->model, work->pdg),
        ts_model_particle_name(work->model, model_antiparticle(work->model, amplitude->pdg[1])),
        ts_model_particle_name(work->model, model_antiparticle(work->model, amplitude->pdg[2])),
        ts_model_particle_name(work->model, model_antiparticle(work->model, amplitude->pdg[3])));
}

/* Adds the decay into what comes in as some legs, in the order of their codes. */
static ts_status add_decay(struct work *work, int legs, const int *pdg)
{
    struct decay_amplitude amplitude;
    ts_decay decay = {.width = 0};
    int all[DECAY_LEGS_MOST] = {work->pdg};
    memcpy(all + 1, pdg, (size_t)(legs - 1) * sizeof *pdg);
    ts_status status = decay_amplitude_create(work->context, &work->rows, legs, all, &amplitude);
    if (status)
        return status;
    if (legs == 3)
        decay.width = width_of_two(work, &amplitude);
    else if (amplitude.part_count)
        status = width_of_three(work, &amplitude, &decay.width);
    if (!status && decay.width < 0)
        status = ts_fail_memory(work->context, "the decays of a particle");
    decay.width *= average_of(work, &amplitude);
    decay_amplitude_free(&amplitude);
    for (int i = 0; i < legs - 1; ++i)
        decay.products[i] = model_antiparticle(work->model, pdg[i]);
    if (status || decay.width == 0)
        return status;
    if (work->count == work->room) {
        work->room = work->room ? 2 * work->room : 16;
        ts_decay *grown = realloc(work->decays, work->room * sizeof *grown);
        if (!grown)
            return ts_fail_memory(work->context, "the decays of a particle");
        work->decays = grown;
    }
    work->decays[work->count++] = decay;
    return TS_OK;
}

/* Sets of legs beside what decays, each once. */
struct finals {
    int (*list)[3];
    size_t count, room;
    int failed;
};

/* Adds legs in the order of their codes, where the mass allows them. */
static void add_final(const struct work *work, int legs, const int *pdg, struct finals *finals)
{
    int sorted[3] = {0};
    double left = mass_of(work, work->pdg);
    for (int i = 0; i < legs; ++i) {
        if (!model_is_particle(work->model, pdg[i]))
            return;
        int at = i;
        for (; at > 0 && sorted[at - 1] > pdg[i]; --at)
            sorted[at] = sorted[at - 1];
        sorted[at] = pdg[i];
        left -= mass_of(work, pdg[i]);
    }
    for (size_t i = 0; i < finals->count && left > 0; ++i)
        if (!memcmp(finals->list[i], sorted, sizeof sorted))
            return;
    if (!(left > 0))
        return;
    if (finals->count == finals->room) {
        finals->room = finals->room ? 2 * finals->room : 64;
        int(*grown)[3] = realloc(finals->list, finals->room * sizeof *grown);
        finals->failed |= !grown;
        if (!grown)
            return;
        finals->list = grown;
    }
    memcpy(finals->list[finals->count++], sorted, sizeof sorted);
}

/* The legs of a row but one that has this code; 0: it has none. */
static int rest_of(const struct decay_row *row, int pdg, int *rest)
{
    int at = 0;
    while (at < row->legs && row->pdg[at] != pdg)
        ++at;
    for (int i = 0; i < row->legs && at < row->legs; ++i)
        if (i != at)
            rest[i - (i > at)] = row->pdg[i];
    return at < row->legs;
}

/* What decays and one leg, and a line to two others. */
static void add_lines(const struct work *work, int leg, int line, struct finals *finals)
{
    const int from = model_antiparticle(work->model, line);
    for (size_t i = 0; i < work->rows.count; ++i) {
        int legs[3] = {0};
        if (work->rows.list[i].legs != 3 || !rest_of(&work->rows.list[i], from, legs))
            continue;
        legs[2] = leg;
        add_final(work, 3, legs, finals);
    }
}

static void find_finals(const struct work *work, int legs, struct finals *finals)
{
    for (size_t i = 0; i < work->rows.count; ++i) {
        const struct decay_row *row = &work->rows.list[i];
        int rest[3];
        if (!rest_of(row, work->pdg, rest))
            continue;
        if (row->legs == legs + 1)
            add_final(work, legs, rest, finals);
        for (int k = 0; k < 2 && row->legs == 3 && legs == 3; ++k)
            add_lines(work, rest[k], rest[1 - k], finals);
    }
}

static ts_status find_decays(struct work *work, int legs)
{
    struct finals finals = {.count = 0};
    find_finals(work, legs, &finals);
    ts_status status = finals.failed ? ts_fail_memory(work->context, "the decays of a particle") : TS_OK;
    for (size_t i = 0; i < finals.count && !status; ++i)
        status = add_decay(work, legs + 1, finals.list[i]);
    free(finals.list);
    return status;
}

/* Whether the decays from one on have more than rounding may leave. */
static int are_real(const struct work *work, size_t from)
{
    return work->count > from &&
           model_width(work->decays + from, work->count - from) > rounding * mass_of(work, work->pdg);
}

ts_status model_decays(ts_context *context, const ts_model *model, int pdg, int most, ts_decay **decays,
                       size_t *count)
{
    struct work work = {.context = context, .model = model, .pdg = pdg};
    ts_status status = TS_OK;
    size_t of_two = 0;
    if (model->table->more && mass_of(&work, pdg) > 0 && model_is_particle(model, pdg))
        status = decay_rows_create(context, model, &work.rows);
    for (int legs = 2; work.rows.list && legs <= most && !status && !are_real(&work, 0); ++legs) {
        of_two = work.count;
        status = find_decays(&work, legs);
    }
    if ((of_two || most == 2) && !are_real(&work, of_two))
        work.count = of_two; /* what are as small are decays of the products of two */
    decay_rows_free(&work.rows);
    if (status) {
        free(work.decays);
        work = (struct work){.count = 0};
    }
    *decays = work.decays;
    *count = work.count;
    return status;
}

double model_width(const ts_decay *decays, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
        sum += decays[i].width;
    return sum;
}

ts_status ts_model_decays(ts_context *context, const ts_model *model, int pdg, ts_decay **decays,
                          size_t *count)
{
    NEEDS(context, decays && count);
    *decays = NULL;
    *count = 0;
    NEEDS(context, context && model);
    if (!model->file)
        return ts_fail(context, TS_ERROR_INPUT,
                       "Widths are computed for a model of a table; those of the model %s are inputs.",
                       ts_model_name(model));
    if (!ts_model_particle(model, pdg))
        return ts_fail(context, TS_ERROR_INPUT, "The model %s has no particle %d.", ts_model_name(model),
                       pdg);
    return model_decays(context, model, pdg, 3, decays, count);
}
