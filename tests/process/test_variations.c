/* Weights of other scales and members against runs in which these are the card's own, against closed forms,
 * and in files. */
#include "run_support.h"

#include "close.h"
#include "pdf_members.h"
#include "process/process.h"
#include "process/variations_layout.h"
#include "process/variations_of_card.h"
#include "tessera/pdf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char set[1000], alone[1000];

static int start(void **state)
{
    (void)state;
    snprintf(set, sizeof set, "%s/members-%ld", TEST_BINARY, (long)getpid());
    snprintf(alone, sizeof alone, "%s/alone-%ld", TEST_BINARY, (long)getpid());
    pdf_members_write(set, PDF_MEMBERS, "SetIndex: 91000\nErrorType: hessian\nErrorConfLevel: 90");
    pdf_members_write(alone, 1, "");
    return 0;
}

static int end(void **state)
{
    (void)state;
    pdf_members_remove(set, PDF_MEMBERS);
    pdf_members_remove(alone, 1);
    return 0;
}

/* A card: lines that all runs have in common, then one's own; NULL ends either. */
static struct run run_with(const char *const *common, const char *const *own)
{
    const char *lines[24];
    char pdf[1100];
    size_t count = 1;
    snprintf(pdf, sizeof pdf, "pdf=%s", set);
    lines[0] = pdf;
    for (; *common; ++common)
        lines[count++] = *common;
    for (; *own; ++own)
        lines[count++] = *own;
    lines[count] = NULL;
    return run_card(0, lines);
}

static const char *const all[] = {"variations.scales=7", "variations.pdf=all", NULL};
static const char *const nothing[] = {NULL};

static const ts_variation *find(const ts_result *result, const char *name)
{
    for (size_t k = 0; k < result->variation_count; ++k)
        if (!strcmp(result->variations[k].name, name))
            return &result->variations[k];
    fail_msg("there is no %s", name);
    return NULL;
}

/* All histograms of a variation are those of another run, bin by bin, to `tolerance` of the largest bin. */
static void assert_histograms(const struct run *varied, size_t k, const struct run *other, double tolerance)
{
    const size_t count = varied->result->histogram_count;
    assert_int_equal(varied->result->varied_histogram_count, count * varied->result->variation_count);
    for (size_t h = 0; h < count; ++h) {
        const ts_histogram *a = &varied->result->varied_histograms[k * count + h];
        const ts_histogram *b = &other->result->histograms[h];
        double largest[4] = {0};
        assert_int_equal(a->bin_count, b->bin_count);
        for (size_t i = 0; i < b->bin_count; ++i) {
            largest[0] = fmax(largest[0], fabs(b->bins[i].sum_w));
            largest[1] = fmax(largest[1], fabs(b->bins[i].sum_w2));
            largest[2] = fmax(largest[2], fabs(b->bins[i].sum_wx));
            largest[3] = fmax(largest[3], fabs(b->bins[i].sum_wx2));
        }
        assert_true(largest[0] > 0);
        for (size_t i = 0; i < b->bin_count; ++i) {
            assert_close(a->bins[i].sum_w, b->bins[i].sum_w, tolerance * largest[0]);
            assert_close(a->bins[i].sum_w2, b->bins[i].sum_w2, tolerance * largest[1]);
            assert_close(a->bins[i].sum_wx, b->bins[i].sum_wx, tolerance * largest[2]);
            assert_close(a->bins[i].sum_wx2, b->bins[i].sum_wx2, tolerance * largest[3]);
            assert_true(a->bins[i].entries == b->bins[i].entries);
        }
    }
}

/* Variation k is the run of a card of its own. */
static void assert_variation(const struct run *varied, size_t k, const char *const *common,
                             const char *const *own, double tolerance)
{
    const ts_variation *variation = &varied->result->variations[k];
    struct run other = run_with(common, own);
    assert_status(other.context, other.status);
    assert_close(variation->value, other.result->value, tolerance * other.result->value);
    /* Of squares what is below 2^-45 of the largest one's scale is cut off, 10^4 times. */
    assert_close(variation->error, other.result->error, 1e-9 * other.result->error);
    assert_histograms(varied, k, &other, tolerance);
    end_run(&other);
}

