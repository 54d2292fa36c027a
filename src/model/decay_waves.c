#include "model/decay_waves.h"

#include <math.h>
#include <string.h>

#define I __builtin_complex(0.0, 1.0)

/* The square root of p.sigma (sign -1) or p.sigma-bar (sign 1), times a spinor along or against z. */
static void root_times(const double p[COMPONENTS], double mass, double sign, int state, number to[2])
{
    const double norm = sqrt(2 * (p[0] + mass));
    number matrix[2][2] = {{p[0] + mass + sign * p[3], sign * (p[1] - I * p[2])},
                           {sign * (p[1] + I * p[2]), p[0] + mass - sign * p[3]}};
    to[0] = matrix[0][state] / norm;
    to[1] = matrix[1][state] / norm;
}

/* u of an incoming particle, whose mass may be negative, as SLHA has those of some Majorana fermions. */
static void column(const double p[COMPONENTS], double mass, int state, number *to)
{
    root_times(p, fabs(mass), -1, state, to);
    root_times(p, fabs(mass), 1, state, to + 2);
    for (int i = 2; i < COMPONENTS && mass < 0; ++i)
        to[i] = -to[i];
}

/* v = C u-bar^T, which is i gamma^2 u*. */
static void conjugated(const number *of, number *to)
{
    for (int a = 0; a < COMPONENTS; ++a) {
        to[a] = 0;
        for (int k = 0; k < COMPONENTS; ++k)
            to[a] += I * decay_gamma(2, a, k) * conj(of[k]);
    }
}

/* Three real polarisations: two across the momentum, and one along it, which massless vectors lack. */
static void polarisations(const double p[COMPONENTS], double mass, double to[3][COMPONENTS])
{
    const double k = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    double n[3] = {0, 0, 1}, across[3] = {0, 0, 0};
    for (int i = 0; i < 3 && k > 0; ++i)
        n[i] = p[i + 1] / k;
    int least = 0;
    for (int i = 1; i < 3; ++i)
        least = fabs(n[i]) < fabs(n[least]) ? i : least;
    across[least] = 1;
    const double norm = sqrt(1 - n[least] * n[least]);
    memset(to, 0, 3 * sizeof *to);
    for (int i = 0; i < 3; ++i)
        to[0][i + 1] = (n[(i + 1) % 3] * across[(i + 2) % 3] - n[(i + 2) % 3] * across[(i + 1) % 3]) / norm;
    for (int i = 0; i < 3; ++i)
        to[1][i + 1] = n[(i + 1) % 3] * to[0][(i + 2) % 3 + 1] - n[(i + 2) % 3] * to[0][(i + 1) % 3 + 1];
    to[2][0] = mass > 0 ? k / mass : 0;
    for (int i = 0; i < 3; ++i)
        to[2][i + 1] = mass > 0 ? n[i] * hypot(mass, k) / mass : 0;
}

/* Traceless symmetric products of polarisations, an orthonormal set; massless: the first two. */
static int tensor_waves(double e[3][COMPONENTS], int massless, number waves[STATES_MOST][WAVE_MOST])
{
    static const double weights[STATES_MOST][3][3] = {{{M_SQRT1_2, 0, 0}, {0, -M_SQRT1_2, 0}, {0, 0, 0}},
                                                      {{0, M_SQRT1_2, 0}, {M_SQRT1_2, 0, 0}, {0, 0, 0}},
                                                      {{0, 0, M_SQRT1_2}, {0, 0, 0}, {M_SQRT1_2, 0, 0}},
                                                      {{0, 0, 0}, {0, 0, M_SQRT1_2}, {0, M_SQRT1_2, 0}},
                                                      {{-0.40824829046386302, 0, 0},
                                                       {0, -0.40824829046386302, 0},
                                                       {0, 0, 0.81649658092772603}}};
    const int count = massless ? 2 : STATES_MOST;
    for (int s = 0; s < count; ++s)
        for (int i = 0; i < WAVE_MOST; ++i) {
            waves[s][i] = 0;
            for (int a = 0; a < 3; ++a)
                for (int b = 0; b < 3; ++b)
                    waves[s][i] += weights[s][a][b] * e[a][i / COMPONENTS] * e[b][i % COMPONENTS];
        }
    return count;
}

