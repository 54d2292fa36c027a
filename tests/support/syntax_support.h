/* Squared amplitudes at random points, and cross sections of cards, of processes in all the language that
 * they have. */
#ifndef TESSERA_TEST_SYNTAX_SUPPORT_H
#define TESSERA_TEST_SYNTAX_SUPPORT_H

#include "test_support.h"

#include "core/card.h"
#include "tessera/amplitude.h"
#include "tessera/run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof *(table))

enum { SYNTAX_LEGS = 8 };

static ts_context *context;

static inline int open_context(void **state)
{
    (void)state;
    return ts_context_create(&context) ? -1 : 0;
}

static inline int close_context(void **state)
{
    (void)state;
    ts_context_destroy(&context);
    return 0;
}

/* A card with these values; NULL ends them. */
static inline ts_card *card_with(const char *const *assignments)
{
    ts_card *card;
    assert_status(context, ts_card_create(context, &card));
    for (; *assignments; ++assignments)
        assert_status(context, ts_card_set(context, card, *assignments));
    return card;
}

static inline double squared_of(const char *process, const char *const *assignments, const char *helicities,
                                double (*momenta)[4], int legs)
{
    ts_card *card = card_with(assignments);
    const ts_amplitude_settings settings = {
        .size = sizeof settings, .device = "cpu", .colour = "full", .helicities = helicities, .card = card};
    double value = NAN;
    assert_status(context, ts_amplitude_evaluate(context, process, &settings, (size_t)legs, momenta[0], 1,
                                                 &value, NULL));
    ts_card_destroy(&card);
    return value;
}

static inline double uniform(unsigned long *state)
{
    *state = *state * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* A momentum of the rest frame of `parent`, in the frame of that. */
static inline void from_rest(const double parent[4], double p[4])
{
    const double mass = sqrt(parent[0] * parent[0] - parent[1] * parent[1] - parent[2] * parent[2] -
                             parent[3] * parent[3]);
    const double along = parent[1] * p[1] + parent[2] * p[2] + parent[3] * p[3], energy = p[0];
    p[0] = (parent[0] * energy + along) / mass;
    for (int k = 1; k < 4; ++k)
        p[k] += parent[k] * (energy + p[0]) / (parent[0] + mass);
}

/* Parts a momentum into two of these masses, in any direction. Returns 2 |p| / mass over 8 pi. */
static inline double part_in_two(const double whole[4], double m1, double m2, unsigned long *state,
                                 double first[4], double second[4])
{
    const double s = whole[0] * whole[0] - whole[1] * whole[1] - whole[2] * whole[2] - whole[3] * whole[3];
    const double root = sqrt(s), e = (s + m1 * m1 - m2 * m2) / (2 * root), k = sqrt(e * e - m1 * m1);
    const double z = 2 * uniform(state) - 1, phi = 2 * M_PI * uniform(state), t = sqrt(1 - z * z);
    const double p[4] = {e, k * t * cos(phi), k * t * sin(phi), k * z},
                 q[4] = {root - e, -p[1], -p[2], -p[3]};
    memcpy(first, p, sizeof p);
    memcpy(second, q, sizeof q);
    from_rest(whole, first);
    from_rest(whole, second);
    return k / (4 * M_PI * root);
}

/* Puts a point with these final masses at the energy of the centre of mass, two beams without mass first.
 * Returns its weight in phase space, without factors of the density of masses where there are more than
 * three. */
static inline double make_point(double root_s, const double *masses, int final, unsigned long *state,
                                double (*momenta)[4])
{
    double rest[4] = {root_s}, left = root_s, weight = 1, least = 0;
    const double e = root_s / 2;
    memcpy(momenta[0], (const double[4]){e, 0, 0, e}, sizeof *momenta);
    memcpy(momenta[1], (const double[4]){e, 0, 0, -e}, sizeof *momenta);
    for (int i = 0; i < final; ++i)
        least += masses[i];
    for (int i = 0; i < final - 1; ++i) {
        double behind[4];
        least -= masses[i];
        const double most = left - masses[i];
        const double mass = i == final - 2
                                ? masses[final - 1]
                                : sqrt(least * least + (most * most - least * least) * uniform(state));
        weight *= part_in_two(rest, masses[i], mass, state, momenta[2 + i], behind);
        if (i < final - 2)
            weight *= (most * most - least * least) / (2 * M_PI);
        memcpy(rest, behind, sizeof rest);
        left = mass;
    }
    memcpy(momenta[1 + final], rest, sizeof rest);
    return weight;
}

/* A cross section [pb] with its error. */
static inline double cross_section(const char *const *assignments, double *error)
{
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    ts_card *card = card_with(assignments);
    assert_status(context, ts_run(context, card, &settings, &result));
    const double value = result->value;
    *error = result->error;
    ts_result_destroy(&result);
    ts_card_destroy(&card);
    return value;
}

static inline void assert_run_refused(const char *const *assignments, const char *words)
{
    ts_result *result;
    const ts_run_settings settings = {.device = "cpu"};
    ts_card *card = card_with(assignments);
    assert_int_equal(ts_run(context, card, &settings, &result), TS_ERROR_INPUT);
    if (!strstr(ts_context_error(context), words))
        fail_msg("\"%s\" does not say \"%s\"", ts_context_error(context), words);
    ts_card_destroy(&card);
}

#endif
