/* The table of studies, and what they have in common. */
#include "study/bench.h"

#include "core/environment.h"
#include "device/gpu/gpu.h"
#include "families/gluon_jets_family.h"
#include "families/photons_family.h"
#include "tessera/run.h"
#include "tessera/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Studies of gluons and photons: name, numbers of them and precision where nothing else is asked for, what it
 * is. */
#define STUDIES_OF_GLUONS(X)                                                                               \
    X(gluons, 4, 12, NULL, "the n-gluon matrix element and whole events, n = 4 to 12")                     \
    X(threads, 8, 12, NULL, "whole events by the recursion and by how many threads share an event")        \
    X(occupancy, 4, 12, "single", "whole events by how many threads a multiprocessor of a GPU runs")       \
    X(stages, 4, 12, "single", "the stages of an event on a GPU: from random numbers to sums")             \
    X(convergence, 4, 12, "single", "cross sections and their errors by the number of events")             \
    X(distributions, 5, 11, "single", "HT and R_min of 3, 5, 7 and 9 jets, and their cross sections")      \
    X(ward, 4, 12, "single", "what the Ward identity leaves, and the error, by the weight of the event")   \
    X(rounding, 4, 12, "single", "matrix elements in single and mixed against double precision")           \
    X(recut, 4, 8, "single", "events stored by the device and cut again on the CPU")                       \
    X(sums, 4, 4, NULL, "integer sums of the weights against double-double arithmetic")                    \
    X(photons, 2, 8, NULL, "the amplitude of n photons in three forms, and whole events, n = 2 to 8")      \
    X(amplitudes, 3, 7, NULL, "derived matrix elements of 3 to 7 particles: time, sizes, compilation")     \
    X(diagrams, 2, 8, "single", "the layout of n photons' diagrams: unrolled, split over kernels, groups") \
    X(digits, 2, 8, "single", "weights of n photons in single against double precision, n = 2 to 8")       \
    X(shower, 0, 0, "double", "the stages of a showered event by the number of events, and the energy")    \
    X(cycles, 0, 0, "double", "orders of showering: persistent lanes, lock step, packed survivors")        \
    X(ranks, 6, 6, "double", "how many ranks pay: runs of rank 0 of 1 to 1000, the others simulated")      \
    X(peak, 0, 0, NULL, "fused multiply-adds in registers: what the device has to give")

/* Studies of integrals: name; runs, integrands, methods and relative error where nothing else is asked for;
 * what it is. */
#define STUDIES_OF_INTEGRALS(X)                                                                              \
    X(accuracy, 100, "f1,f2,f3:3,f3:8,f4:5,f4:8,f5,f6", "qmc,vegas,vegasplus,mcubes", 1e-9,                  \
      "quartiles of the true errors of integrals by the error asked for")                                    \
    X(speed, 5, "f2,f3:3,f3:8,f4:5,f4:8,f5,f6,fB", "qmc,vegas,vegasplus,mcubes", 1e-9,                       \
      "time and evaluations of integrals by the error asked for")                                            \
    X(onegrid, 5, "f2,f4:5,f4:8,f5,fB", NULL, 1e-9, "one grid for all axes against one for each")            \
    X(methods, 5, "fA,fB", "qmc,vegas,vegasplus,mcubes", 1e-3, "estimates, errors and times of each method") \
    X(backends, 5, "fA,fB", "qmc,mcubes", 1e-3, "integrals on every device of this machine")                 \
    X(share, 3, "f1,f2,f3:3,f3:8,f4:5,f4:8,f5,f6,fA,fB", "qmc,vegas,vegasplus,mcubes", 0,                    \
      "what of an evaluation's time the integrand takes, and what its sampling")

/* Studies of files of events: name and numbers of particles. Then processes, formats and the relative error
 * of their integrals where nothing else is asked for, and what it is. */
