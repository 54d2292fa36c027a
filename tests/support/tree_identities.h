/* Identities that squared tree amplitudes fulfil, for a process at a random point of phase space. Widths are
 * zero: a fixed one of a charged particle breaks Ward identities. */
#ifndef TESSERA_TEST_TREE_IDENTITIES_H
#define TESSERA_TEST_TREE_IDENTITIES_H

#include "test_support.h"

#include "amplitude/tree.h"
#include "subprocess/subprocess.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double four_momentum[4];

struct tested {
    ts_context *context;
    ts_model *model;
    struct device *device;
    const char *name;
    int legs, pdg[LEGS_MOST];
    struct orders most;
    struct square_bounds squares;
    struct chain chain; /* of decays that the process names */
    double ward;        /* bound of a square by Ward identities, in parts of the usual one; 0: 1e-18 */
    four_momentum p[LEGS_MOST];
};

static inline double test_uniform(uint64_t *random)
{
    *random = *random * 6364136223846793005U + 1442695040888963407U;
    return (double)(*random >> 11) * 0x1p-53;
}

static inline double test_product(const double *a, const double *b)
{
    return a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
}

static inline double test_mass(const struct tested *tested, int leg)
{
    return ts_model_particle(tested->model, tested->pdg[leg])->mass;
}

static inline void test_open_with(struct tested *tested, const struct model_setting *settings, size_t count)
{
    *tested = (struct tested){.legs = 0};
    assert_int_equal(ts_context_create(&tested->context), TS_OK);
    assert_status(tested->context, model_create_standard(tested->context, settings, count, &tested->model));
    assert_status(tested->context, device_open(tested->context, "cpu", 0, &tested->device));
}

static inline void test_open(struct tested *tested)
{
    const struct model_setting settings[] = {{"gamma_w", "0", ""},
                                             {"gamma_z", "0", ""},
                                             {"gamma_h", "0", ""},
                                             {"gamma_t", "0", ""}};
    test_open_with(tested, settings, sizeof settings / sizeof *settings);
}

static inline void test_close(struct tested *tested)
{
    device_close(&tested->device);
    ts_model_destroy(&tested->model);
    ts_context_destroy(&tested->context);
}

static inline void test_process(struct tested *tested, const char *name)
{
    struct label_list labels;
    struct subprocess_list list;
    struct notation notation = {.most = orders_all(ORDER_DEFAULT)};
    char sentence[SENTENCE_BYTES] = "";
    labels_of_model(tested->model, &labels);
    if (!notation_read(tested->model, &labels, name, &notation, sentence) ||
        subprocess_list_create(tested->context, tested->model, &notation, &list, sentence))
        fail_msg("%s: %s", name, sentence);
    tested->name = name;
    tested->legs = notation.count;
    tested->most = list.most;
    tested->squares = list.squares;
    for (int i = 0; i < notation.count; ++i)
        tested->pdg[i] = notation.slots[i].pdg[0];
    tested->chain = list.groups[0].chain;
    if (tested->chain.count) {
        tested->legs = list.legs;
        memcpy(tested->pdg, list.groups[0].members[0].pdg, sizeof tested->pdg);
    }
    subprocess_list_free(&list);
}

/* p seen where the frame moves with -b / e of a momentum (e, b) of this mass. */
static inline void test_boost(const double *frame, double mass, double *p)
{
    const double along = frame[1] * p[1] + frame[2] * p[2] + frame[3] * p[3];
    const double e = (frame[0] * p[0] + along) / mass, factor = (p[0] + e) / (frame[0] + mass);
    for (int i = 1; i < 4; ++i)
        p[i] += factor * frame[i];
    p[0] = e;
}

static inline void test_direction(uint64_t *random, double length, double *p)
{
    const double cosine = 2 * test_uniform(random) - 1, phi = 2 * M_PI * test_uniform(random);
    p[1] = length * sqrt(1 - cosine * cosine) * cos(phi);
    p[2] = length * sqrt(1 - cosine * cosine) * sin(phi);
    p[3] = length * cosine;
}

/* Splits the final particles off one by one, masses of the rest in between, in the rest frame of all. */
static inline void test_final_state(struct tested *tested, double energy, uint64_t *random)
{
    four_momentum rest = {energy, 0, 0, 0};
    double mass = energy;
    for (int i = LEGS_IN; i < tested->legs - 1; ++i) {
        double least = 0;
        for (int k = i + 1; k < tested->legs; ++k)
            least += test_mass(tested, k);
        const double m = test_mass(tested, i);
        const double left = i == tested->legs - 2
                                ? least
                                : least + (mass - m - least) * (0.35 + 0.4 * test_uniform(random));
        const double lambda = (mass * mass - (m + left) * (m + left)) *
                              (mass * mass - (m - left) * (m - left));
        const double length = sqrt(lambda) / (2 * mass);
        double *p = tested->p[i];
        test_direction(random, length, p);
        p[0] = sqrt(length * length + m * m);
        four_momentum other = {sqrt(length * length + left * left), -p[1], -p[2], -p[3]};
        test_boost(rest, mass, p);
        test_boost(rest, mass, other);
        memcpy(rest, other, sizeof rest);
        mass = left;
    }
    memcpy(tested->p[tested->legs - 1], rest, sizeof rest);
}

