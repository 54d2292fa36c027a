/* Files of events of processes without a shower: each event makes sense, and all of them together are what
 * the run integrated. */
#include "run_support.h"

#include "close.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 12 };

struct particle {
    int mother, pdg, status, colour, anticolour;
    double p[4], mass; /* x, y, z, E */
};

struct event {
    int particles;
    double weight, tried, scale;
    struct particle particle[MOST];
};

/* One line of a file of events; 1 where it is an event's last. */
static int read_line(const char *line, const char *next, struct event *event)
{
    int number, flow;
    struct particle p = {0};
    if (line[0] == 'E')
        *event = (struct event){0};
    else if (sscanf(line, "W %lf", &event->weight) == 1 ||
             sscanf(line, "A 0 event_scale %lf", &event->scale) == 1)
        return 0;
    else if (sscanf(line, "A 0 GenCrossSection %*f %*f %*d %lf", &event->tried) == 1)
        return 0;
    else if (sscanf(line, "A %d flow1 %d", &number, &flow) == 2 && number <= MOST)
        event->particle[number - 1].colour = flow;
    else if (sscanf(line, "A %d flow2 %d", &number, &flow) == 2 && number <= MOST)
        event->particle[number - 1].anticolour = flow;
    else if (sscanf(line, "P %d %d %d %lf %lf %lf %lf %lf %d", &number, &p.mother, &p.pdg, p.p, p.p + 1,
                    p.p + 2, p.p + 3, &p.mass, &p.status) == 9) {
        assert_true(number <= MOST && number == ++event->particles);
        p.colour = event->particle[number - 1].colour;
        p.anticolour = event->particle[number - 1].anticolour;
        event->particle[number - 1] = p;
        return next[0] == 'E' || next[0] == 'H';
    }
    return 0;
}

static double pt_of(const struct particle *p) { return hypot(p->p[0], p->p[1]); }

/* Lines of colour begin and end once, incoming ones the other way round; `precision`: of the momenta. */
static void check_event(const struct event *event, double precision)
{
    double change[4] = {0}, energy = 0;
    int ends[MOST + 1] = {0};
    assert_int_equal(event->particle[0].status, 4);
    assert_int_equal(event->particle[1].status, 4);
    for (int i = 2; i < event->particles; ++i) {
        const struct particle *p = &event->particle[i];
        const int sign = p->status == 1 ? 1 : -1;
        assert_true(p->status == 1 || p->status == 21);
        assert_int_equal(p->mother, p->status == 1 ? -3 : 1 - i);
        assert_true(p->colour >= 0 && p->colour <= MOST && p->anticolour >= 0 && p->anticolour <= MOST);
        ends[p->colour] += sign;
        ends[p->anticolour] -= sign;
        for (int k = 0; k < 4; ++k)
            change[k] += sign * p->p[k];
        energy += p->p[3];
        assert_close(p->p[3], sqrt(p->p[0] * p->p[0] + p->p[1] * p->p[1] + p->p[2] * p->p[2]),
                     precision * energy);
    }
    for (int line = 1; line <= MOST; ++line)
        assert_int_equal(ends[line], 0);
    for (int k = 0; k < 4; ++k)
        assert_close(change[k], 0, precision * energy);
}

