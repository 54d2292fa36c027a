/* e+ e- > q q~: flavours, directions and squared matrix elements of the kernel, against helicity amplitudes.
 */
#include "kernel_support.h"

#include "families/quark_pairs_family.h"
#include "process/process.h"
#include "process/quark_pairs_parameters.h"

#include <math.h>

#define NAME(name) PARAMETER_##name,
enum { QUARK_PAIRS_PARAMETERS(NAME) PARAMETERS };
#undef NAME

enum { COUNT = 4096, NUMBERS = 3, VALUES = 6 };

/* A point of the unit cube becomes flavour, momentum and weight, as the pipeline has it. */
static const char kernels[] = KERNEL_TEXT(MAP(pairs, CONSTANT parameters *, p, GLOBAL scalar *, points,
                                              GLOBAL scalar *, states, GLOBAL scalar *, values) {
    real x[DIMENSIONS], state[STATE], fill[FILL_SLOTS];
    mask doubtful;
    for (int i = 0; i < DIMENSIONS; ++i)
        x[i] = r_fetch(points + AT(i));
    mask passes = integrand_sample(p, x, state);
    for (int i = 0; i < STATE; ++i)
        r_store(states + AT(i), state[i]);
    event_state kept = {states + ELEMENT, COUNT};
    event_number event = {w_set(0), w_set(0), 0, 0};
    event_team alone = {0, 0};
    hard_event whole = hard_event_of(p, points, event, kept);
    vector4 quark = hard_laboratory(&whole, R(1.0), 0);
    r_store(values + AT(0), r_set(p->first) + process_choose(&whole, R(0.0)).number);
    r_store(values + AT(1), quark.e);
    r_store(values + AT(2), quark.x);
    r_store(values + AT(3), quark.y);
    r_store(values + AT(4), quark.z);
    r_store(values + AT(5),
            r_select(passes, integrand_weight(p, points, event, kept, alone, fill, &doubtful), R(-1.0)));
});

struct points {
    double x[NUMBERS * COUNT], states[NUMBERS * COUNT], values[VALUES * COUNT];
};

/* The kernel over as many random points, and the numbers of a process's card. */
static void evaluate(const char *text, const double *parameters, struct points *points)
{
    char head[4096];
    snprintf(head, sizeof head, "%s#include \"map.h\"\n", text);
    srand(11);
    for (int i = 0; i < NUMBERS * COUNT; ++i)
        points->x[i] = kernel_scalar((rand() + 0.5) / (RAND_MAX + 1.0));
    struct kernel kernel = kernel_open_parts(head, kernels, COUNT);
    kernel_run(&kernel, "pairs",
               (struct kernel_array[]){{(double *)parameters, PARAMETERS, KERNEL_IN},
                                       {points->x, NUMBERS * COUNT, KERNEL_IN},
                                       {points->states, NUMBERS * COUNT, KERNEL_OUT},
                                       {points->values, VALUES * COUNT, KERNEL_OUT}},
               4);
    kernel_close(&kernel);
}

/* The squares of the four helicity amplitudes of massless fermions, over N_c (4 pi alpha)^2 and
 * averaged. Equal helicities of electron and quark go with (1 + c)^2, opposite ones with (1 -
 * c)^2. Each has photon and Z with the chiral couplings g = (T_3 - Q sin^2) / (sin cos) (M. E.
 * Peskin, D. V. Schroeder, section 20.2). */
