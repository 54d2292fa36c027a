/* Unweighted events a second into files of each format, and what bounds them: generation, or writing. Trials
 * are timed beside events of the integral. */
#include "study/bench.h"

#include "core/clock.h"
#include "core/context.h"
#include "events/event_sum.h"
#include "integrate/integrate.h"
#include "io/formats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FINAL_MOST = 16, FEW_EVENTS = 20000, JETS_FROM = 4, BINS = 128 };

static const double RARE_SHARE = 3e-3; /* of trials, in which a channel is not timed */

/* Final states without jets of their own, and jets alone. The last one comes from electrons, the others from
 * protons. */
static const char *const kinds[] = {"e+ e-", "e+ ve", "t t~", "j j", "w+ w-"};
enum { KINDS = sizeof kinds / sizeof kinds[0], OF_ELECTRONS = KINDS - 1 };

struct event_bench {
    const struct bench *bench;
    ts_card *card;
    char process_text[128];
    struct process process;
    struct integral *parts;
    struct integral total;
    size_t channels;
    struct event_sum sum;
    char folder[64];
    uint64_t count;
    double ns_integral; /* of an event */
};

/* Whether a list with commas has a word. */
static int is_listed(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == length && !strncmp(list, word, length))
            return 1;
    return 0;
}

/* Whether a final state is `word`, of so many characters. */
static int is_kind(const char *word, size_t length)
{
    for (int kind = 0; kind < KINDS; ++kind)
        if (strlen(kinds[kind]) == length && !strncmp(kinds[kind], word, length))
            return 1;
    return 0;
}

static int is_format(const char *word, size_t length)
{
    const struct event_format *format;
    for (size_t i = 0; (format = event_format_at(i)); ++i)
        if (strlen(format->name) == length && !strncmp(format->name, word, length))
            return 1;
    return length == 4 && !strncmp(word, "none", length);
}

/* Refuses a list with a word that is none of what it lists. */
static ts_status check_list(const struct bench *bench, const char *option, const char *list,
                            int (*is_one)(const char *word, size_t length), const char *known)
{
    for (; *list; list += strcspn(list, ","), list += *list == ',') {
        const size_t length = strcspn(list, ",");
        if (!is_one(list, length))
            return ts_fail(bench->context, TS_ERROR_INPUT,
                           "--%s: there is no '%.*s' in this study; there %s.", option,
                           length < 80 ? (int)length : 80, list, known);
    }
    return TS_OK;
}

static ts_status make_card(struct event_bench *work, const char *kind, int n)
{
    char process[96];
    const int electrons = !strcmp(kind, kinds[OF_ELECTRONS]);
    const char *const values[] = {process,
                                  electrons ? "beams={particles: [e+, e-], energy: 500}" : "beams={}",
                                  "phase_space=auto",
                                  "cuts.jet.pt_min=30",
                                  "cuts.jet.eta_max=4.5",
                                  "cuts.lepton.pt_min=20",
                                  "cuts.lepton.eta_max=2.5",
                                  strcmp(kind, "e+ e-") ? NULL : "cuts.pair={l+ l-: {mass: [66, 116]}}",
                                  NULL};
    int used = snprintf(process, sizeof process, "process=%s > %s", electrons ? "e+ e-" : "p p", kind);
    for (int i = JETS_FROM; i < n; ++i)
        used += snprintf(process + used, sizeof process - (size_t)used, " j");
    snprintf(work->process_text, sizeof work->process_text, "%s", process + strlen("process="));
    return bench_card(work->bench, 4, 1, values, &work->card);
}

static ts_status integrate_process(struct event_bench *work)
{
    const struct integration_settings settings = {.relative_error = work->bench->settings.relative_error,
                                                  .max_events = 100000000,
                                                  .seed = 1,
                                                  .warmup = 10,
                                                  .bins = BINS,
                                                  .damping = 0.5};
    const struct integrand *channels = process_channels(&work->process, &work->channels);
    work->parts = calloc(work->channels, sizeof *work->parts);
    if (!work->parts)
        return ts_fail_memory(work->bench->context, "the channels of an integral");
    const ts_status status = integrate(work->bench->context, work->bench->device, channels, work->channels,
                                       &settings, work->parts, &work->total);
    return status == TS_NOT_CONVERGED ? TS_OK : status;
}