static inline double smallest_invariant(const struct tested *tested)
{
    double least = INFINITY;
    for (int i = 0; i < tested->legs; ++i)
        for (int k = 0; k < i; ++k)
            least = fmin(least, test_product(tested->p[i], tested->p[k]));
    return least;
}

/* A point away from soft and collinear momenta. */
static inline void test_point(struct tested *tested, double energy, uint64_t *random)
{
    do {
        const double a = test_mass(tested, 0), b = test_mass(tested, 1), s = energy * energy;
        const double length = sqrt((s - (a + b) * (a + b)) * (s - (a - b) * (a - b))) / (2 * energy);
        double *p = tested->p[0], *q = tested->p[1];
        test_direction(random, length, p);
        for (int i = 1; i < 4; ++i)
            q[i] = -p[i];
        p[0] = sqrt(length * length + a * a);
        q[0] = sqrt(length * length + b * b);
        test_final_state(tested, energy, random);
    } while (smallest_invariant(tested) < 2e-4 * energy * energy);
}

/* Squared matrix elements of `points` momenta by a form of program; helicities NULL: summed and averaged.
 * Returns in `choices` how many count. */
static inline void test_values_of(const struct tested *tested, enum tree_form form, int double_precision,
                                  const signed char *helicities, int leading, int *choices,
                                  const double *momenta, size_t points, double *values)
{
    const struct tree_request request = {.model = tested->model,
                                         .legs = tested->legs,
                                         .pdg = tested->pdg,
                                         .most = tested->most,
                                         .squares = &tested->squares,
                                         .chain = &tested->chain,
                                         .leading = leading,
                                         .helicities = helicities};
    struct tree tree;
    struct tree_engine engine;
    assert_status(tested->context, tree_create(tested->context, &request, &tree));
    assert_status(tested->context, tree_engine_create(tested->context, &tree, tested->device, form,
                                                      double_precision, 256, 1, &engine));
    assert_status(tested->context, tree_engine_evaluate(tested->context, &engine, momenta, points, values));
    if (choices)
        *choices = tree.helicities.count;
    tree_engine_destroy(&engine);
    tree_free(&tree);
}

static inline double test_value_of(const struct tested *tested, enum tree_form form, int double_precision,
                                   const signed char *helicities, int leading, int *choices)
{
    double value = NAN;
    test_values_of(tested, form, double_precision, helicities, leading, choices, tested->p[0], 1, &value);
    return value;
}

static inline double test_value(const struct tested *tested, const signed char *helicities, int leading,
                                int *choices)
{
    return test_value_of(tested, TREE_FORM_SHARED, 1, helicities, leading, choices);
}

static inline void assert_near(const struct tested *tested, const char *what, double value, double expected,
                               double tolerance)
{
    if (!(fabs(value - expected) <= tolerance * fabs(expected)))
        fail_msg("%s, %s: %.17g is not %.17g (%.2g off)", tested->name, what, value, expected,
                 value / expected - 1);
}

static inline void check_lorentz(const struct tested *tested, double value)
{
    struct tested moved = *tested;
    const four_momentum frame = {sqrt(1 + 0.3 * 0.3 + 0.2 * 0.2 + 0.5 * 0.5), 0.3, -0.2, 0.5};
    for (int i = 0; i < tested->legs; ++i)
        test_boost(frame, 1, moved.p[i]);
    assert_near(&moved, "after a boost", test_value(&moved, NULL, 0, NULL), value, 1e-9);
}

/* The largest part that the momentum of a massless vector in place of its polarisation gives. */
static inline double ward_violation(const struct tested *tested)
{
    signed char helicities[LEGS_MOST];
    double most = 0;
    memset(helicities, HELICITY_ANY, sizeof helicities);
    const double all = test_value(tested, helicities, 0, NULL);
    for (int i = 0; i < tested->legs; ++i) {
        const ts_particle *particle = ts_model_particle(tested->model, tested->pdg[i]);
        if (particle->spin < 3 || particle->mass > 0)
            continue;
        helicities[i] = HELICITY_GAUGE;
        most = fmax(most, fabs(test_value(tested, helicities, 0, NULL) / all));
        helicities[i] = HELICITY_ANY;
    }
    return most;
}

