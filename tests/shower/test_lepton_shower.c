/* The shower of processes of the model between leptons: with the same parameters it is that of quark pairs,
 * whose code is another one. */
#include "run_support.h"

#include <stdlib.h>
#include <string.h>

/* OpenCL's compilers, and its emulation on a CPU, are slow. */
static void need_time(void)
{
    if (!test_has_double || (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG")))
        skip();
}

static ts_histogram *find(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->result->histogram_count; ++i)
        if (!strcmp(strrchr(run->result->histograms[i].path, '/') + 1, name))
            return &run->result->histograms[i];
    fail_msg("there is no histogram %s", name);
    return NULL;
}

/* A shower of quark pairs; NULL: by its own code. The factor of densities, of which there are none, changes
 * nothing. */
static struct run run_of(const char *of_model, const char *seed)
{
    struct run run =
        run_card(0, (const char *const[]){"process=e+ e- > q q~", "beams.particles=[e+, e-]",
                                          "beams.energy=91.2", "shower.alpha_s=0.13", "shower.enabled=true",
                                          "precision=double", "integration.events=20000", seed,
                                          "histograms=[durham, thrust, wide_broadening, emissions]", of_model,
                                          of_model ? "shower.factorization_factor=0.5" : NULL, NULL});
    assert_status(run.context, run.status);
    return run;
}

static void quark_pairs_are_those_of_their_own_code(void **unused)
{
    static const char *const names[] = {"log10y23", "log10y34", "thrust", "wide_broadening", "emissions"};
    (void)unused;
    need_time();
    struct run general = run_of("model.m_b=0", "integration.seed=1");
    struct run own = run_of(NULL, "integration.seed=2");
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        ts_comparison comparison;
        ts_histogram *first = find(&general, names[i]), *second = find(&own, names[i]);
        assert_status(general.context, ts_histogram_normalize(general.context, first));
        assert_status(general.context, ts_histogram_normalize(general.context, second));
        assert_status(general.context, ts_histogram_compare(general.context, first, second, 0, &comparison));
        print_message("%s: p-value %.3f of %zu\n", names[i], comparison.p_value,
                      comparison.degrees_of_freedom);
        assert_true(comparison.degrees_of_freedom > 5 && comparison.p_value > 1e-3);
    }
    assert_true(general.result->factorization_factor == 0); /* idle, for no densities are there */
    assert_true(general.result->subprocess_count == 2 && general.result->exceeded == 0);
    end_run(&general);
    end_run(&own);
}

static void what_makes_no_sense_is_refused(void **unused)
{
    (void)unused;
    if (!test_has_double)
        skip();
    assert_card_refused((const char *const[]){"process=u u~ > z g", "beams.particles=[u, u~]",
                                              "beams.energy=300", "shower.enabled=true", NULL},
                        "needs the densities that u comes out of");
    assert_card_refused((const char *const[]){"process=e+ e- > q q~", "model.m_b=0",
                                              "beams.particles=[e+, e-]", "beams.energy=91.2",
                                              "shower.start=0.5", NULL},
                        "has no way to 1 GeV, where its cut-off lets it end");
    assert_card_refused((const char *const[]){"process=e- p > e- j", "beams.particles=[e-, p]",
                                              "beams.energy=318", "shower.enabled=true",
                                              "histograms=[thrust]", NULL},
                        "njets");
    assert_card_refused((const char *const[]){"process=e+ e- > mu+ mu-", "beams.particles=[e+, e-]",
                                              "beams.energy=91.2", "shower.enabled=true", NULL},
                        "nothing of e+ e- > mu+ mu- has colour");
    assert_card_refused((const char *const[]){"process=e+ e- > q q~", "model.m_b=0",
                                              "beams.particles=[e+, e-]", "beams.energy=91.2",
                                              "shower.matrix_element=true", NULL},
                        "one W, Z or h");
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quark_pairs_are_those_of_their_own_code),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