int decay_waves(const ts_particle *particle, const double incoming[COMPONENTS],
                number waves[STATES_MOST][WAVE_MOST])
{
    const int is_out = incoming[0] < 0, massless = particle->mass == 0;
    double p[COMPONENTS], e[3][COMPONENTS];
    for (int i = 0; i < COMPONENTS; ++i)
        p[i] = is_out ? -incoming[i] : incoming[i];
    if (particle->spin == 1) {
        waves[0][0] = 1;
        return 1;
    }
    if (particle->spin == 2) {
        for (int state = 0; state < 2; ++state) {
            number u[COMPONENTS];
            column(p, particle->mass, state, u);
            if (is_out)
                conjugated(u, waves[state]);
            else
                memcpy(waves[state], u, sizeof u);
        }
        return 2;
    }
    polarisations(p, particle->mass, e);
    if (particle->spin == 5)
        return tensor_waves(e, massless, waves);
    const int count = massless ? 2 : 3;
    for (int s = 0; s < count; ++s)
        for (int i = 0; i < COMPONENTS; ++i)
            waves[s][i] = e[s][i];
    return count;
}

/* [(q-slash + m) C^T]_ab: of what comes in at a, with momentum q, and goes on at b. */
static number fermion_line(const double q[COMPONENTS], number mass, int a, int b)
{
    number sum = 0;
    for (int k = 0; k < COMPONENTS; ++k) {
        number slash = a == k ? mass : 0;
        for (int mu = 0; mu < COMPONENTS; ++mu)
            slash += decay_metric[mu] * q[mu] * decay_gamma(mu, a, k);
        sum += slash * decay_conjugation(b, k);
    }
    return sum;
}

/* Of a vector, -g + q q / m^2 with upper indices. */
static number vector_line(const double q[COMPONENTS], number mass, int a, int b)
{
    return (a == b ? -decay_metric[a] : 0) + (mass != 0 ? q[a] * q[b] / (mass * mass) : 0);
}

/* With P of vectors: (P P + P P) / 2 - P P / 3. Of a massless tensor P has no momenta, and a half stands for
 * the third. */
static number tensor_line(const double q[COMPONENTS], number mass, int a, int b)
{
    const int m = a / COMPONENTS, n = a % COMPONENTS, r = b / COMPONENTS, s = b % COMPONENTS;
    const number crossed = vector_line(q, mass, m, r) * vector_line(q, mass, n, s) +
                           vector_line(q, mass, m, s) * vector_line(q, mass, n, r);
    return crossed / 2 - vector_line(q, mass, m, n) * vector_line(q, mass, r, s) / (mass != 0 ? 3 : 2);
}

void decay_line(const ts_particle *particle, const double q[COMPONENTS], number line[WAVE_MOST][WAVE_MOST])
{
    const int components = decay_components(particle->spin);
    const number mass = particle->complex_mass[0] + I * particle->complex_mass[1];
    double square = 0;
    for (int i = 0; i < COMPONENTS; ++i)
        square += decay_metric[i] * q[i] * q[i];
    const number pole = I / (square - particle->mass * particle->mass + I * particle->mass * particle->width);
    for (int a = 0; a < components; ++a)
        for (int b = 0; b < components; ++b)
            line[a][b] = pole * (particle->spin == 1   ? 1
                                 : particle->spin == 2 ? fermion_line(q, mass, a, b)
                                 : particle->spin == 3 ? vector_line(q, mass, a, b)
                                                       : tensor_line(q, mass, a, b));
}