static double helicity_sum(const struct electroweak *model, double energy, int pdg, double c)
{
    const double sin2 = model->sin2_theta_w, s = energy * energy;
    const double charge[2] = {-1, pdg % 2 ? -1.0 / 3 : 2.0 / 3}, isospin[2] = {-0.5, pdg % 2 ? -0.5 : 0.5};
    /* s / (s - m^2 + i m Gamma) */
    const double off = s - model->m_z * model->m_z, width = model->m_z * model->gamma_z;
    const double real_part = s * off / (off * off + width * width);
    const double imaginary_part = -s * width / (off * off + width * width);
    double sum = 0;
    for (int electron = 0; electron < 2; ++electron)
        for (int quark = 0; quark < 2; ++quark) { /* 0: left-handed */
            const double norm = sqrt(sin2 * (1 - sin2));
            const double g_e = ((electron ? 0 : isospin[0]) - charge[0] * sin2) / norm;
            const double g_q = ((quark ? 0 : isospin[1]) - charge[1] * sin2) / norm;
            const double photon_and_z = charge[0] * charge[1] + g_e * g_q * real_part;
            const double square = pow(photon_and_z, 2) + pow(g_e * g_q * imaginary_part, 2);
            sum += square * pow(electron == quark ? 1 + c : 1 - c, 2);
        }
    return sum / 4;
}

static struct process process_of(ts_context *context, const char *name, const char *beams, double energy)
{
    char assignments[3][64];
    const char *precision = test_double ? "precision=double" : "precision=single";
    ts_card *card;
    struct process process;
    snprintf(assignments[0], 64, "process=%s", name);
    snprintf(assignments[1], 64, "beams.particles=%s", beams);
    snprintf(assignments[2], 64, "beams.energy=%.17g", energy);
    assert_status(context, ts_card_create(context, &card));
    for (int i = 0; i < 3; ++i)
        assert_status(context, ts_card_set(context, card, assignments[i]));
    assert_status(context, ts_card_set(context, card, precision));
    assert_status(context, ts_card_set(context, card, "shower.enabled=false"));
    assert_status(context, process_create(context, card, 128, &process));
    ts_card_destroy(&card);
    return process;
}

/* Flavour and angle of each point give its weight; the angle is that to the electron, whichever beam it is.
 */
static void weights(const char *name, const char *beams, double energy, int first, int flavours)
{
    static struct points points;
    ts_context *context;
    assert_int_equal(ts_context_create(&context), TS_OK);
    struct process process = process_of(context, name, beams, energy);
    const struct electroweak model = quark_pair_electroweak(&process);
    const int electron_first = name[1] == '-';
    const double tolerance = test_double ? 1e-13 : 4e-6;
    int seen[6] = {0};
    evaluate(process.integrand.text, process.integrand.parameters, &points);
    for (int i = 0; i < COUNT; ++i) {
        const double *value = points.values + i, *x = points.x + i;
        const int pdg = (int)value[0];
        const double e = value[COUNT], px = value[2 * COUNT], py = value[3 * COUNT], pz = value[4 * COUNT];
        assert_true(pdg == first + (int)(x[0] * flavours));
        seen[pdg] += 1;
        assert_true(fabs(2 * e / energy - 1) < tolerance);
        assert_true(fabs(sqrt(px * px + py * py + pz * pz) / e - 1) < tolerance);
        assert_true(fabs(pz / e - (2 * x[COUNT] - 1)) < tolerance);
        assert_true(fabs(remainder(atan2(py, px) / (2 * acos(-1)) - x[2 * COUNT], 1)) < tolerance);
        const double c = electron_first ? pz / e : -pz / e;
        const double expected = helicity_sum(&model, energy, pdg, c);
        assert_true(fabs(value[5 * COUNT] / expected - 1) < tolerance);
    }
    for (int pdg = first; pdg < first + flavours; ++pdg)
        assert_true(seen[pdg] > 0.8 * COUNT / flavours);
    process_destroy(&process);
    ts_context_destroy(&context);
}

static void all_flavours(void **state)
{
    (void)state;
    weights("e+ e- > q q~", "[e+, e-]", 91.2, 1, 5);
    weights("e- e+ > j j", "[e-, e+]", 35, 1, 5);
}

static void one_flavour(void **state)
{
    (void)state;
    weights("e+ e- > u u~", "[e+, e-]", 200, 2, 1);
    weights("e- e+ > b~ b", "[e-, e+]", 91.2, 5, 1);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_flavours), cmocka_unit_test(one_flavour)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