/* Runs a card and calls see() for each event of its file. */
static struct run run_events(const char *const *assignments, void (*see)(const struct event *, void *),
                             void *data)
{
    char folder[] = TEST_BINARY "/test_process_events-XXXXXX", path[1200], line[512], next[512];
    struct run run = {0};
    struct event event = {0};
    assert_non_null(mkdtemp(folder));
    ts_run_settings settings = {.device = test_device, .folder = folder};
    assert_int_equal(ts_context_create(&run.context), TS_OK);
    assert_status(run.context, ts_card_create(run.context, &run.card));
    for (; *assignments; ++assignments)
        assert_status(run.context, ts_card_set(run.context, run.card, *assignments));
    assert_status(run.context, ts_run(run.context, run.card, &settings, &run.result));
    snprintf(path, sizeof path, "%s/events.hepmc3", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    uint64_t count = 0;
    assert_non_null(fgets(line, sizeof line, file));
    for (; fgets(next, sizeof next, file); memcpy(line, next, sizeof line))
        if (read_line(line, next, &event)) {
            ++count;
            see(&event, data);
        }
    fclose(file);
    assert_true(count == run.result->events.written && count > 0);
    assert_int_equal(unlink(path) || rmdir(folder), 0);
    return run;
}

struct gluon_sums {
    double weights, tried, bins[20];
};

static void see_gluons(const struct event *event, void *data)
{
    struct gluon_sums *sums = data;
    double ht = 0;
    check_event(event, 2e-6);
    assert_int_equal(event->particles, 7);
    for (int i = 0; i < 7; ++i)
        assert_int_equal(event->particle[i].pdg, i < 2 ? 2212 : 21);
    for (int i = 4; i < 7; ++i) {
        assert_true(pt_of(&event->particle[i]) > 20 * (1 - 1e-5));
        assert_true(fabs(asinh(event->particle[i].p[2] / pt_of(&event->particle[i]))) < 2.5 + 1e-5);
        ht += pt_of(&event->particle[i]);
    }
    assert_close(event->scale, ht / 2, 1e-5 * ht);
    sums->weights += event->weight;
    sums->tried = event->tried;
    if (ht >= 50 && ht < 450)
        sums->bins[(int)((ht - 50) / 20)] += event->weight;
}

/* The events of the file are those of the histograms: together they are the histogram, and the cross section.
 */
static void weighted_gluons_are_the_histograms(void **state)
{
    (void)state;
    struct gluon_sums sums = {0};
    struct run run = run_events((const char *const[]){"process=g g > g g g", "scales.factorization=HT/2",
                                                      "scales.renormalization=HT", "integration.events=20000",
                                                      "histograms=[{name: ht, bins: 20, range: [50, 450]}]",
                                                      "events.count=all", "events.weighted=true", NULL},
                                see_gluons, &sums);
    const ts_histogram *ht = &run.result->histograms[0];
    double difference = 0;
    assert_close(sums.weights / 20000, run.result->value, 1e-5 * run.result->value);
    assert_true(run.result->events.tried == 20000 && sums.tried <= 20000);
    for (int i = 0; i < 20; ++i)
        difference += fabs(sums.bins[i] / 20000 - ht->bins[i].sum_w);
    assert_true(difference < 1e-4 * run.result->value); /* an event at an edge of a bin */
    end_run(&run);
}

struct photon_counts {
    double all, weights, pairs[6]; /* by the flavour of a quark out of the first beam */
};

static void see_photons(const struct event *event, void *data)
{
    struct photon_counts *counts = data;
    check_event(event, 1e-12);
    assert_int_equal(event->particles, 6);
    const int first = event->particle[2].pdg;
    assert_int_equal(event->particle[3].pdg, -first);
    assert_in_range(abs(first), 1, 5);
    assert_true(event->particle[4].pdg == 22 && event->particle[5].pdg == 22);
    /* The lines are one: of the quark its colour, of the antiquark its anticolour. */
    assert_int_equal(event->particle[2].colour, first > 0);
    assert_int_equal(event->particle[2].anticolour, first < 0);
    if (first > 0)
        counts->pairs[first] += event->weight;
    counts->all += 1;
    counts->weights += event->weight;
}

/* Cross section of one flavour, its quark out of the first beam. */
static double cross_section_of(const char *process, double *error)
{
    struct run run = run_card(0, (const char *const[]){process, "precision=double",
                                                       "integration.relative_error=3e-3", NULL});
    assert_status(run.context, run.status);
    const double value = run.result->value;
    *error = run.result->error;
    end_run(&run);
    return value;
}

/* Flavours are as frequent as their cross sections, which single runs know. The count is a target. */
static void unweighted_photons_have_their_flavours(void **state)
{
    (void)state;
    skip_in_sample();
    struct photon_counts counts = {0};
    struct run run = run_events((const char *const[]){"process=p p > a a", "precision=double",
                                                      "integration.relative_error=3e-3", "events.count=10000",
                                                      NULL},
                                see_photons, &counts);
    assert_true(run.result->events.written == 10000 && run.result->events.tried > 20000);
    double error;
    static const char *const processes[] = {"process=d d~ > a a", "process=u u~ > a a"};
    for (int i = 0; i < 2; ++i) {
        const double share = cross_section_of(processes[i], &error) / run.result->value;
        const double spread = sqrt(share * (1 - share) / counts.all) + share * 4e-3;
        assert_close(counts.pairs[i + 1] / counts.weights, share, 3.5 * spread);
    }
    end_run(&run);
}

/* Events of W+ and W- with what the files say of them. */
struct boson_counts {
    int of[3]; /* W-, none, W+ */
    double weights;
};

/* A W that is written has the charge and the sum of what comes from it, and is there within 15 widths. */
static void see_bosons(const struct event *event, void *data)
{
    static const double mass = 80.41900244575616, width = 2.0476;
    struct boson_counts *counts = data;
    const int decays = event->particles == 7;
    const struct particle *leptons = &event->particle[4 + decays], *w = &event->particle[4];
    double sum[4], square;
    for (int k = 0; k < 4; ++k)
        sum[k] = leptons[0].p[k] + leptons[1].p[k];
    square = sum[3] * sum[3] - sum[0] * sum[0] - sum[1] * sum[1] - sum[2] * sum[2];
    assert_true(event->particles == 6 + decays);
    assert_int_equal(decays, fabs(sqrt(square) - mass) < 15 * width);
    counts->weights += event->weight;
    const int sign = leptons[0].pdg == -11 || leptons[1].pdg == -11 ? 1 : -1;
    counts->of[decays ? 1 + sign : 1] += 1;
    for (int i = 0; i < 2; ++i)
        assert_true(leptons[i].status == 1 && abs(leptons[i].pdg) >= 11 && abs(leptons[i].pdg) <= 12);
    if (!decays)
        return;
    assert_true(w->status == 2 && w->pdg == sign * 24 && !w->colour && !w->anticolour);
    assert_close(w->mass, sqrt(square), 1e-9 * w->mass);
    for (int k = 0; k < 4; ++k)
        assert_close(w->p[k], sum[k], 1e-9 * sum[3]);
    for (int i = 0; i < 2; ++i)
        assert_int_equal(leptons[i].mother, -4);
}

static void see_weights(const struct event *event, void *data)
{
    struct boson_counts *counts = data;
    assert_int_equal(event->particles, 6);
    counts->weights += event->weight;
}

/* Subprocesses of both charges have one matrix element. Weights are those of files without resonances. */
static void bosons_on_their_mass_shells(void **state)
{
    (void)state;
    skip_in_sample();
    static const char *const cards[][12] = {
        {"process=p p > ell nu", "define={ell: [e+, e-], nu: [ve, ve~]}", "precision=double",
         "cuts.pair={l+ vl: {mass: [20, null]}, l- vl~: {mass: [20, null]}}", "integration.events=20000",
         "events.count=all", "events.weighted=true", "events.resonances=on_shell", NULL},
        {"process=p p > ell nu", "define={ell: [e+, e-], nu: [ve, ve~]}", "precision=double",
         "cuts.pair={l+ vl: {mass: [20, null]}, l- vl~: {mass: [20, null]}}", "integration.events=20000",
         "events.count=all", "events.weighted=true", "events.resonances=chain", NULL}};
    struct boson_counts counts = {.weights = 0}, plain = {.weights = 0};
    struct run with = run_events(cards[0], see_bosons, &counts);
    struct run without = run_events(cards[1], see_weights, &plain);
    assert_true(with.result->value == without.result->value && counts.weights == plain.weights);
    assert_true(counts.of[0] > 1000 && counts.of[1] > 100 && counts.of[2] > 1000);
    end_run(&with);
    end_run(&without);
}

static void see_nothing(const struct event *event, void *data)
{
    (void)event;
    (void)data;
}

/* Of what hit or miss tries some three of a hundred are kept, where channels follow jets within jets and a W
 * behind its quark. With channels of one pair alone it was .5, and the value is theirs, of 9 10^6 events. The
 * sanitizers see few events, with grids that have learned nothing. */
static void three_jets_are_kept(void **state)
{
    const int few = getenv("TESSERA_TEST_QUICK") != NULL;
    const char *const card[] = {"process=g u > e+ ve d g g",
                                "beams.energy=13000",
                                "cuts.jet={pt_min: 30, eta_max: 4.5, dr_min: 0.4}",
                                "cuts.lepton={pt_min: 20, eta_max: 2.5}",
                                few ? "integration.events=100000" : "integration.relative_error=1e-2",
                                few ? "events.count=2" : "events.count=300",
                                NULL};
    static const double known = 29.552, error = 0.04;
    (void)state;
    skip_in_sample();
    skip_beside_others(); /* test_tails and the examples have shares that are kept of fewer particles */
    struct run run = run_events(card, see_nothing, NULL);
    const ts_events *events = &run.result->events;
    assert_true(fabs(run.result->value - known) < 4 * hypot(run.result->error, error));
    assert_true(few || (double)events->written > 0.014 * (double)events->tried);
    end_run(&run);
}

int main(int argc, char **argv)
{
    const int missing = test_begin(argc, argv);
    if (missing)
        return missing;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_gluons_are_the_histograms),
        cmocka_unit_test(unweighted_photons_have_their_flavours),
        cmocka_unit_test(bosons_on_their_mass_shells),
        cmocka_unit_test(three_jets_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