static inline void check_ward(const struct tested *tested)
{
    const double violation = ward_violation(tested);
    if (!(violation <= (tested->ward > 0 ? tested->ward : 1e-18)))
        fail_msg("%s fails a Ward identity by %.2g", tested->name, violation);
}

/* Equal final particles change places. */
static inline void check_exchange(const struct tested *tested, double value)
{
    for (int i = LEGS_IN; i < tested->legs; ++i)
        for (int k = LEGS_IN; k < i; ++k) {
            if (tested->pdg[i] != tested->pdg[k])
                continue;
            struct tested moved = *tested;
            memcpy(moved.p[i], tested->p[k], sizeof moved.p[i]);
            memcpy(moved.p[k], tested->p[i], sizeof moved.p[k]);
            assert_near(&moved, "after an exchange", test_value(&moved, NULL, 0, NULL), value, 1e-9);
            return;
        }
}

/* CP: antiparticles at mirrored momenta. */
static inline void check_conjugate(const struct tested *tested, double value)
{
    struct tested conjugate = *tested;
    for (int i = 0; i < tested->legs; ++i) {
        conjugate.pdg[i] = model_antiparticle(tested->model, tested->pdg[i]);
        for (int k = 1; k < 4; ++k)
            conjugate.p[i][k] = -tested->p[i][k];
    }
    assert_near(&conjugate, "of antiparticles", test_value(&conjugate, NULL, 0, NULL), value, 1e-9);
}

static inline double averaged(const struct tested *tested)
{
    double states = 1;
    for (int i = 0; i < LEGS_IN; ++i) {
        const ts_particle *particle = ts_model_particle(tested->model, tested->pdg[i]);
        states *= particle->colour * model_helicities(particle);
    }
    return states;
}

/* Crossing all legs of 2 -> 2: antiparticles of the final ones go in, at the same momenta. */
static inline void check_crossing(const struct tested *tested, double value)
{
    struct tested crossed = *tested;
    if (tested->legs != 4)
        return;
    for (int i = 0; i < 4; ++i) {
        crossed.pdg[i] = model_antiparticle(tested->model, tested->pdg[(i + 2) % 4]);
        memcpy(crossed.p[i], tested->p[(i + 2) % 4], sizeof crossed.p[i]);
    }
    assert_near(&crossed, "crossed", test_value(&crossed, NULL, 0, NULL) * averaged(&crossed),
                value * averaged(tested), 1e-9);
}

/* The order in which particles are named has no part. */
static inline void check_order(const struct tested *tested, double value)
{
    struct tested turned = *tested;
    for (int i = 0; i < tested->legs; ++i) {
        const int from = i < LEGS_IN ? 1 - i : tested->legs + 1 - i;
        turned.pdg[i] = tested->pdg[from];
        memcpy(turned.p[i], tested->p[from], sizeof turned.p[i]);
    }
    assert_near(&turned, "in another order", test_value(&turned, NULL, 0, NULL), value, 1e-9);
}

/* Single helicities add up; those that are left out vanish. */
static inline void check_helicities(const struct tested *tested, double value)
{
    signed char helicities[LEGS_MOST];
    int choices = 1, found;
    double sum = 0, states = 1;
    for (int i = 0; i < tested->legs; ++i)
        choices *= model_helicities(ts_model_particle(tested->model, tested->pdg[i]));
    for (int i = 0; i < LEGS_IN; ++i)
        states *= model_helicities(ts_model_particle(tested->model, tested->pdg[i]));
    if (choices > 64)
        return;
    for (int choice = 0; choice < choices; ++choice) {
        int left = choice;
        for (int i = 0; i < tested->legs; ++i) {
            const ts_particle *particle = ts_model_particle(tested->model, tested->pdg[i]);
            const int count = model_helicities(particle), state = left % count;
            left /= count;
            helicities[i] = (signed char)(count != 2 ? state - count / 2
                                                     : (2 * state - 1) * (particle->spin == 5 ? 2 : 1));
        }
        sum += test_value(tested, helicities, 0, &found);
    }
    assert_near(tested, "helicity by helicity", sum / states, value, 1e-10);
}

/* All of these, of a process at a point. */
static inline void check_identities_here(const struct tested *tested, double value)
{
    check_lorentz(tested, value);
    check_ward(tested);
    check_exchange(tested, value);
    check_conjugate(tested, value);
    check_crossing(tested, value);
    check_order(tested, value);
    check_helicities(tested, value);
}

static inline void check_identities(struct tested *tested, const char *name, double energy, uint64_t *random)
{
    test_process(tested, name);
    test_point(tested, energy, random);
    const double value = test_value(tested, NULL, 0, NULL);
    if (!(value > 0) || !isfinite(value))
        fail_msg("%s: %g", name, value);
    check_identities_here(tested, value);
}

#endif