/* What members 2 k - 1 and 2 k of a Hessian set add to the square of the upper error. */
static double up_of_pair(const double values[PDF_MEMBERS], int k)
{
    const double up = fmax(fmax(values[2 * k - 1], values[2 * k]) - values[0], 0);
    return up * up;
}

/* The bands of a bin: the extremes of its seven scales, and the Hessian formula written out. */
static void assert_bands_of_bin(const ts_result *result, size_t h, size_t i)
{
    const ts_bands *bands = &result->bands[h];
    const double own = result->histograms[h].bins[i].sum_w, sigmas = 1.6448536269514722; /* of 90 per cent */
    double low = own, high = own, values[PDF_MEMBERS] = {own};
    for (size_t k = 0; k < result->variation_count; ++k) {
        const ts_variation *variation = &result->variations[k];
        const double value = result->varied_histograms[k * result->histogram_count + h].bins[i].sum_w;
        if (variation->member > 0) {
            values[variation->member] = value;
            continue;
        }
        low = fmin(low, value);
        high = fmax(high, value);
    }
    assert_true(bands->scale_low[i] == low && bands->scale_high[i] == high);
    const double up = sqrt(up_of_pair(values, 1) + up_of_pair(values, 2)) / sigmas;
    assert_close(bands->density_high[i], own + up, 1e-12 * fabs(own));
    assert_true(bands->density_low[i] <= own);
}

static void assert_bands(const ts_result *result)
{
    for (size_t h = 0; h < result->histogram_count; ++h)
        for (size_t i = 0; i < result->histograms[h].bin_count; ++i)
            assert_bands_of_bin(result, h, i);
}

/* With a grid that does not adapt all runs have the same events. Where one kind of parton alone comes out of
 * each proton an event of a variation is that of the other run, to rounding. */
#define SAME_EVENTS "integration.events=20000", "integration.alpha=0", "integration.warmup=0"

/* Every point of scales, and every member, as `scales` and NAME/MEMBER of a card would have it. `mur` and
 * `muf` are what the scales' factors stand before: "HT" or 91.188. */
static void assert_all(const char *const *common, const char *scale, double mur, double muf)
{
    struct run varied = run_with(common, all), plain = run_with(common, nothing);
    assert_status(varied.context, varied.status);
    assert_status(plain.context, plain.status);
    assert_int_equal(varied.result->variation_count, 6 + PDF_MEMBERS - 1);
    assert_true(varied.result->value == plain.result->value && varied.result->error == plain.result->error);
    assert_bands(varied.result);
    assert_null(plain.result->bands);
    for (size_t k = 0; k < varied.result->variation_count; ++k) {
        const ts_variation *variation = &varied.result->variations[k];
        char name[64], r[96], f[96], pdf[1100];
        snprintf(name, sizeof name, "MUR=%g_MUF=%g_LHAPDF=%d", variation->mur, variation->muf,
                 PDF_MEMBERS_NUMBER + variation->member);
        assert_string_equal(variation->name, name);
        snprintf(r, sizeof r, "scales.renormalization=%.17g%s", mur * variation->mur, scale);
        snprintf(f, sizeof f, "scales.factorization=%.17g%s", muf * variation->muf, scale);
        snprintf(pdf, sizeof pdf, "pdf=%s/%d", set, variation->member);
        assert_variation(&varied, k, common, (const char *const[]){r, f, pdf, NULL}, 1e-11);
    }
    end_run(&varied);
    end_run(&plain);
}

static const char *const gluons[] = {"process=g g > g g",
                                     SAME_EVENTS,
                                     "precision=double",
                                     "histograms=[ht, pt1]",
                                     "scales.renormalization=0.5*HT",
                                     "scales.factorization=HT",
                                     NULL};

static void scales_that_follow_an_event(void **state)
{
    (void)state;
    assert_all(gluons, "*HT", 0.5, 1);
}

