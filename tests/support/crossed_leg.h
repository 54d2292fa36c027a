/* Crossing of one leg. With one invariant fixed a squared matrix element of a b > c d, spins and colours
 * summed, is a rational function of s. Where s is negative it is that of a d~ > c b~, times -1 for each
 * fermion crossed. Its poles times it are a polynomial, whose divided difference of high order vanishes. */
#ifndef TESSERA_TEST_CROSSED_LEG_H
#define TESSERA_TEST_CROSSED_LEG_H

#include "tree_identities.h"

enum { CROSSED_POINTS_MOST = 40, CROSSED_POLES_MOST = 4 };

/* Poles in s and in the invariant that is neither s nor fixed, and where the squared matrix element was made.
 */
struct crossed_leg {
    double pole[CROSSED_POLES_MOST]; /* squared masses of lines */
    int poles, points;
    double fixed, sum; /* [GeV^2] (p_a - p_c)^2, and the sum of all squared masses */
    double s[CROSSED_POINTS_MOST], value[CROSSED_POINTS_MOST];
};

static inline double crossed_length(double s, double a, double b)
{
    return sqrt((s - (a + b) * (a + b)) * (s - (a - b) * (a - b)) / (4 * s));
}

/* The bounds of (p_a - p_c)^2 at this energy. */
static inline void crossed_bounds(const struct tested *tested, double energy, double bounds[2])
{
    const double a = test_mass(tested, 0), b = test_mass(tested, 1), c = test_mass(tested, 2),
                 d = test_mass(tested, 3), s = energy * energy;
    const double p = crossed_length(s, a, b), q = crossed_length(s, c, d);
    const double middle = a * a + c * c - 2 * sqrt(p * p + a * a) * sqrt(q * q + c * c);
    bounds[0] = middle - 2 * p * q;
    bounds[1] = middle + 2 * p * q;
}

/* Momenta where (p_a - p_c)^2 is `fixed`, seen in a frame that moves. */
static inline void crossed_point(struct tested *tested, double energy, double fixed)
{
    const four_momentum frame = {sqrt(1 + 0.2 * 0.2 + 0.1 * 0.1 + 0.3 * 0.3), 0.2, 0.1, -0.3};
    const double a = test_mass(tested, 0), b = test_mass(tested, 1), c = test_mass(tested, 2),
                 d = test_mass(tested, 3), s = energy * energy;
    const double p = crossed_length(s, a, b), q = crossed_length(s, c, d);
    double bounds[2];
    crossed_bounds(tested, energy, bounds);
    const double cosine = (2 * fixed - bounds[0] - bounds[1]) / (bounds[1] - bounds[0]);
    if (!(fabs(cosine) < 1))
        fail_msg("%s at %g GeV has no momenta for %g", tested->name, energy, fixed);
    const double x = q * sqrt(1 - cosine * cosine) * 0.6, y = x * 4 / 3, z = q * cosine;
    const four_momentum rows[4] = {{sqrt(p * p + a * a), 0, 0, p},
                                   {sqrt(p * p + b * b), 0, 0, -p},
                                   {sqrt(q * q + c * c), x, y, z},
                                   {sqrt(q * q + d * d), -x, -y, -z}};
    memcpy(tested->p, rows, sizeof rows);
    for (int i = 0; i < 4; ++i)
        test_boost(frame, 1, tested->p[i]);
}

/* Adds squared matrix elements at `count` energies from `energy` to twice that. Where `is_crossed`, s of the
 * first process is the invariant of the second and the third leg here. */
static inline void crossed_add(struct crossed_leg *leg, const struct tested *tested, double energy, int count,
                               int is_crossed, double sign)
{
    double momenta[CROSSED_POINTS_MOST][4][4] = {{{0}}};
    struct tested moved = *tested;
    double *values = leg->value + leg->points;
    for (int i = 0; i < count; ++i) {
        const double here = energy * (1.5 - 0.5 * cos(M_PI * (i + 0.5) / count));
        crossed_point(&moved, here, leg->fixed);
        memcpy(momenta[i], moved.p, sizeof momenta[i]);
        leg->s[leg->points + i] = is_crossed ? leg->sum - leg->fixed - here * here : here * here;
    }
    test_values_of(tested, TREE_FORM_SHARED, 1, NULL, 0, NULL, momenta[0][0], (size_t)count, values);
    for (int i = 0; i < count; ++i)
        values[i] *= sign * averaged(tested);
    leg->points += count;
}

/* The part of a divided difference of all points that those from `first` to `last` have. */
static inline double crossed_part(const struct crossed_leg *leg, double unit, int first, int last)
{
    double sum = 0;
    for (int i = first; i < last; ++i) {
        double term = leg->value[i];
        for (int k = 0; k < leg->poles; ++k) {
            const double other = leg->sum - leg->fixed - leg->s[i];
            term *= pow((leg->s[i] - leg->pole[k]) / unit * (other - leg->pole[k]) / unit, 2);
        }
        for (int k = 0; k < leg->points; ++k)
            if (k != i)
                term /= (leg->s[i] - leg->s[k]) / unit;
        sum += term;
    }
    return sum;
}

/* Crosses the second and the last leg of two into two. `lines` names particles of all masses that lines have,
 * whose widths are zero. */
static inline void check_crossed_leg(const struct tested *tested, const char *lines, double energy)
{
    struct crossed_leg leg = {.poles = 0};
    struct tested crossed = *tested;
    char name[16];
    double bounds[2], others[2], sign = 1;
    int used;
    for (; sscanf(lines, "%15s%n", name, &used) == 1; lines += used) {
        assert_true(leg.poles < CROSSED_POLES_MOST && ts_model_pdg(tested->model, name));
        leg.pole[leg.poles++] = pow(ts_model_particle(tested->model, ts_model_pdg(tested->model, name))->mass,
                                    2);
    }
    crossed.pdg[1] = model_antiparticle(tested->model, tested->pdg[3]);
    crossed.pdg[3] = model_antiparticle(tested->model, tested->pdg[1]);
    for (int i = 0; i < 4; ++i)
        leg.sum += pow(test_mass(tested, i), 2);
    for (int i = 1; i < 4; i += 2)
        sign *= ts_model_particle(tested->model, tested->pdg[i])->spin % 2 ? 1 : -1;
    crossed_bounds(tested, energy, bounds);
    crossed_bounds(&crossed, energy, others);
    leg.fixed = (fmax(bounds[0], others[0]) + fmin(bounds[1], others[1])) / 2;
    const int half = 2 * leg.poles + 5;
    crossed_add(&leg, tested, energy, half, 0, 1);
    crossed_add(&leg, &crossed, energy, half, 1, sign);
    const double unit = 2 * energy * energy;
    const double here = crossed_part(&leg, unit, 0, half), there = crossed_part(&leg, unit, half, 2 * half);
    /* Of terms of both signs up to nine digits cancel. */
    assert_near(tested, "with one leg crossed", -there, here, 1e-6);
}

#endif