static ts_status prepare(struct event_bench *work, const char *kind, int n)
{
    ts_context *context = work->bench->context;
    ts_status status = make_card(work, kind, n);
    if (!status)
        status = process_create(context, work->card, BINS, &work->process);
    if (!status)
        status = integrate_process(work);
    const struct event_sum_settings settings = {.seed = 1,
                                                .overweight = 1e-3,
                                                .count = (double)work->count,
                                                .threads = work->bench->settings.threads};
    if (!status)
        status = event_sum_create(context, work->bench->device, &work->process, work->parts, &settings,
                                  &work->sum);
    return status;
}

static void end(struct event_bench *work)
{
    event_sum_destroy(&work->sum);
    integral_destroy(&work->total);
    for (size_t i = 0; i < work->channels && work->parts; ++i)
        integral_destroy(&work->parts[i]);
    free(work->parts);
    process_destroy(&work->process);
    ts_card_destroy(&work->card);
}

/* Writes the next events in one format, or, with the format "", makes and records them alone. */
static ts_status write_once(struct event_bench *work, const char *format, uint64_t first, ts_events *tally)
{
    size_t count;
    struct event_process *processes = event_sum_processes(&work->process, work->parts, &count);
    if (!processes)
        return ts_fail_memory(work->bench->context, "the processes of a file of events");
    const struct event_source source = {
        .make = event_sum_make,
        .record = event_sum_record,
        .begin = work->sum.on_gpu ? event_sum_begin : NULL,
        .data = &work->sum,
        .at_once = work->sum.at_once,
        .records_at_once = work->sum.records_at_once,
        .first = first,
        .count = UINT64_MAX / 2,
        .seed = 1,
        .largest = work->sum.sum,
        .run = {.description = work->process_text,
                .cross_section = work->total.value,
                .error = work->total.error,
                .mean_weight = work->sum.mean_kept,
                .unit = work->sum.sum,
                .seed = 1,
                .scale = work->process.events.scale,
                .alpha_s = work->process.events.alpha_s,
                .alpha = work->process.events.alpha,
                .beams = {work->process.events.beams[0], work->process.events.beams[1]},
                .particles_most = event_sum_particles(&work->sum, &work->process),
                .threads = work->bench->settings.threads,
                .processes = processes,
                .process_count = count},
        .chains = work->process.events.chains,
    };
    const struct event_request request = {.count = work->count, .overweight = 1e-3, .formats = format};
    const ts_status status = events_write(work->bench->context, &source, &request, work->folder, tally);
    free(processes);
    return status;
}

/* Nanoseconds of an event in the integral of a channel, with the grid that trials have. */
static ts_status time_channel(const struct event_bench *work, size_t channel, double events, double *ns)
{
    size_t count;
    const struct integrand *integrand = &process_channels(&work->process, &count)[channel];
    const struct integral *part = &work->parts[channel];
    const struct stratification layout = stratify((uint64_t)events, integrand->dimensions);
    struct engine engine;
    struct iteration_sums sums = {0};
    double seconds = 0;
    ts_status status = engine_create(work->bench->context, work->bench->device, integrand, BINS, 1, &engine,
                                     &seconds);
    if (!status)
        status = engine_write_grid(&engine, part->grid, part->grid_length);
    if (!status) /* which finds the scale of the weights */
        status = engine_iterate(&engine, layout, 0, &sums);
    const double start = clock_seconds();
    if (!status)
        status = engine_iterate(&engine, layout, 0, &sums);
    *ns = status ? NAN : 1e9 * (clock_seconds() - start) / (double)sums.events;
    engine_destroy(&engine);
    return status;
}

/* Nanoseconds of an event of the sum, whose channels are drawn as often as for trials. Rare ones are left
 * out.
 */
static ts_status time_integral(struct event_bench *work, uint64_t trials)
{
    double all = 0, sum = 0;
    ts_status status = TS_OK;
    for (size_t i = 0; i < work->channels && !status; ++i) {
        const double share = work->sum.drawn[i] / work->sum.sum;
        double ns;
        if (share < RARE_SHARE)
            continue;
        status = time_channel(work, i, fmax(FEW_EVENTS, share * (double)trials), &ns);
        all += share;
        sum += share * ns;
    }
    work->ns_integral = sum / all;
    return status;
}