/* What an expression says of an event is its scale, in the weight, the densities, and all variations. One
 * that writes out MT or M has their values, in a process of one power of alpha_s and, where there is time, of
 * several. */
static void scales_that_are_expressions(void **state)
{
    (void)state;
    static const char *const processes[][10] = {{"process=g g > t t~", SAME_EVENTS, "histograms=[pt_t]",
                                                 "variations.scales=7", "variations.pdf=all", NULL},
                                                {"process=u u > u u QCD=2 QED=2", SAME_EVENTS,
                                                 "cuts.jet.pt_min=200", "histograms=[pt1]",
                                                 "variations.scales=7", NULL}};
    static const char *const named[][3] = {{"scales.renormalization=MT/2", "scales.factorization=M", NULL},
                                           {"scales.renormalization=HT/2", "scales.factorization=M*2", NULL}};
    static const char *const written[][3] = {{"scales.renormalization=(sqrt(m(t)^2 + pt(t)^2) + mt(tx))/2",
                                              "scales.factorization=m(t, tx)", NULL},
                                             {"scales.renormalization=(pt(j1) + pt(j2))/2",
                                              "scales.factorization=2*m(j1, j2)", NULL}};
    for (int i = 0; i < (test_has_time() ? 2 : 1); ++i) {
        struct run base = run_with(processes[i], named[i]), own = run_with(processes[i], written[i]);
        assert_close(own.result->value, base.result->value, 1e-11 * base.result->value);
        assert_int_equal(own.result->variation_count, base.result->variation_count);
        assert_true(base.result->variation_count >= 6);
        for (size_t k = 0; k < base.result->variation_count; ++k) {
            const double value = base.result->variations[k].value;
            assert_close(own.result->variations[k].value, value, 1e-11 * fabs(value));
        }
        assert_true(fabs(base.result->variations[0].value / base.result->value - 1) > 1e-3);
        assert_int_equal(own.result->not_finite, 0);
        end_run(&base);
        end_run(&own);
    }
}

/* Without alpha_s in the squared amplitude its scale may be anything, also 0. */
static void a_scale_without_part(void **state)
{
    (void)state;
    static const char *const pairs[] = {"process=p p > e+ e-", SAME_EVENTS,
                                        "cuts.pair={e+ e-: {mass: [66, 116]}}", NULL};
    static const char *const fixed[] = {"scales.renormalization=91.188", NULL};
    static const char *const written[] = {"scales.renormalization=pt(ep, em)", NULL};
    struct run base = run_with(pairs, fixed), own = run_with(pairs, written);
    assert_int_equal(own.result->not_finite, 0);
    assert_true(own.result->value == base.result->value);
    end_run(&base);
    end_run(&own);
}

static void scales_that_stand(void **state)
{
    (void)state;
    static const char *const tops[] = {"process=g g > t t~",          SAME_EVENTS,
                                       "histograms=[pt_t]",           "scales.renormalization=173",
                                       "scales.factorization=91.188", NULL};
    assert_all(tops, "", 173, 91.188);
}

/* Squares of trees of several powers of alpha_s, with the interference among them. A scale that stands has
 * its alpha_s in the matrix element itself. Another one is the other run's, point by point, there, which is
 * for who has time, and where it follows the event. */
static void trees_of_several_powers(void **state)
{
    (void)state;
    static const char *const follows[] = {"process=u u > u u QCD=2 QED=2",
                                          SAME_EVENTS,
                                          "cuts.jet.pt_min=200",
                                          "histograms=[pt1]",
                                          "scales.renormalization=0.5*HT",
                                          "scales.factorization=HT",
                                          NULL};
    static const char *const stands[] = {"process=u d > u d QCD=2 QED=2", SAME_EVENTS,
                                         "cuts.jet.pt_min=200",           "histograms=[pt1]",
                                         "amplitude.helicities=sampled",  "scales.renormalization=173",
                                         "scales.factorization=91.188",   NULL};
    assert_all(follows, "*HT", 0.5, 1);
    if (test_has_time())
        assert_all(stands, "", 173, 91.188);
}

