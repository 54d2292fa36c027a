/* Structures and propagators of a model's own on each device, in closed form. Top quarks come by a vertex of
 * four quarks and a gluon, muons by a vector whose propagator is changed. */
#include "device_support.h"
#include "ufo_models.h"

#include "tessera/amplitude.h"

#include <math.h>

static const double strength = -3.5, scale = 1000; /* of the operator, GeV */

static double value_of(ts_context *context, const char *process, const char *path,
                       const char *const *settings_of, double momenta[4][4])
{
    char name[UFO_PATH_BYTES];
    ts_card *card;
    double value = NAN;
    assert_status(context, ts_card_create(context, &card));
    snprintf(name, sizeof name, "model.name=%s", path);
    assert_status(context, ts_card_set(context, card, name));
    for (; *settings_of; ++settings_of)
        assert_status(context, ts_card_set(context, card, *settings_of));
    const ts_amplitude_settings settings = {.size = sizeof settings,
                                            .device = test_device,
                                            .precision = test_has_double ? "double" : "single",
                                            .card = card};
    assert_status(context,
                  ts_amplitude_evaluate(context, process, &settings, 4, momenta[0], 1, &value, NULL));
    ts_card_destroy(&card);
    return value;
}

static void four_quarks(void **state)
{
    static const char *const values[] = {"model.ctq8=-3.5", "model.ctG=0", NULL};
    const double energy = 500, mass = 173, cosine = 0.3, alpha_s = 0.118;
    const double length = sqrt(energy * energy - mass * mass), sine = sqrt(1 - cosine * cosine);
    double momenta[4][4] = {{energy, 0, 0, energy},
                            {energy, 0, 0, -energy},
                            {energy, length * sine, 0, length * cosine},
                            {energy, -length * sine, 0, -length * cosine}};
    char path[UFO_PATH_BYTES];
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ufo_import(context, "top_eft", path);
    const double gluon = value_of(context, "u u~ > t t~", path, values, momenta);
    const double both = value_of(context, "u u~ > t t~ NP=1", path, values, momenta);
    const double s = 4 * energy * energy, ratio = 1 + strength * s / (4 * M_PI * alpha_s * scale * scale);
    const double t = mass * mass - s / 2 * (1 - length / energy * cosine), u = 2 * mass * mass - s - t;
    const double expected = pow(4 * M_PI * alpha_s, 2) * 4 / 9 *
                            (pow(t - mass * mass, 2) + pow(u - mass * mass, 2) + 2 * mass * mass * s) /
                            (s * s);
    const double tolerance = test_has_double ? 1e-11 : 1e-5;
    assert_true(fabs(gluon / expected - 1) < tolerance);
    assert_true(fabs(both / (expected * ratio * ratio) - 1) < tolerance);
    assert_int_equal(remove(path), 0);
    ts_context_destroy(&context);
}

/* A factor of p^2 to the second power, and the square of a usual denominator. */
static void propagators(void **state)
{
    static const char *const none[] = {NULL};
    const double energy = 270, cosine = 0.3, sine = sqrt(1 - cosine * cosine);
    double momenta[4][4] = {{energy, 0, 0, energy},
                            {energy, 0, 0, -energy},
                            {energy, energy * sine, 0, energy * cosine},
                            {energy, -energy * sine, 0, -energy * cosine}};
    const double s = 4 * energy * energy, m = 500, w = 20, eta = 0.15, change = 3, left = 0.4, right = -0.25;
    const double pole = s - m * m, quartic = pole - eta * s * s / (m * m),
                 square = pole * pole + m * m * w * w;
    const double like = pow(left, 4) + pow(right, 4), unlike = 2 * pow(left * right, 2);
    const double angles = like * pow(1 + cosine, 2) + unlike * pow(1 - cosine, 2);
    const double expected[] = {angles * pow(s / 2, 2) / (quartic * quartic + m * m * w * w),
                               angles * pow(s / 2 * m * change / square, 2)};
    char path[UFO_PATH_BYTES];
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ufo_import(context, "propagators", path);
    for (int i = 0; i < 2; ++i) {
        const double value =
            value_of(context,
                     i ? "e+ e- > mu+ mu- COR=2 QUA=0 OLD=0 NEW=0 QED=0 PHO=0 GAU=0 RUN=0 RXI=0 ZER=0 WID=0"
                       : "e+ e- > mu+ mu- QUA=2 COR=0 OLD=0 NEW=0 QED=0 PHO=0 GAU=0 RUN=0 RXI=0 ZER=0 WID=0",
                     path, none, momenta);
        if (!(fabs(value / expected[i] - 1) < (test_has_double ? 1e-12 : 1e-5)))
            fail_msg("%d: %.17g is not %.17g", i, value, expected[i]);
    }
    assert_int_equal(remove(path), 0);
    ts_context_destroy(&context);
}

/* A photon whose coupling to muons has the form factor 1 / (1 - s / M^2). */
static void form_factors(void **state)
{
    static const char *const none[] = {NULL};
    const double energy = 270, cosine = 0.3, sine = sqrt(1 - cosine * cosine);
    double momenta[4][4] = {{energy, 0, 0, energy},
                            {energy, 0, 0, -energy},
                            {energy, energy * sine, 0, energy * cosine},
                            {energy, -energy * sine, 0, -energy * cosine}};
    const double s = 4 * energy * energy, m = 900, charge = 0.3;
    const double expected = pow(charge, 4) * (1 + cosine * cosine) / pow(1 - s / (m * m), 2);
    char path[UFO_PATH_BYTES];
    ts_context *context;
    (void)state;
    assert_int_equal(ts_context_create(&context), TS_OK);
    ufo_import(context, "forms", path);
    const double value = value_of(
        context, "e+ e- > mu+ mu- DIP=2 QED=0 BAR=0 CON=0 DIR=0 PRO=0 HEA=0 SIG=0 GAM=0 FLO=0 CHA=0 DEC=0",
        path, none, momenta);
    if (!(fabs(value / expected - 1) < (test_has_double ? 1e-12 : 1e-5)))
        fail_msg("%.17g is not %.17g", value, expected);
    assert_int_equal(remove(path), 0);
    ts_context_destroy(&context);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_quarks), cmocka_unit_test(propagators),
                                       cmocka_unit_test(form_factors)};
    const int missing = ufo_is_python() ? test_begin(argc, argv) : 77;
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
