/* Polarised particles that decay, "w+{0} j, w+ > e+ ve". A turn of the products about the particle's axis
 * leaves the sum over helicities. Then angles of the products, and cross sections. */
#include "syntax_support.h"

#include <stdio.h>

static const double m_w = 80.41900244575616, m_z = 91.188, m_t = 173, m_h = 125, gamma_t = 1.5;

enum { POINT_LEGS = 6, TURNS = 5 };

/* From the frame in which this is at rest, or (sign -1) to that. */
static void move(const double frame[4], double sign, int count, double (*p)[4])
{
    const double parent[4] = {frame[0], sign * frame[1], sign * frame[2], sign * frame[3]};
    for (int i = 0; i < count; ++i)
        from_rest(parent, p[i]);
}

static void add_up(double (*p)[4], unsigned set, double sum[4])
{
    memset(sum, 0, 4 * sizeof *sum);
    for (int i = 0; i < POINT_LEGS; ++i)
        for (int k = 0; k < 4 && set >> i & 1; ++k)
            sum[k] += p[i][k];
}

/* Turns legs about an axis of space. */
static void turn(double (*p)[4], unsigned set, const double axis[4], double angle)
{
    const double length = sqrt(axis[1] * axis[1] + axis[2] * axis[2] + axis[3] * axis[3]);
    const double n[4] = {0, axis[1] / length, axis[2] / length, axis[3] / length};
    for (int i = 0; i < POINT_LEGS; ++i) {
        const double *v = p[i], along = n[1] * v[1] + n[2] * v[2] + n[3] * v[3];
        const double across[4] = {0, n[2] * v[3] - n[3] * v[2], n[3] * v[1] - n[1] * v[3],
                                  n[1] * v[2] - n[2] * v[1]};
        double turned[4] = {v[0]};
        for (int k = 1; k < 4; ++k)
            turned[k] = along * n[k] + (v[k] - along * n[k]) * cos(angle) + across[k] * sin(angle);
        if (set >> i & 1)
            memcpy(p[i], turned, sizeof turned);
    }
}

/* A process with a place for helicities, which are all that the particle has. */
struct polarised {
    const char *format, *whole, *states, *frame;
    double incoming[2], mass, other; /* of what decays, and of what is beside it; 0: nothing is */
    double products[3];
    int count; /* products */
    unsigned frame_legs, set;
    double energy;
};

static const struct polarised processes[] = {
    {"u d~ > w+{%c} g, w+ > e+ ve",
     "u d~ > w+ g, w+ > e+ ve",
     "0+-",
     "[1, 2]",
     {0, 0},
     86,
     0,
     {0},
     2,
     3,
     0x0c,
     300},
    {"d u~ > w-{%c} g, w- > e- ve~",
     "d u~ > w- g, w- > e- ve~",
     "0+-",
     "[1, 3]",
     {0, 0},
     76,
     0,
     {0},
     2,
     13,
     0x0c,
     300},
    {"e+ e- > z{%c} h, z > mu+ mu-",
     "e+ e- > z h, z > mu+ mu-",
     "0+-",
     "[1, 2]",
     {0, 0},
     95,
     125,
     {0},
     2,
     3,
     0x0c,
     400},
    {"g g > t{%c} t~, t > w+ b",
     "g g > t t~, t > w+ b",
     "LR",
     "[1, 2]",
     {0, 0},
     173,
     173,
     {80.41900244575616, 0},
     2,
     3,
     0x0c,
     500},
    {"e+ e- > t~{%c} t, t~ > w- b~",
     "e+ e- > t~ t, t~ > w- b~",
     "LR",
     "[1, 2]",
     {0, 0},
     173,
     173,
     {80.41900244575616, 0},
     2,
     3,
     0x0c,
     500},
    /* The production is less than half of the legs. */
    {"w+ w- > z{%c}, z > mu+ mu- a",
     "w+ w- > z, z > mu+ mu- a",
     "0+-",
     "[1]",
     {80.41900244575616, 80.41900244575616},
     200,
     0,
     {0},
     3,
     1,
     0x1c,
     0},
    {"w+ b > t{%c}, t > b e+ ve",
     "w+ b > t, t > b e+ ve",
     "LR",
     "[1]",
     {80.41900244575616, 0},
     173,
     0,
     {0},
     3,
     1,
     0x1c,
     0},
    {"w- b~ > t~{%c}, t~ > b~ e- ve~",
     "w- b~ > t~, t~ > b~ e- ve~",
     "LR",
     "[1]",
     {80.41900244575616, 0},
     173,
     0,
     {0},
     3,
     1,
     0x1c,
     0},
};