/* How many bytes the file of a format has, which is removed. */
static double take_file(const struct event_bench *work, const struct event_format *format)
{
    char path[128];
    struct stat facts;
    snprintf(path, sizeof path, "%s/%s", work->folder, format->file);
    const double bytes = stat(path, &facts) == 0 ? (double)facts.st_size : NAN;
    unlink(path);
    return bytes;
}

/* The median time of writing, in seconds an event. */
static ts_status measure(struct event_bench *work, const char *format, uint64_t *first, double *seconds,
                         ts_events *tally)
{
    double times[MOST_RUNS];
    ts_status status = TS_OK;
    for (int run = 0; run < work->bench->settings.runs && !status; ++run) {
        const double start = clock_seconds();
        status = write_once(work, format, *first, tally);
        times[run] = (clock_seconds() - start) / (double)tally->written;
        *first += tally->tried;
    }
    if (!status)
        *seconds = median(times, work->bench->settings.runs);
    return status;
}

static ts_status report(struct event_bench *work, const struct event_format *format, double seconds,
                        double alone, const ts_events *tally)
{
    const double bytes = format ? take_file(work, format) / (double)tally->written : NAN;
    const struct study_value row[] = {
        BENCH_TEXT("process", work->process_text),
        BENCH_TEXT("format", format ? format->name : "none"),
        BENCH_NUMBER("events_per_s", 1 / seconds),
        BENCH_NUMBER("ns_event", 1e9 * seconds),
        BENCH_NUMBER("ns_writing", format ? 1e9 * (seconds - alone) : NAN),
        BENCH_NUMBER("ns_trial", 1e9 * seconds * (double)tally->written / (double)tally->tried),
        BENCH_NUMBER("ns_integral", work->ns_integral),
        BENCH_NUMBER("efficiency", (double)tally->written / (double)tally->tried),
        BENCH_NUMBER("bytes", bytes),
        BENCH_NUMBER("mb_per_s", 1e-6 * bytes / seconds),
    };
    return bench_row(work->bench, row, sizeof row / sizeof row[0]);
}

static ts_status measure_formats(struct event_bench *work)
{
    const struct event_format *format;
    uint64_t first = work->sum.first;
    ts_events tally = {.written = 1};
    double alone = 0, seconds = 0;
    ts_status status = measure(work, "", &first, &alone, &tally);
    if (!status)
        status = time_integral(work, tally.tried);
    if (!status)
        status = report(work, NULL, alone, alone, &tally);
    for (size_t i = 0; !status && (format = event_format_at(i)); ++i) {
        if ((format->lacking && format->lacking()) || !is_listed(work->bench->settings.methods, format->name))
            continue;
        status = measure(work, format->name, &first, &seconds, &tally);
        if (!status)
            status = report(work, format, seconds, alone, &tally);
    }
    return status;
}

ts_status bench_events(const struct bench *bench)
{
    struct event_bench work = {.bench = bench};
    ts_status status = check_list(
        bench, "integrands", bench->settings.integrands, is_kind,
        "are e+ e-, e+ ve, t t~ and j j of protons, and w+ w- of electrons, to which --from and --to add jets");
    if (!status)
        status = check_list(bench, "methods", bench->settings.methods, is_format,
                            "are none and the formats of events.format");
    if (status)
        return status;
    work.count = bench->settings.events ? bench->settings.events : FEW_EVENTS;
    const char *temporary = getenv("TMPDIR");
    snprintf(work.folder, sizeof work.folder, "%.40s/tessera-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(work.folder))
        return ts_fail(bench->context, TS_ERROR_FILE, "A folder %s for files of events cannot be made.",
                       work.folder);
    for (int n = bench->settings.n_min; n <= bench->settings.n_max && n <= FINAL_MOST && !status; ++n)
        for (int kind = 0; kind < KINDS && !status; ++kind) {
            if (!is_listed(bench->settings.integrands, kinds[kind]))
                continue;
            status = prepare(&work, kinds[kind], n);
            if (!status)
                status = measure_formats(&work);
            end(&work);
            struct event_bench next = {.bench = bench, .count = work.count};
            memcpy(next.folder, work.folder, sizeof next.folder);
            work = next;
        }
    rmdir(work.folder);
    return status;
}