#define STUDIES_OF_EVENTS(X)                                                 \
    X(events, 4, 5, "e+ e-,e+ ve,t t~,j j", "hepmc3,lhe,lhe.gz,lheh5", 1e-2, \
      "unweighted events a second into files of each format, and what bounds them")

enum { USUAL_RUNS = 5 };

#define GLUONS(name, least, most, precision, description) \
    {#name, description, least, most, precision, USUAL_RUNS, NULL, NULL, 0},
#define INTEGRALS(name, runs, integrands, methods, relative_error, description) \
    {#name, description, 0, 0, "double", runs, integrands, methods, relative_error},
#define EVENTS(name, least, most, processes, formats, relative_error, description) \
    {#name, description, least, most, "double", USUAL_RUNS, processes, formats, relative_error},
static const struct study list[] = {STUDIES_OF_GLUONS(GLUONS) STUDIES_OF_EVENTS(EVENTS)
                                        STUDIES_OF_INTEGRALS(INTEGRALS)};
#undef EVENTS
#undef GLUONS
#undef INTEGRALS
#define FUNCTION(name, ...) bench_##name,
static bench_study *const functions[] = {STUDIES_OF_GLUONS(FUNCTION) STUDIES_OF_EVENTS(FUNCTION)
                                             STUDIES_OF_INTEGRALS(FUNCTION)};
#undef FUNCTION
enum { COUNT = sizeof list / sizeof list[0] };

const struct study *study_list(size_t *count)
{
    *count = COUNT;
    return list;
}

ts_status bench_row(const struct bench *bench, const struct study_value *values, size_t count)
{
    if (ts_context_interrupted(bench->context))
        return TS_INTERRUPTED;
    bench->function(values, count, bench->data);
    return TS_OK;
}

const char *bench_precision(int double_precision) { return double_precision ? "double" : "single"; }

ts_status bench_each(const struct bench *bench, ts_status (*rows)(const struct bench *bench, int n, int wide))
{
    ts_status status = TS_OK;
    for (int wide = 0; wide < 2; ++wide)
        for (int n = bench->settings.n_min;
             n <= bench->settings.n_max && bench_covers(bench, wide) && !status; ++n)
            status = rows(bench, n, wide);
    return status;
}

ts_status bench_gpu(const struct bench *bench, const char *study, struct gpu_device **gpu)
{
    *gpu = gpu_device_from(bench->device);
    return *gpu ? TS_OK
                : ts_fail(bench->context, TS_ERROR_INPUT,
                          "The study %s needs one GPU, and \"%s\" is none: name one by --device.", study,
                          bench->device->description);
}

int bench_covers(const struct bench *bench, int double_precision)
{
    if (!bench->settings.precision)
        return !double_precision || bench->device->has_double;
    return !strcmp(bench->settings.precision, bench_precision(double_precision));
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

double bench_quantile(double *values, int count, double part)
{
    if (count == 0)
        return NAN;
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    const double place = part * (count - 1);
    const int below = (int)place, above = below + (below + 1 < count);
    return values[below] + (place - below) * (values[above] - values[below]);
}

/* The place of a study in the list; COUNT after saying that there is none. */
static size_t find(ts_context *context, const char *name)
{
    const char *names[COUNT];
    char all[500];
    int used = 0;
    for (size_t i = 0; i < COUNT; ++i) {
        names[i] = list[i].name;
        used += snprintf(all + used, sizeof all - (size_t)used, "%s%s", i ? ", " : "", names[i]);
        if (!strcmp(name, names[i]))
            return i;
    }
    const char *nearest = ts_text_nearest(name, names, COUNT);
    if (nearest)
        ts_fail(context, TS_ERROR_INPUT, "There is no study '%.40s'; did you mean %s?", name, nearest);
    else
        ts_fail(context, TS_ERROR_INPUT, "There is no study '%.40s'; there are %s.", name, all);
    return COUNT;
}

/* Fills in what is not asked for. One end of the range that lies beyond the other moves it along. */
static void complete(const struct study *study, struct study_settings *settings)
{
    const int least = settings->n_min, most = settings->n_max;
    if (!least)
        settings->n_min = most && most < study->n_min ? most : study->n_min;
    if (!most)
        settings->n_max = least > study->n_max ? least : study->n_max;
    if (settings->runs <= 0)
        settings->runs = study->runs;
    if (settings->threads <= 0)
        settings->threads = 1;
    if (!settings->precision)
        settings->precision = study->precision;
    if (!settings->integrands)
        settings->integrands = study->integrands;
    if (!settings->methods)
        settings->methods = study->methods;
    if (settings->relative_error == 0)
        settings->relative_error = study->relative_error;
}

/* What only studies of integrals, and of files of events, take. */
static ts_status check_integrals(ts_context *context, const struct study *study,
                                 const struct study_settings *settings)
{
    const char *wrong = settings->integrands && !study->integrands                    ? "integrands"
                        : settings->methods && !study->methods                        ? "methods"
                        : settings->relative_error != 0 && study->relative_error == 0 ? "relative error"
                                                                                      : NULL;
    if (wrong)
        return ts_fail(context, TS_ERROR_INPUT, "The study %s takes no %s.", study->name, wrong);
    if (!(settings->relative_error >= 0 && settings->relative_error < 1))
        return ts_fail(context, TS_ERROR_INPUT, "A relative error is from 0 to 1, not %g.",
                       settings->relative_error);
    return TS_OK;
}

static ts_status check(ts_context *context, const struct study *study, const struct study_settings *settings)
{
    const int photons = study->n_min == FEWEST_PHOTONS;
    const int least = study->n_min < FEWEST_GLUONS ? study->n_min : FEWEST_GLUONS;
    const int most = photons ? MOST_PHOTONS : MOST_GLUONS;
    if (study->n_min &&
        (settings->n_min < least || settings->n_max > most || settings->n_min > settings->n_max))
        return ts_fail(context, TS_ERROR_INPUT, "The study %s takes %d to %d %s, not %d to %d.", study->name,
                       least, most, photons ? "photons" : "gluons", settings->n_min, settings->n_max);
    if (settings->runs > MOST_RUNS)
        return ts_fail(context, TS_ERROR_INPUT, "A median is taken of at most %d runs, not of %d.", MOST_RUNS,
                       settings->runs);
    if (settings->precision && strcmp(settings->precision, "single") != 0 &&
        strcmp(settings->precision, "double") != 0)
        return ts_fail(context, TS_ERROR_INPUT, "A precision is single or double, not '%s'.",
                       settings->precision);
    if (settings->out && strcmp(study->name, "distributions") != 0)
        return ts_fail(context, TS_ERROR_INPUT,
                       "The study %s writes no files: only distributions takes a folder.", study->name);
    const ts_status status = check_integrals(context, study, settings);
    return !status && settings->out ? ts_result_check_folder(context, settings->out) : status;
}

ts_status study_run(ts_context *context, const char *name, const struct study_settings *settings,
                    study_function *function, void *data, char *machine, size_t machine_bytes)
{
    OWN_ENVIRONMENT;
    struct bench bench = {.context = context, .function = function, .data = data};
    const size_t place = find(context, name);
    if (place == COUNT)
        return TS_ERROR_INPUT;
    if (settings)
        bench.settings = *settings;
    complete(&list[place], &bench.settings);
    ts_status status = check(context, &list[place], &bench.settings);
    if (!status)
        status = device_open(context, bench.settings.device, bench.settings.threads, &bench.device);
    if (status)
        return status;
    snprintf(machine, machine_bytes, "%s", bench.device->description);
    status = functions[place](&bench);
    if (status == TS_INTERRUPTED)
        status = ts_fail(context, status, "Interrupted.");
    device_close(&bench.device);
    return status;
}