/* A point of it: the products of what decays, then what is beside it. Returns how many legs. */
static int put_point(const struct polarised *row, unsigned long *seed, double (*p)[4])
{
    const double root = row->energy > 0 ? row->energy : row->mass, *m = row->incoming;
    const double e = (root * root + m[0] * m[0] - m[1] * m[1]) / (2 * root), k = sqrt(e * e - m[0] * m[0]);
    double parent[4] = {root}, beside[4] = {0}, rest[SYNTAX_LEGS][4];
    memcpy(p[0], (const double[4]){e, 0, 0, k}, sizeof *p);
    memcpy(p[1], (const double[4]){root - e, 0, 0, -k}, sizeof *p);
    if (row->energy > 0) {
        const double whole[4] = {root};
        part_in_two(whole, row->mass, row->other, seed, parent, beside);
    }
    make_point(row->mass, row->products, row->count, seed, rest);
    move(parent, 1, row->count, rest + 2);
    memcpy(p + 2, rest + 2, (size_t)row->count * sizeof *p);
    memcpy(p + 2 + row->count, beside, sizeof *p);
    return 2 + row->count + (row->energy > 0);
}

/* Interference of two helicities goes with their difference in turns about the particle's axis. So the
 * mean of five turns leaves the sum over helicities. It does off the mass shell too, where what is along the
 * momentum decays into nothing. */
static void turns_leave_the_sum(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS(processes); ++i) {
        const struct polarised *row = &processes[i];
        char frame[60], process[80];
        double p[POINT_LEGS][4], of_frame[4], axis[4], whole = 0, sum = 0, least = 1e300, most = 0;
        unsigned long seed = 3 + i;
        snprintf(frame, sizeof frame, "polarization_frame=%s", row->frame);
        const char *const card[] = {frame, "couplings.alpha_s=0.118", "model.gamma_t=1.5", NULL};
        const int legs = put_point(row, &seed, p);
        for (int n = 0; n < TURNS; ++n) {
            const double value = squared_of(row->whole, card + 1, NULL, p, legs);
            whole += value;
            least = fmin(least, value);
            most = fmax(most, value);
            for (const char *a = row->states; *a; ++a) {
                snprintf(process, sizeof process, row->format, *a);
                sum += squared_of(process, card, NULL, p, legs);
            }
            add_up(p, row->frame_legs, of_frame);
            move(of_frame, -1, legs, p);
            add_up(p, row->set, axis);
            turn(p, row->set, axis, 2 * M_PI / TURNS);
            move(of_frame, 1, legs, p);
        }
        const int turns = row->energy > 0; /* what is alone goes along the beams, of all helicities */
        if (!(fabs(sum / whole - 1) < 1e-9) || turns != (most > 1.0001 * least))
            fail_msg("%s: the sum is %.17g, not %.17g; from %g to %g", row->format, sum, whole, least, most);
    }
}

/* A decay of a mass, in the plane of x and the axis on which the particle flies with momentum `along`. */
static void put_decay(double mass, double of_first, double cosine, const double direction[4], double p[2][4])
{
    const double k = (mass * mass - of_first * of_first) / (2 * mass), sine = sqrt(1 - cosine * cosine);
    const double length = sqrt(direction[1] * direction[1] + direction[2] * direction[2] +
                               direction[3] * direction[3]);
    const double n[3] = {direction[1] / length, direction[2] / length, direction[3] / length};
    const double side = hypot(n[0], n[1]), x[3] = {-n[1] / side, n[0] / side, 0};
    p[0][0] = hypot(k, of_first);
    p[1][0] = k;
    for (int i = 0; i < 3; ++i) {
        p[0][i + 1] = k * (cosine * n[i] + sine * x[i]);
        p[1][i + 1] = -p[0][i + 1];
    }
    move(direction, 1, 2, p);
}

/* On its mass shell the square is that of the production times that of the decay over (m Gamma)^2. That of a
 * W into leptons is g^2 m^2 times sin^2 / 2 of helicity 0 and (1 +- cos)^2 / 4 of the others. */
