/* Scales by clustering where these are known otherwise; weights of other factors against runs of their own;
 * the same bits on all devices. tests/program/test_clustering.sh has histories of several emissions. */
#include "run_support.h"

#include "close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* With a grid that does not adapt all runs have the same events. */
#define SAME_EVENTS "integration.events=20000", "integration.alpha=0", "integration.warmup=0"

/* A run of the common lines with two of its own. */
static struct run run_with(const char *const *common, const char *r, const char *f)
{
    const char *lines[16];
    size_t count = 0;
    for (; *common; ++common)
        lines[count++] = *common;
    lines[count++] = r;
    lines[count++] = f;
    lines[count] = NULL;
    return run_card(0, lines);
}

static void assert_alike(const struct run *a, const struct run *b, double tolerance)
{
    assert_status(a->context, a->status);
    assert_status(b->context, b->status);
    print_message("%.12g and %.12g pb\n", a->result->value, b->result->value);
    assert_true(b->result->value > 0);
    assert_close(a->result->value, b->result->value, tolerance * b->result->value);
    assert_int_equal(a->result->variation_count, b->result->variation_count);
    for (size_t k = 0; k < b->result->variation_count; ++k) {
        const double value = b->result->variations[k].value;
        assert_close(a->result->variations[k].value, value, tolerance * value);
    }
}

/* Two massless jets have one pT, which is the scale of both vertices and of the core. That holds too where
 * trees have several powers of alpha_s. A pair of tops has one m_T. A jet beside a W has its own pT, and what
 * is left the m_T of the W. */
static void what_is_known(void **state)
{
    (void)state;
    static const struct {
        const char *common[8], *r, *f;
    } rows[] = {
        {{"process=u g > u g", SAME_EVENTS, "variations.scales=7", NULL},
         "scales.renormalization=HT/2",
         "scales.factorization=HT/2"},
        {{"process=u u > u u QCD=2 QED=2", SAME_EVENTS, "cuts.jet.pt_min=200", "variations.scales=7", NULL},
         "scales.renormalization=HT/2",
         "scales.factorization=HT/2"},
        {{"process=g g > t t~", SAME_EVENTS, "variations.scales=7", NULL},
         "scales.renormalization=MT/2",
         "scales.factorization=MT/2"},
        {{"process=u g > w+ d", SAME_EVENTS, "variations.scales=7", NULL},
         "scales.renormalization=HT",
         "scales.factorization=mt(wp)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct run own = run_with(rows[i].common, "scales.renormalization=clustering",
                                  "scales.factorization=clustering");
        struct run known = run_with(rows[i].common, rows[i].r, rows[i].f);
        assert_alike(&own, &known, 1e-10);
        end_run(&own);
        end_run(&known);
    }
}

static const char *const tops_and_jet[] = {"process=g g > t t~ g", SAME_EVENTS,
                                           "variations.scales=7",  "phase_space=chili",
                                           "cuts.jet.pt_min=30",   NULL};

/* Each weight of other factors is that of a run in which they are the card's. One kind of parton out of each
 * proton makes that so event by event. */
static void factors_vary(void **state)
{
    (void)state;
    struct run varied = run_with(tops_and_jet, "scales.renormalization=clustering",
                                 "scales.factorization=clustering");
    assert_status(varied.context, varied.status);
    assert_int_equal(varied.result->variation_count, 6);
    for (size_t k = 0; k < varied.result->variation_count; k += 3) {
        const ts_variation *variation = &varied.result->variations[k];
        char r[64], f[64];
        snprintf(r, sizeof r, "scales.renormalization=%g*clustering", variation->mur);
        snprintf(f, sizeof f, "scales.factorization=clustering*%g", variation->muf);
        struct run other = run_with(tops_and_jet, r, f);
        assert_status(other.context, other.status);
        assert_close(variation->value, other.result->value, 1e-10 * other.result->value);
        assert_true(fabs(other.result->value / varied.result->value - 1) > 1e-2);
        end_run(&other);
    }
    end_run(&varied);
}

/* With the cut of MLM on each event's history. */
static void devices_agree(void **state)
{
    (void)state;
    static const char *const merged[] = {"process=g g > t t~ g g",
                                         SAME_EVENTS,
                                         "variations.scales=7",
                                         "phase_space=chili",
                                         "merging.scheme=mlm",
                                         "merging.value=30",
                                         NULL};
    const char *const device = test_device, *const r = "scales.renormalization=clustering",
                      *const f = "scales.factorization=clustering";
    struct run there = run_with(merged, r, f);
    test_device = "cpu";
    struct run here = run_with(merged, r, f);
    test_device = device;
    assert_status(there.context, there.status);
    assert_status(here.context, here.status);
    assert_true(there.result->value == here.result->value && there.result->error == here.result->error);
    for (size_t k = 0; k < here.result->variation_count; ++k)
        assert_true(there.result->variations[k].value == here.result->variations[k].value);
    end_run(&there);
    end_run(&here);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    assert_card_refused((const char *const[]){"process=e+ e- > u u~ g", "beams.particles=[e+, e-]",
                                              "beams.energy=500", "scales.renormalization=clustering", NULL},
                        "neither beam is one");
    assert_card_refused((const char *const[]){"process=g g > g g g", "scales.factorization=clustering/2",
                                              NULL},
                        "derived from the model");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest of_devices[] = {cmocka_unit_test(devices_agree)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known),
        cmocka_unit_test(factors_vary),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return test_is_sample() ? cmocka_run_group_tests(of_devices, NULL, NULL)
                            : cmocka_run_group_tests(tests, NULL, NULL);
}