/* Jets of one pT: a scale that follows it is the one that stands there, and their interference counts. */
static void scales_of_several_powers(void **state)
{
    (void)state;
    static const char *const scales[] = {"0.5*HT", "250", "2*HT", "1000"};
    double values[5];
    for (int i = 0; i < 5; ++i) {
        char scale[64];
        snprintf(scale, sizeof scale, "scales.renormalization=%s", scales[i % 4]);
        struct run run = run_with((const char *const[]){SAME_EVENTS, "cuts.jet={pt_min: 249, pt_max: 251}",
                                                        "scales.factorization=91.188", scale, NULL},
                                  (const char *const[]){i < 4 ? "process=u u > u u QCD=2 QED=2"
                                                              : "process=u u > u u QCD=2 QED=0",
                                                        NULL});
        assert_status(run.context, run.status);
        values[i] = run.result->value;
        end_run(&run);
    }
    print_message("%.8g %.8g, %.8g %.8g; QCD alone %.8g pb\n", values[0], values[1], values[2], values[3],
                  values[4]);
    assert_close(values[0], values[1], 1e-4 * values[1]);
    assert_close(values[2], values[3], 1e-4 * values[3]);
    assert_true(fabs(values[4] - values[0]) > 0.01 * values[0]);
}

/* Of several partons one is drawn, in proportion to the densities of the
 * weight itself. Then a variation is another run's in the mean alone, the
 * closer as both have the same points. A member that differs by a factor is
 * that factor. Photons are for who has time. */
static void partons_that_are_drawn(void **state)
{
    (void)state;
    static const char *const photons[] = {"process=p p > a a", SAME_EVENTS, "scales.factorization=HT", NULL};
    static const char *const leptons[] = {"process=p p > e+ e-", SAME_EVENTS, "scales.factorization=M",
                                          "cuts.pair={l+ l-: {mass: [66, 116]}}", NULL};
    const char *const *const cards[] = {photons, leptons};
    static const char *const others[] = {"scales.factorization=2*HT", "scales.factorization=2*M"};
    for (int i = test_has_time() ? 0 : 1; i < 2; ++i) {
        char pdf[1100];
        snprintf(pdf, sizeof pdf, "pdf=%s/2", set);
        struct run varied = run_with(cards[i], all);
        struct run other = run_with(cards[i], (const char *const[]){others[i], NULL});
        struct run shape = run_with(cards[i], (const char *const[]){pdf, NULL});
        assert_status(varied.context, varied.status);
        assert_status(other.context, other.status);
        assert_status(shape.context, shape.status);
        const double value = varied.result->value, error = varied.result->error;
        assert_close(find(varied.result, "MUR=1_MUF=1_LHAPDF=91001")->value, 1.21 * value, 1e-5 * value);
        assert_close(find(varied.result, "MUR=1_MUF=1_LHAPDF=91003")->value, value, 1e-5 * value);
        assert_close(find(varied.result, "MUR=1_MUF=1_LHAPDF=91004")->value, value, 1e-5 * value);
        assert_close(find(varied.result, "MUR=0.5_MUF=1_LHAPDF=91000")->value, value, 1e-5 * value);
        /* What the densities do to the value is more than the error that is allowed for. */
        assert_true(fabs(other.result->value - value) > error || i == 0);
        assert_close(find(varied.result, "MUR=1_MUF=2_LHAPDF=91000")->value, other.result->value, error / 2);
        assert_close(find(varied.result, "MUR=1_MUF=1_LHAPDF=91002")->value, shape.result->value, error / 2);
        end_run(&varied);
        end_run(&other);
        end_run(&shape);
    }
}

