/* Structures of a model's own on each device: top quarks by a vertex of four quarks and a gluon, in closed
 * form. */
#include "device_support.h"
#include "ufo_models.h"

#include "tessera/amplitude.h"

#include <math.h>

static const double strength = -3.5, scale = 1000; /* of the operator, GeV */

static double value_of(ts_context *context, const char *process, const char *path, double momenta[4][4])
{
    char name[UFO_PATH_BYTES];
    ts_card *card;
    double value = NAN;
    assert_status(context, ts_card_create(context, &card));
    snprintf(name, sizeof name, "model.name=%s", path);
    assert_status(context, ts_card_set(context, card, name));
    assert_status(context, ts_card_set(context, card, "model.ctq8=-3.5"));
    assert_status(context, ts_card_set(context, card, "model.ctG=0"));
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
    const double gluon = value_of(context, "u u~ > t t~", path, momenta);
    const double both = value_of(context, "u u~ > t t~ NP=1", path, momenta);
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(four_quarks)};
    const int missing = ufo_is_python() ? test_begin(argc, argv) : 77;
    return missing ? missing : cmocka_run_group_tests(tests, NULL, NULL);
}
