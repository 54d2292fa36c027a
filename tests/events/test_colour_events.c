/* What events of a derived process have beyond momenta. Flavours, colour lines and helicities come each as
 * often as closed forms of 2 -> 2 amplitudes say, in a Les Houches event file. So they do where helicities
 * are summed and where each event draws its own. */
#include "run_support.h"

#include "close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEGS = 4, PROCESSES_MOST = 16 };

struct particle {
    int pdg, status, mothers[2], lines[2], spin;
    double p[4], mass; /* x, y, z, E */
};

struct event {
    int process;
    double weight;
    struct particle particle[LEGS];
};

/* A count with what it is expected to be, and the variance of that. */
struct tally {
    double found, expected, variance;
};

static void count(struct tally *tally, int found, double probability)
{
    tally->found += found;
    tally->expected += probability;
    tally->variance += probability * (1 - probability);
}

static void judge(const char *what, const struct tally *tally)
{
    const double pull = (tally->found - tally->expected) / sqrt(tally->variance);
    print_message("%s: %g, expected %.1f, %.2f standard errors off\n", what, tally->found, tally->expected,
                  pull);
    assert_true(tally->variance > 20 && fabs(pull) < 4);
}

static double invariant(const struct event *event, int i, int k)
{
    double sum[4];
    for (int c = 0; c < 4; ++c)
        sum[c] = event->particle[i].p[c] * (i < 2 ? 1 : -1) + event->particle[k].p[c] * (k < 2 ? 1 : -1);
    return sum[3] * sum[3] - sum[0] * sum[0] - sum[1] * sum[1] - sum[2] * sum[2];
}

/* Quarks have a colour, antiquarks an anticolour, gluons both; every line has two ends. */
static void check_lines(const struct event *event)
{
    int ends[LEGS + 1] = {0};
    for (int i = 0; i < LEGS; ++i) {
        const struct particle *p = &event->particle[i];
        assert_int_equal(p->lines[0] != 0, p->pdg == 21 || p->pdg > 0);
        assert_int_equal(p->lines[1] != 0, p->pdg == 21 || p->pdg < 0);
        for (int k = 0; k < 2; ++k)
            if (p->lines[k]) {
                assert_in_range(p->lines[k], 501, 500 + LEGS);
                ends[p->lines[k] - 500] += (i < 2) == (k == 0) ? 1 : -1;
            }
        assert_true(p->lines[0] != p->lines[1]);
        assert_true(abs(p->spin) == 1);
        assert_int_equal(p->mothers[0], i < 2 ? 0 : 1);
        assert_int_equal(p->mothers[1], i < 2 ? 0 : 2);
    }
    for (int line = 1; line <= LEGS; ++line)
        assert_int_equal(ends[line], 0);
}

/* Whether two particles share no line. */
static int apart(const struct event *event, int i, int k)
{
    const int *a = event->particle[i].lines, *b = event->particle[k].lines;
    for (int left = 0; left < 2; ++left)
        for (int right = 0; right < 2; ++right)
            if (a[left] && a[left] == b[right])
                return 0;
    return 1;
}

struct counts {
    double events, weights, least; /* least: the weight of those that count alike */
    double of_process[PROCESSES_MOST];
    struct tally order, helicity, exchange, chirality;
};

/* |A(1 2 3 4)|^2 is <ij>^8 / (s12 s23)^2 (Parke and Taylor). Orders come in proportion to the square of the
 * invariant mass of neighbours that are apart, and equal helicities of the first two to s12^4. */
static void see_gluons(const struct event *event, struct counts *counts)
{
    const double s = invariant(event, 0, 1), t = invariant(event, 0, 2), u = invariant(event, 0, 3);
    const double fourth = s * s * s * s + t * t * t * t + u * u * u * u;
    count(&counts->order, apart(event, 0, 2), t * t / (s * s + t * t + u * u));
    count(&counts->helicity, event->particle[0].spin == event->particle[1].spin, s * s * s * s / fourth);
}

/* Two quarks of different flavour exchange a gluon. The flow without exchange of colours has -1/3 of the
 * amplitude, equal helicities have s^2, opposite ones u^2, and no quark changes its own. */
static void see_quarks(const struct event *event, struct counts *counts)
{
    const double s = invariant(event, 0, 1);
    const int same = event->particle[0].pdg == event->particle[2].pdg ? 2 : 3;
    const double u = invariant(event, 0, 5 - same);
    count(&counts->exchange, apart(event, 0, same), 0.9);
    count(&counts->chirality, event->particle[0].spin == event->particle[1].spin, s * s / (s * s + u * u));
    assert_int_equal(event->particle[0].spin, event->particle[same].spin);
    assert_int_equal(event->particle[1].spin, event->particle[5 - same].spin);
}