/* Densities that are negative in the weight itself, and are not in the variation. */
static void partons_that_are_negative(void **state)
{
    (void)state;
    static const char *const photons[] = {"process=p p > a a", SAME_EVENTS, "scales.factorization=HT",
                                          "variations.pdf=all", NULL};
    char folder[1000], pdf[1100], one[1100];
    snprintf(folder, sizeof folder, "%s/negative-%ld", TEST_BINARY, (long)getpid());
    snprintf(pdf, sizeof pdf, "pdf=%s", folder);
    snprintf(one, sizeof one, "pdf=%s/1", folder);
    pdf_members_negative = 1;
    pdf_members_write(folder, 2, "SetIndex: 91000");
    pdf_members_negative = 0;
    struct run varied = run_with(photons, (const char *const[]){pdf, NULL});
    struct run other = run_with(photons, (const char *const[]){one, NULL});
    assert_status(varied.context, varied.status);
    assert_status(other.context, other.status);
    const double value = other.result->value, error = other.result->error;
    print_message("%g +- %g, %g +- %g for %g\n", varied.result->value, varied.result->error,
                  varied.result->variations[0].value, varied.result->variations[0].error, value);
    assert_true(value > 1.5 * varied.result->value && error < 0.05 * value);
    assert_close(varied.result->variations[0].value, value, 2 * error);
    end_run(&varied);
    end_run(&other);
    pdf_members_remove(folder, 2);
}

/* Tables of many members reach beyond the places that single precision counts, and are found there. Members
 * from 4 on are member 0, of which the run's own one has 1.1 times the densities. For who has time. */
static void tables_beyond_single_precision(void **state)
{
    (void)state;
    enum { MEMBERS = 34 };
    static const char *const tops[] = {"define={q: [u, d, s, c, u~, d~, s~, c~]}",
                                       "process=q q > t t~",
                                       "integration.events=2000",
                                       "integration.alpha=0",
                                       "integration.warmup=0",
                                       "precision=single",
                                       "scales.renormalization=MT",
                                       "scales.factorization=MT",
                                       "variations.pdf=all",
                                       NULL};
    skip_beside_others();
    char folder[1000], pdf[1100];
    snprintf(folder, sizeof folder, "%s/many-%ld", TEST_BINARY, (long)getpid());
    snprintf(pdf, sizeof pdf, "pdf=%s/1", folder);
    pdf_members_write(folder, MEMBERS, "");
    struct run varied = run_with(tops, (const char *const[]){pdf, NULL});
    assert_status(varied.context, varied.status);
    assert_int_equal(varied.result->variation_count, MEMBERS - 1);
    const double expected = varied.result->value / 1.21;
    assert_true(expected > 0);
    for (size_t k = 0; k < varied.result->variation_count; ++k)
        if (varied.result->variations[k].member >= 4)
            assert_close(varied.result->variations[k].value, expected, 1e-5 * expected);
    struct process process;
    assert_status(varied.context, process_create(varied.context, varied.card, 128, &process));
    const size_t length = process.channels[0].table_length;
    assert_true(length > 1 << 24 && length % VARIATION_BLOCK == 0); /* where integers begin */
    process_destroy(&process);
    end_run(&varied);
    pdf_members_remove(folder, MEMBERS);
}

/* Bits are the same wherever it runs. */
static void devices_agree(void **state)
{
    (void)state;
    const char *const device = test_device;
    struct run there = run_with(gluons, all);
    test_device = "cpu";
    struct run here = run_with(gluons, all);
    test_device = device;
    assert_status(there.context, there.status);
    assert_status(here.context, here.status);
    for (size_t k = 0; k < here.result->variation_count; ++k) {
        assert_true(here.result->variations[k].value > 0);
        assert_true(here.result->variations[k].value == there.result->variations[k].value);
        assert_true(here.result->variations[k].error == there.result->variations[k].error);
        assert_histograms(&there, k,
                          &(struct run){
                              .result = &(ts_result){.histogram_count = 2,
                                                     .histograms = &here.result->varied_histograms[2 * k]}},
                          0);
    }
    end_run(&there);
    end_run(&here);
}

/* A Les Houches file says how the weights of each group make an uncertainty: those of densities as their set
 * does. The file is removed. */
