/* Squared matrix elements of a Higgs boson with gluons where the top quark is heavy, in closed form. */
#ifndef TESSERA_TEST_HEAVY_TOP_FORMS_H
#define TESSERA_TEST_HEAVY_TOP_FORMS_H

#include "tree_identities.h"

/* Couplings and the mass that the forms have. */
struct heavy_top {
    double g_s, ghgg, m_h; /* ghgg: alpha_s / (3 pi v) of either sign [1/GeV] */
};

static inline double heavy_top_invariant(const struct tested *tested, int a, int b)
{
    const double sign = (a < LEGS_IN) == (b < LEGS_IN) ? 2 : -2;
    const double square = pow(test_mass(tested, a), 2) + pow(test_mass(tested, b), 2);
    return square + sign * test_product(tested->p[a], tested->p[b]);
}

/* g g > h: (alpha_s / (3 pi v))^2 m^4 / 64. */
static inline double heavy_top_fusion(const struct tested *tested, const struct heavy_top *top)
{
    (void)tested;
    return pow(top->ghgg * pow(top->m_h, 2), 2) / 64;
}

/* g g > g h (Ellis, Hinchliffe, Soldate, van der Bij, Nucl. Phys. B297 (1988) 221). */
static inline double heavy_top_with_gluon(const struct tested *tested, const struct heavy_top *top)
{
    const double s = heavy_top_invariant(tested, 0, 1), t = heavy_top_invariant(tested, 0, 2);
    const double u = heavy_top_invariant(tested, 1, 2);
    const double powers = pow(top->m_h, 8) + pow(s, 4) + pow(t, 4) + pow(u, 4);
    return pow(top->g_s * top->ghgg, 2) * 3 / 32 * powers / (s * t * u);
}

/* q q~ > g h, of the same authors: its factor follows from g g > h where q g > q h is collinear. */
static inline double heavy_top_of_quarks(const struct tested *tested, const struct heavy_top *top)
{
    const double s = heavy_top_invariant(tested, 0, 1), t = heavy_top_invariant(tested, 0, 2);
    const double u = heavy_top_invariant(tested, 1, 2);
    return pow(top->g_s * top->ghgg, 2) / 9 * (t * t + u * u) / s;
}

/* Of a massless line from p to q, one factor of 2 in the trace aside: p q + q p - g (p . q). */
static inline double heavy_top_line(const double *p, const double *q, int a, int b)
{
    const double metric = a != b ? 0 : a ? -1 : 1;
    return p[a] * q[b] + q[a] * p[b] - metric * test_product(p, q);
}

/* u d > u d h by traces: two lines, two gluons, and the vertex (k . q) g - q k between them. */
static inline double heavy_top_between_quarks(const struct tested *tested, const struct heavy_top *top)
{
    double k[4], q[4], vertex[4][4], sum = 0;
    for (int i = 0; i < 4; ++i) {
        k[i] = tested->p[0][i] - tested->p[2][i];
        q[i] = tested->p[1][i] - tested->p[3][i];
    }
    for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) {
            const double sign = (a ? -1 : 1) * (b ? -1 : 1); /* indices below */
            vertex[a][b] = (a != b ? 0 : (a ? -1 : 1) * test_product(k, q)) - sign * q[a] * k[b];
        }
    for (int i = 0; i < 256; ++i) {
        const int a = i & 3, b = i >> 2 & 3, c = i >> 4 & 3, d = i >> 6 & 3;
        sum += 16 * heavy_top_line(tested->p[0], tested->p[2], a, b) *
               heavy_top_line(tested->p[1], tested->p[3], c, d) * vertex[a][c] * vertex[b][d];
    }
    const double propagators = test_product(k, k) * test_product(q, q);
    const double coupling = pow(top->g_s, 2) * top->ghgg / propagators;
    return coupling * coupling * sum * (8.0 / 4) / (4 * 9);
}

/* Compares all forms, a few points each. */
static inline void check_heavy_top_forms(struct tested *tested, const struct heavy_top *top,
                                         struct orders most, uint64_t *random)
{
    static const struct {
        const char *name;
        double energy; /* 0: the mass of the Higgs boson */
        double (*value)(const struct tested *tested, const struct heavy_top *top);
    } forms[] = {{"g g > h", 0, heavy_top_fusion},
                 {"g g > g h", 500, heavy_top_with_gluon},
                 {"u u~ > g h", 500, heavy_top_of_quarks},
                 {"u d > u d h", 800, heavy_top_between_quarks}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; ++i)
        for (int point = 0; point < 3; ++point) {
            test_process(tested, forms[i].name);
            tested->most = most;
            test_point(tested, forms[i].energy > 0 ? forms[i].energy : top->m_h, random);
            assert_near(tested, "closed form", test_value(tested, NULL, 0, NULL), forms[i].value(tested, top),
                        1e-11);
        }
}

#endif
