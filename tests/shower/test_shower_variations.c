/* Weights of variations that reach into the shower between hadrons, against runs whose alpha_s or densities
 * are others. Distributions agree, the event itself keeps its bits, and capped weights are counted. */
#include "run_support.h"

#include "core/gamma.h"
#include "pdf_members.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char set[1100];

/* Compilers of OpenCL, and its emulation on a CPU, are slow. */
static void need_time(void)
{
    if (!test_has_double || (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG")))
        skip();
}

enum { GIVEN = 6, MORE_MOST = 5 };

static struct run run_z(const char *const *more)
{
    const char *assignments[GIVEN + MORE_MOST + 1] = {
        "process=p p > z",
        "beams.energy=13000",
        "integration.seed=11",
        "scales.factorization=91.1876",
        "shower.max_partons=64",
        "histograms=[{name: pt_z, bins: 12, range: [0, 60]}, {name: emissions, bins: 24, range: [-0.5, 23.5]}]"};
    for (int i = 0; i < MORE_MOST && more[i]; ++i)
        assignments[GIVEN + i] = more[i];
    struct run run = run_card(0, assignments);
    assert_status(run.context, run.status);
    return run;
}

/* The first histogram of a list whose path begins and ends so. */
static const ts_histogram *find(const ts_histogram *list, size_t count, const char *name,
                                const char *variation)
{
    for (size_t i = 0; i < count; ++i) {
        const char *own = strrchr(list[i].path, '/') + 1;
        if (!strncmp(own, name, strlen(name)) && (!variation || strstr(own, variation)))
            return &list[i];
    }
    fail_msg("there is no histogram %s of %s", name, variation ? variation : "the weight itself");
    return NULL;
}

/* The probability that bins differ so or more by chance. Bins of few entries tell nothing of their own
 * errors, where weights are large. Shapes are compared: `scale` is that of the first. */
static double agreement(const ts_histogram *nominal, const ts_histogram *varied, const ts_histogram *real,
                        double scale)
{
    double chi2 = 0;
    int count = 0;
    for (size_t i = 0; i < varied->bin_count; ++i) {
        const ts_bin *one = &varied->bins[i], *other = &real->bins[i];
        if (nominal->bins[i].entries < 100 || other->entries < 30)
            continue;
        chi2 += pow(scale * one->sum_w - other->sum_w, 2) / (scale * scale * one->sum_w2 + other->sum_w2);
        ++count;
    }
    assert_true(count > 8);
    return gamma_q(count / 2.0, chi2 / 2);
}

/* Of a run with variations and one in which what varies is the run's own. */
static void assert_agree(const struct run *varied, const char *variation, const struct run *real,
                         double scale)
{
    static const char *const names[] = {"pt_z", "emissions"};
    for (size_t i = 0; i < 2; ++i) {
        const ts_histogram *own = find(varied->result->histograms, 2, names[i], NULL);
        const ts_histogram *other = find(real->result->histograms, 2, names[i], NULL);
        const double p = agreement(own,
                                   find(varied->result->varied_histograms,
                                        varied->result->varied_histogram_count, names[i], variation),
                                   other, scale);
        const double unvaried = agreement(own, own, other, 1);
        print_message("%s, %s: p = %.3g, without the weights %.3g\n", variation, names[i], p, unvaried);
        assert_true(p > 1e-3);
        assert_true(i == 0 || unvaried < 1e-6);
    }
}

static const ts_variation *variation_of(const struct run *run, const char *name)
{
    for (size_t k = 0; k < run->result->variation_count; ++k)
        if (strstr(run->result->variations[k].name, name))
            return &run->result->variations[k];
    fail_msg("there is no variation %s", name);
    return NULL;
}

/* How many tell one distribution from another. */
static const char *events_of_statistics(void)
{
    return test_has_time() ? "integration.events=12000" : "integration.events=7000";
}

static void weights_are_runs_with_another_alpha_s(void **unused)
{
    static const char *const names[] = {"MUR=0.5_MUF=1_", "MUR=2_MUF=1_"};
    static const char *const factors[] = {"shower.renormalization_factor=0.5",
                                          "shower.renormalization_factor=2"};
    (void)unused;
    need_time();
    struct run varied = run_z((const char *const[MORE_MOST]){events_of_statistics(), "shower.variations=true",
                                                             "variations.scales=7"});
    for (size_t k = 0; k < 2; ++k) {
        struct run real = run_z(
            (const char *const[MORE_MOST]){events_of_statistics(), factors[k], "integration.seed=12"});
        const ts_variation *variation = variation_of(&varied, names[k]);
        assert_agree(&varied, names[k], &real, 1);
        assert_true(fabs(variation->value - varied.result->value) < 4 * variation->error);
        assert_true(variation->spread > 0.3 && variation->spread < 3);
        end_run(&real);
    }
    /* What varies the densities of the hard process alone is the same in the mean. */
    const ts_variation *densities = variation_of(&varied, "MUR=1_MUF=2_"),
                       *both = variation_of(&varied, "MUR=2_MUF=2_");
    assert_true(densities->spread > 0.1 && densities->spread < both->spread);
    assert_true(fabs(densities->value - both->value) < 4 * both->error);
    assert_true(varied.result->capped < varied.result->counted / 50);
    end_run(&varied);
}

/* The events are the same with weights of their variations and without them. */
static void the_event_keeps_its_bits(void **unused)
{
    (void)unused;
    need_time();
    struct run run[2];
    for (int i = 0; i < 2; ++i)
        run[i] = run_z((const char *const[MORE_MOST]){"integration.events=2000", "variations.scales=7",
                                                      i ? "shower.variations=true" : "shower.enabled=true"});
    assert_true(run[0].result->value == run[1].result->value);
    for (size_t h = 0; h < 2; ++h)
        assert_memory_equal(run[0].result->histograms[h].bins, run[1].result->histograms[h].bins,
                            run[0].result->histograms[h].bin_count * sizeof(ts_bin));
    assert_int_equal(run[0].result->capped, 0);
    assert_true(run[0].result->variations[0].spread == 0);
    for (int i = 0; i < 2; ++i)
        end_run(&run[i]);
}

/* Member 2 has twice the gluons of member 0, member 1 all densities times 1.1, which no ratio sees. */
static void weights_are_runs_with_other_densities(void **unused)
{
    char own[1200], other[1200];
    (void)unused;
    need_time();
    snprintf(own, sizeof own, "pdf=%s", set);
    snprintf(other, sizeof other, "pdf=%s/2", set);
    struct run varied = run_z((const char *const[MORE_MOST]){events_of_statistics(), own,
                                                             "variations.pdf=all", "shower.variations=true"});
    struct run real = run_z(
        (const char *const[MORE_MOST]){events_of_statistics(), other, "integration.seed=12"});
    assert_true(fabs(variation_of(&varied, "LHAPDF=91002")->value - real.result->value) <
                4 * hypot(real.result->error, variation_of(&varied, "LHAPDF=91002")->error));
    static const char *const names[] = {"pt_z", "emissions"};
    for (size_t i = 0; i < 2; ++i) {
        const ts_histogram *nominal = find(varied.result->histograms, 2, names[i], NULL);
        const double p = agreement(nominal,
                                   find(varied.result->varied_histograms,
                                        varied.result->varied_histogram_count, names[i], "LHAPDF=91002"),
                                   find(real.result->histograms, 2, names[i], NULL), 1);
        const double unvaried = agreement(nominal, nominal, find(real.result->histograms, 2, names[i], NULL),
                                          real.result->value / varied.result->value);
        print_message("member 2, %s: p = %.3g, of the shape without the weights %.3g\n", names[i], p,
                      unvaried);
        assert_true(p > 1e-3 && unvaried < 1e-6);
    }
    assert_true(variation_of(&varied, "LHAPDF=91001")->spread < 1e-6);
    assert_true(variation_of(&varied, "LHAPDF=91002")->spread > 0.01);
    end_run(&real);
    end_run(&varied);
}

static void capped_weights_are_counted(void **unused)
{
    (void)unused;
    need_time();
    struct run run = run_z((const char *const[MORE_MOST]){"integration.events=2000", "variations.scales=7",
                                                          "shower.variations=true", "shower.cutoff=2",
                                                          "shower.alpha_s=0.14"});
    assert_true(run.result->capped > 0 && run.result->capped < run.result->counted / 10);
    end_run(&run);
    assert_card_refused((const char *const[]){"process=p p > z", "shower.variations=true", NULL},
                        "variations.scales");
    assert_card_refused((const char *const[]){"process=p p > z", "shower.variations=true",
                                              "variations.scales=7", "shower.alpha_s=0.14", NULL},
                        "raise shower.cutoff");
}

static int make_set(void **unused)
{
    (void)unused;
    snprintf(set, sizeof set, "%s/showered-%ld", TEST_BINARY, (long)getpid());
    pdf_members_gluons = 1;
    pdf_members_write(set, 3, "SetIndex: 91000\nErrorType: hessian");
    return 0;
}

static int remove_set(void **unused)
{
    (void)unused;
    pdf_members_remove(set, 3);
    return 0;
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_runs_with_another_alpha_s),
        cmocka_unit_test(the_event_keeps_its_bits),
        cmocka_unit_test(weights_are_runs_with_other_densities),
        cmocka_unit_test(capped_weights_are_counted),
    };
    return cmocka_run_group_tests(tests, make_set, remove_set);
}