static void assert_combined(const char *folder)
{
    char path[1200], line[2000];
    int scales = 0, densities = 0;
    snprintf(path, sizeof path, "%s/events.lhe", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) && !strstr(line, "</header>")) {
        scales += !strcmp(line, "<weightgroup name=\"scale variations\" combine=\"envelope\">\n");
        densities += !strcmp(line, "<weightgroup name=\"densities\" combine=\"hessian\">\n");
    }
    fclose(file);
    assert_true(scales == 1 && densities == 1);
    assert_int_equal(unlink(path), 0);
}

/* Weights of events. Of all that counted, weighted, their means are the cross sections. By hit or miss they
 * are ratios, whose mean is that of the cross sections within the errors. */
static void assert_events(const char *weighted, double tolerance)
{
    enum { COUNT = 1 + 6 + PDF_MEMBERS - 1 };
    char folder[] = TEST_BINARY "/test_variations-XXXXXX", path[1200], pdf[1100], line[2000];
    const char *const lines[] = {pdf,
                                 "process=g g > t t~",
                                 "integration.events=40000",
                                 "events.count=all",
                                 "events.format=[hepmc3, lhe]",
                                 "variations.scales=7",
                                 "variations.pdf=all",
                                 "scales.renormalization=MT/2",
                                 weighted,
                                 NULL};
    struct run run = {0};
    double sums[COUNT] = {0}, squares = 0, tried = 0, events = 0;
    snprintf(pdf, sizeof pdf, "pdf=%s", set);
    assert_non_null(mkdtemp(folder));
    const ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_status(NULL, ts_context_create(&run.context));
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (int i = 0; lines[i]; ++i)
        assert_status(run.context, ts_card_set(run.context, run.card, lines[i]));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    snprintf(path, sizeof path, "%s/events.hepmc3", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *at = line + 1;
        if (!strncmp(line, "A 0 GenCrossSection", 19))
            assert_int_equal(sscanf(line, "A 0 GenCrossSection %*f %*f %*d %lf", &tried), 1);
        if (line[0] != 'W' || line[2] == 'D')
            continue;
        ++events;
        for (int k = 0; k < COUNT; ++k) {
            const double weight = strtod(at, &at);
            sums[k] += weight;
            squares += k == 1 ? weight * weight : 0;
        }
        assert_string_equal(at, "\n");
    }
    fclose(file);
    assert_true(events > 1000);
    assert_int_equal(unlink(path), 0);
    assert_combined(folder);
    assert_int_equal(rmdir(folder), 0);
    for (int k = 1; k < COUNT; ++k) {
        const double ratio = run.result->variations[k - 1].value / run.result->value;
        assert_close(sums[k] / sums[0], ratio, tolerance * ratio);
    }
    if (tolerance < 1e-6)
        assert_close(sums[1] / tried, run.result->variations[0].value,
                     1e-9 * run.result->variations[0].value);
    assert_true(squares > 0);
    end_run(&run);
}

static void events_have_the_weights(void **state)
{
    (void)state;
    assert_events("events.weighted=true", 1e-9);
    assert_events("events.weighted=false", 0.01);
}