static void see(const struct event *event, struct counts *counts)
{
    int gluons = 0;
    for (int i = 0; i < LEGS; ++i)
        gluons += event->particle[i].pdg == 21;
    check_lines(event);
    if (gluons == LEGS)
        see_gluons(event, counts);
    const int a = event->particle[0].pdg, b = event->particle[1].pdg;
    if (!gluons && a * b > 0 && a != b)
        see_quarks(event, counts);
    assert_in_range(event->process, 1, PROCESSES_MOST - 1);
    counts->of_process[event->process] += 1;
    counts->events += 1;
    counts->weights += event->weight;
    counts->least = counts->least > 0 ? fmin(counts->least, event->weight) : event->weight;
}

static void read_event(FILE *file, struct event *event)
{
    char line[512];
    int particles;
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(sscanf(line, "%d %d %lf", &particles, &event->process, &event->weight), 3);
    assert_int_equal(particles, LEGS);
    for (int i = 0; i < LEGS; ++i) {
        struct particle *p = &event->particle[i];
        assert_non_null(fgets(line, sizeof line, file));
        assert_int_equal(sscanf(line, "%d %d %d %d %d %d %lf %lf %lf %lf %lf %*f %d", &p->pdg, &p->status,
                                p->mothers, p->mothers + 1, p->lines, p->lines + 1, p->p, p->p + 1, p->p + 2,
                                p->p + 3, &p->mass, &p->spin),
                         12);
    }
}

static void read_file(const char *path, struct counts *counts)
{
    char line[512];
    struct event event;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (!strcmp(line, "<event>\n")) {
            read_event(file, &event);
            see(&event, counts);
        }
    fclose(file);
}

/* Subprocesses come as often as their cross sections are, whose sum is the mean of the weights. */
static void check_shares(const ts_result *result, const struct counts *counts)
{
    for (size_t i = 0; i < result->subprocess_count; ++i) {
        const double share = result->subprocesses[i].value / result->value;
        const double spread = sqrt(share * (1 - share) / counts->events) +
                              result->subprocesses[i].error / result->value;
        assert_close(counts->of_process[i + 1] / counts->events, share, 4 * spread);
    }
    assert_close(counts->weights / counts->events, result->value, 1e-3 * result->value);
}

/* What lies above the weight of most is near the card's share, which the weights of some 16000 events of each
 * channel find. */
static void check_overweight(const ts_result *result, const struct counts *counts)
{
    const double share = 1 - counts->least * counts->events / counts->weights;
    print_message("%g of the cross section in weights above 1, %.0f of them\n", share,
                  (double)result->events.above);
    assert_true(share > 3e-4 && share < 3e-3 && result->events.above > 10);
}

/* Returns the cross section with its error. */
static ts_iteration events_of_two_jets(const char *helicities)
{
    char folder[] = TEST_BINARY "/test_colour_events-XXXXXX", path[1200];
    struct run run = {0};
    struct counts counts = {0};
    const char *const assignments[] = {"process=p p > j j",
                                       "cuts.jet.pt_min=100",
                                       "events.count=20000",
                                       "events.format=lhe",
                                       "integration.relative_error=5e-3",
                                       helicities,
                                       NULL};
    assert_non_null(mkdtemp(folder));
    ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (const char *const *text = assignments; *text; ++text)
        assert_status(run.context, ts_card_set(run.context, run.card, *text));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    snprintf(path, sizeof path, "%s/events.lhe", folder);
    read_file(path, &counts);
    assert_true(counts.events == 20000 && run.result->events.written == 20000);
    check_shares(run.result, &counts);
    check_overweight(run.result, &counts);
    judge("colour orders of four gluons", &counts.order);
    judge("helicities of four gluons", &counts.helicity);
    judge("colours that quarks exchange", &counts.exchange);
    judge("helicities of quarks", &counts.chirality);
    const ts_iteration value = {.value = run.result->value, .error = run.result->error};
    end_run(&run);
    assert_int_equal(unlink(path) || rmdir(folder), 0);
    return value;
}

static void events_have_flavours_colours_and_helicities(void **state)
{
    (void)state;
    const ts_iteration summed = events_of_two_jets("amplitude.helicities=summed");
    const ts_iteration sampled = events_of_two_jets("amplitude.helicities=sampled");
    const double pull = (sampled.value - summed.value) / hypot(sampled.error, summed.error);
    print_message("%g +- %g pb sampled, %g +- %g summed\n", sampled.value, sampled.error, summed.value,
                  summed.error);
    assert_true(fabs(pull) < 4 && sampled.value != summed.value);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {cmocka_unit_test(events_have_flavours_colours_and_helicities)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