static void angles_of_leptons(void **state)
{
    static const double e2 = 4 * M_PI * 0.0075467711139788835, s2 = 0.22224648578577766, width = 2.0476;
    const char *const card[] = {"couplings.alpha_s=0.118", NULL};
    (void)state;
    for (int n = 0; n < 3; ++n)
        for (double cosine = -0.9; cosine < 1; cosine += 0.3) {
            double p[5][4], of_production[4][4];
            const double masses[] = {m_w, 0};
            const double expected[] = {(1 - cosine) * (1 - cosine) / 4, (1 - cosine * cosine) / 2,
                                       (1 + cosine) * (1 + cosine) / 4};
            unsigned long seed = 21;
            char production[40], process[60];
            snprintf(production, sizeof production, "u d~ > w+{%c} g", "-0+"[n]);
            snprintf(process, sizeof process, "%s, w+ > e+ ve", production);
            make_point(300, masses, 2, &seed, of_production);
            memcpy(p, of_production, 2 * sizeof *p);
            put_decay(m_w, 0, cosine, of_production[2], p + 2);
            memcpy(p[4], of_production[3], sizeof *p);
            const double made = squared_of(production, card, NULL, of_production, 4);
            const double value = squared_of(process, card, NULL, p, 5) * pow(m_w * width, 2);
            const double ratio = value / made / (e2 / s2 * m_w * m_w);
            if (!(fabs(ratio / expected[n] - 1) < 1e-8))
                fail_msg("%s: %.17g at %g, not %.17g", process, ratio, cosine, expected[n]);
        }
}

/* The W of a top of helicity +-1/2 goes as 1 +- a cos, a = (m_t^2 - 2 m_W^2) / (m_t^2 + 2 m_W^2), along its
 * momentum. */
static void angles_of_a_top(void **state)
{
    const double a = (m_t * m_t - 2 * m_w * m_w) / (m_t * m_t + 2 * m_w * m_w), masses[] = {m_t, m_t};
    const char *const card[] = {"couplings.alpha_s=0.118", "model.gamma_t=1.5", NULL};
    (void)state;
    for (int n = 0; n < 2; ++n)
        for (int anti = 0; anti < 2; ++anti) {
            double values[2];
            for (int k = 0; k < 2; ++k) {
                const double cosine = k ? 0.7 : -0.4;
                double p[5][4], of_production[4][4];
                unsigned long seed = 9;
                char production[40], process[60];
                snprintf(production, sizeof production, anti ? "e+ e- > t~{%c} t" : "e+ e- > t{%c} t~",
                         "LR"[n]);
                snprintf(process, sizeof process, anti ? "%s, t~ > w- b~" : "%s, t > w+ b", production);
                make_point(500, masses, 2, &seed, of_production);
                memcpy(p, of_production, 2 * sizeof *p);
                put_decay(m_t, m_w, cosine, of_production[2], p + 2);
                memcpy(p[4], of_production[3], sizeof *p);
                values[k] = squared_of(process, card, NULL, p, 5) * pow(m_t * gamma_t, 2) /
                            squared_of(production, card, NULL, of_production, 4) /
                            (1 + (n == anti ? -1 : 1) * a * cosine);
            }
            if (!(fabs(values[0] / values[1] - 1) < 1e-8))
                fail_msg("%s{%c}: %.17g and %.17g", anti ? "t~" : "t", "LR"[n], values[0], values[1]);
        }
}

#define BEAMS "beams.particles=[e+, e-]"

/* In a cross section no interference is left, of leptons without cuts. */
static void cross_sections_add_up(void **state)
{
    static const char *const names[] = {"e+ e- > z h, z > mu+ mu-", "e+ e- > z{0} h, z > mu+ mu-",
                                        "e+ e- > z{T} h, z > mu+ mu-"};
    double found[3], errors[3];
    (void)state;
    for (int i = 0; i < 3; ++i) {
        char process[80];
        snprintf(process, sizeof process, "process=%s", names[i]);
        found[i] = cross_section((const char *const[]){process, BEAMS, "beams.energy=300",
                                                       "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100",
                                                       "integration.relative_error=2e-3", NULL},
                                 &errors[i]);
    }
    const double error = hypot(errors[0], hypot(errors[1], errors[2]));
    if (!(fabs(found[1] + found[2] - found[0]) < 4 * error))
        fail_msg("%g + %g pb, not %g +- %g pb", found[1], found[2], found[0], error);
    /* e+ e- > z h far above its threshold: (E_Z / m_Z)^2 of longitudinal ones, 2 of transverse ones. */
    const double e = (300 * 300 + m_z * m_z - m_h * m_h) / (2 * 300);
    assert_true(fabs(found[1] / found[2] - e * e / (2 * m_z * m_z)) < 0.03 * found[1] / found[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(turns_leave_the_sum),
                                       cmocka_unit_test(angles_of_leptons), cmocka_unit_test(angles_of_a_top),
                                       cmocka_unit_test(cross_sections_add_up)};
    return cmocka_run_group_tests(tests, open_context, close_context);
}