static void what_has_no_variations_is_said(void **state)
{
    (void)state;
    char pdf[1100], one[1100];
    snprintf(pdf, sizeof pdf, "pdf=%s", set);
    snprintf(one, sizeof one, "pdf=%s", alone);
    assert_card_refused((const char *const[]){"process=e+ e- > q q~", "beams.particles=[e+, e-]",
                                              "beams.energy=91", "variations.scales=7", NULL},
                        "neither parton densities nor");
    assert_card_refused((const char *const[]){"process=g g > g g", "couplings.alpha_s=0.12",
                                              "variations.scales=7", NULL},
                        "couplings.alpha_s is one number at all scales");
    assert_card_refused((const char *const[]){"process=g g > g g", pdf, "variations.scales=7",
                                              "scales.factorization=3", NULL},
                        "lets the factorization scale fall to 1.5 GeV, below the 2 GeV at which members-");
    assert_card_refused((const char *const[]){"process=g g > g g", pdf, "variations.scales=7",
                                              "scales.factorization=HT/20", NULL},
                        "lets the factorization scale fall to 1 GeV, below the 2 GeV");
    struct run run = run_card(0, (const char *const[]){"process=g g > g g", one, "variations.pdf=all",
                                                       SAME_EVENTS, NULL});
    assert_status(run.context, run.status);
    assert_int_equal(run.result->variation_count, 0);
    end_run(&run);
    /* Without a power of alpha_s it does not matter how low its scale falls. */
    run = run_with((const char *const[]){"process=p p > e+ e-", "cuts.pair={l+ l-: {mass: [66, 116]}}",
                                         "scales.renormalization=0.005*M", "scales.factorization=M",
                                         SAME_EVENTS, NULL},
                   (const char *const[]){"variations.scales=7", NULL});
    assert_status(run.context, run.status);
    assert_int_equal(run.result->variation_count, 6);
    end_run(&run);
}

/* 10^5 bins of 1000 weights. */
static void too_many_bins_are_refused(void **state)
{
    (void)state;
    struct integrand_histogram axes[10] = {{0}};
    struct process process = {.integrand = {.histograms = axes, .histogram_count = 10, .variations = 1000}};
    ts_context *context;
    ts_card *card;
    for (int i = 0; i < 10; ++i)
        axes[i].bins = 10000;
    assert_status(NULL, ts_context_create(&context));
    assert_status(context, ts_card_create(context, &card));
    assert_int_equal(variations_check_memory(context, card, &process), TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(context),
                           "1000 weights of 100020 bins of histograms need 14 GB for each thread"));
    process.integrand.variations = 70;
    assert_status(context, variations_check_memory(context, card, &process));
    ts_card_destroy(&card);
    ts_context_destroy(&context);
}

/* A set that lacks the file of a member. */
static void a_member_that_is_missing_is_named(void **state)
{
    (void)state;
    char folder[1000], pdf[1100], file[1200];
    snprintf(folder, sizeof folder, "%s/missing-%ld", TEST_BINARY, (long)getpid());
    snprintf(pdf, sizeof pdf, "pdf=%s", folder);
    pdf_members_write(folder, 3, "");
    snprintf(file, sizeof file, "%s/missing-%ld_0002.dat", folder, (long)getpid());
    assert_int_equal(unlink(file), 0);
    struct run run = run_card(0, (const char *const[]){"process=g g > g g", pdf, "variations.pdf=all", NULL});
    assert_int_equal(run.status, TS_ERROR_INPUT);
    assert_non_null(strstr(ts_context_error(run.context), "_0002.dat"));
    end_run(&run);
    pdf_members_remove(folder, 3);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest of_devices[] = {cmocka_unit_test(devices_agree)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_no_variations_is_said),
        cmocka_unit_test(too_many_bins_are_refused),
        cmocka_unit_test(a_member_that_is_missing_is_named),
        cmocka_unit_test(scales_that_follow_an_event),
        cmocka_unit_test(scales_that_are_expressions),
        cmocka_unit_test(a_scale_without_part),
        cmocka_unit_test(scales_that_stand),
        cmocka_unit_test(partons_that_are_drawn),
        cmocka_unit_test(devices_agree),
        cmocka_unit_test(events_have_the_weights),
    };
    const struct CMUnitTest of_numbers[] = {
        cmocka_unit_test(trees_of_several_powers),
        cmocka_unit_test(scales_of_several_powers),
        cmocka_unit_test(partons_that_are_negative),
        cmocka_unit_test(tables_beyond_single_precision),
    };
    /* PoCL compiles for minutes: the others are there for its long run. */
    if (!strcmp(test_device, "opencl") && !getenv("TESSERA_TEST_LONG"))
        return cmocka_run_group_tests(of_devices, start, end);
    const int failed = cmocka_run_group_tests(tests, start, end);
    return failed + (getenv("TESSERA_TEST_QUICK") ? 0 : cmocka_run_group_tests(of_numbers, start, end));
}
