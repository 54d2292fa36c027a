/* tessera run: a card becomes a cross section, histograms and a folder that holds them. */
#include "arguments.h"
#include "cli.h"

#include "tessera/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argument run_arguments[] = {
    {"CARD", ARGUMENT_NEEDED, NULL, "file",
     "the card: a YAML file that says what to compute; - is standard input"},
    {"out", ARGUMENT_TEXT, "DIR", "folder",
     "the folder for result.json, report.html, histograms.yoda, card.yaml and files of events; without it tessera-out/NAME, named after the card"},
    {"no-report", ARGUMENT_FLAG, NULL, NULL, "write no report.html, the page of the result for a browser"},
    {"force", ARGUMENT_FLAG, NULL, NULL, "replace the result of another card in that folder"},
    {"resume", ARGUMENT_FLAG, NULL, NULL,
     "go on from the checkpoint in the folder, where there is one, with the bits of a run that never stopped"},
    {"grids", ARGUMENT_TEXT, "DIR", "folder", "begin with the grids of `tessera learn`, without a warm-up"},
    {"checkpoint", ARGUMENT_NUMBER, "SECONDS", NULL,
     "time between checkpoints, and whether one is left at an interruption: 60 without it, 0 for none"},
    {"set", ARGUMENT_LIST, "KEY=VALUE", "option", "override one value of the card; may be repeated"},
    {"device", ARGUMENT_TEXT, "DEVICE", "cpu", "where to compute, as `tessera devices` lists them"},
    {"threads", ARGUMENT_COUNT, "N", "1 4096", "threads of the CPU; without it, all there are"},
    {"seed", ARGUMENT_COUNT, "S", NULL, "the seed of the random numbers, as integration.seed"},
    {"event", ARGUMENT_COUNT, "N", NULL,
     "write nothing, and show event N of the run's files, made again: momenta, weights, flavours, helicities, colour lines"},
    {"json", ARGUMENT_FLAG, NULL, NULL,
     "print the content of result.json on standard output, and nothing else"},
    {"quiet", ARGUMENT_FLAG, NULL, NULL, "no progress and no messages but warnings and errors"},
};

const struct command_syntax run_syntax = {
    "run",
    "compute the cross section and the histograms of a card",
    "Reads a card, computes its cross section and fills its histograms, prints a short result and writes "
    "result.json, report.html, a page for a browser, histograms.yoda and card.yaml, all that it was made of. A folder that holds the result of another card "
    "is not overwritten without --force. Ctrl-C ends the run with what was reached; a second one kills it. "
    "A run that was stopped, by whatever, goes on with --resume: from its last checkpoint, to the same bits. "
    "Exit status: 0 done, 1 the run failed, 2 the command line, the card or a file that it names is wrong, 3 the limit of events "
    "came before the precision asked for, 130 interrupted.",
    run_arguments,
    sizeof run_arguments / sizeof run_arguments[0],
    NULL,
};

/* The folder of --out, or tessera-out/ and the card's name without its extension. */
static void output_folder(const struct arguments *arguments, char *folder, size_t bytes)
{
    const char *out = arguments_text(arguments, "out");
    if (out) {
        snprintf(folder, bytes, "%s", out);
        return;
    }
    const char *card = arguments_text(arguments, "CARD");
    if (strcmp(card, "-") == 0)
        card = CARD_OF_STDIN;
    const char *slash = strrchr(card, '/');
    const char *name = slash ? slash + 1 : card;
    const char *dot = strrchr(name, '.');
    const int length = dot && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(folder, bytes, "tessera-out/%.*s", length, name);
}

/* Whether there is anything to compare: two iterations that count, and events in them. */
static int has_chi2(const ts_result *result)
{
    size_t counted = 0;
    for (size_t i = 0; i < result->iteration_count; i++)
        counted += result->iterations[i].counted != 0;
    return counted > 1 && result->accepted > 0;
}

static int by_falling_value(const void *a, const void *b)
{
    const ts_subprocess_result *first = a, *second = b;
    return (first->value < second->value) - (first->value > second->value);
}

/* The subprocesses that matter most, the largest first. */
static void print_subprocesses(const ts_result *result)
{
    enum { SHOWN = 12 };
    const size_t count = result->subprocess_count;
    ts_subprocess_result *rows = calloc(count + 1, sizeof *rows);
    if (!rows)
        return;
    if (count)
        memcpy(rows, result->subprocesses, count * sizeof *rows);
    qsort(rows, count, sizeof *rows, by_falling_value);
    for (size_t i = 0; i < count && i < SHOWN; i++) {
        char estimate[64];
        estimate_text(rows[i].value, rows[i].error, estimate, sizeof estimate);
        const double share = result->value != 0 ? 100 * rows[i].value / result->value : 0;
        printf("%-14s %-24s %s pb  (%.*g %% of all)%s\n", i ? "" : "subprocesses", rows[i].name, estimate,
               share < 99.5 ? 2 : 3, share, ts_subprocess_is_precise(&rows[i]) ? "" : ", not precise");
    }
    if (count > SHOWN)
        printf("               and %zu smaller ones: result.json lists them\n", count - SHOWN);
    free(rows);
}

/* The processes of a sum of several. */
static void print_multiplicities(const ts_result *result)
{
    for (size_t i = 0; i < result->multiplicity_count; i++) {
        const ts_multiplicity *row = &result->multiplicities[i];
        char estimate[64];
        estimate_text(row->value, row->error, estimate, sizeof estimate);
        const double share = result->value != 0 ? 100 * row->value / result->value : 0;
        printf("%-14s %-24s %s pb  (%.*g %% of all)", i ? "" : "multiplicities", row->process, estimate,
               share < 99.5 ? 2 : 3, share);
        if (result->events.file)
            printf(", %" PRIu64 " events", row->written);
        if (row->kept > 0)
            printf(" (%.3g %% of its trials kept)", 100 * row->kept);
        puts("");
    }
}

/* Both stages of a cross section with all colours. */
static void print_full_colour(const ts_full_colour *colour)
{
    char estimate[64];
    if (!colour->stages)
        return;
    estimate_text(colour->value, colour->error, estimate, sizeof estimate);
    printf("leading colour %s pb\n", estimate);
    if (colour->survivors == colour->not_finite)
        return;
    if (colour->ratio_error > 1e-12)
        estimate_text(colour->ratio, colour->ratio_error, estimate, sizeof estimate);
    else
        snprintf(estimate, sizeof estimate, "%.12g", colour->ratio);
    printf("full / leading %s of %" PRIu64 " events, %.2g at most: %.3g %% pass by hit or miss\n", estimate,
           colour->survivors, colour->ratio_largest, 100 * colour->ratio / colour->ratio_largest);
}

/* Of the events written, a part below which their effective number is told. */
static const double unequal = 0.999;

static void print_written(const ts_result *result)
{
    const ts_events *events = &result->events;
    const double bootstrapped = result->efficiency_bootstrapped, effective = result->effective_events;
    printf("written        %" PRIu64 " events of %" PRIu64 " generated for the file", events->written,
           events->tried);
    if (events->above)
        printf(", %" PRIu64 " with a weight above 1 (%.3g at most)", events->above, events->worst);
    if (effective > 0 && effective < unequal * (double)events->written)
        printf(", as good as %.6g of weight 1", effective);
    puts("");
    if (result->both_signs || result->written_negative) {
        printf("negative       %" PRIu64 " of the events have a weight below zero (%.3g %%",
               result->written_negative,
               100 * (double)result->written_negative / fmax(1, (double)events->written));
        if (result->negative_share > 0)
            printf(", %.3g %% are expected", 100 * result->negative_share);
        puts(")");
    }
    if (bootstrapped > 0 && events->tried)
        printf(
            "kept           %.3g %% of the events tried; mean over median of bootstrapped maxima %.3g %%\n",
            100 * (double)events->written / (double)events->tried, 100 * bootstrapped);
}

/* How far variations lead from the cross section. */
static void print_spread(const char *title, const ts_result *result, const ts_spread *spread,
                         const char *what)
{
    if (!spread->known)
        return;
    printf("%-14s %.4e to %.4e pb", title, spread->low, spread->high);
    if (result->value > 0)
        printf("  (%+.2g %% %+.2g %%)", 100 * (spread->low / result->value - 1),
               100 * (spread->high / result->value - 1));
    printf(", %s\n", what);
}

static void print_cross_section(const ts_result *result)
{
    char estimate[64];
    estimate_text(result->value, result->error, estimate, sizeof estimate);
    printf("cross section  %s pb", estimate);
    if (result->value > 0)
        printf("  (%.2g %%)", 100 * result->error / result->value);
    putchar('\n');
}

static void print_events_made(const ts_result *result)
{
    fputs("chi2 per dof   ", stdout);
    if (has_chi2(result))
        printf("%.3g\n", result->chi2_per_dof);
    else
        puts("-");
    const double share = result->generated ? (double)result->accepted / (double)result->generated : 0;
    printf("events         %.4g generated, %.4g accepted (%.3g %%)\n", (double)result->generated,
           (double)result->accepted, 100 * share);
    if (result->events.file)
        print_written(result);
    if (result->not_finite)
        printf("not finite     %" PRIu64 " weights, the first in event %" PRIu64 "\n", result->not_finite,
               result->first_not_finite);
}

/* What became of the histories of events that the run's own shower merges, in parts of the events that count.
 */
static void print_histories(const ts_result *result)
{
    if (!result->vetoed && !result->unordered && !result->unclustered)
        return;
    const double part = 100 / (double)result->counted;
    printf("merged         %.3g %% of the events vetoed, %.2g %% with emissions that rise, %.2g %% without a "
           "history\n",
           part * (double)result->vetoed, part * (double)result->unordered,
           part * (double)result->unclustered);
}

static void print_couplings(const ts_result *result)
{
    printf("couplings      pdf %s", result->pdf);
    if (result->pdf_member > 0)
        printf("/%d", result->pdf_member);
    for (size_t i = 0; i < result->coupling_count; i++)
        if (isfinite(result->couplings[i].re))
            printf(", %s %.6g", result->couplings[i].name, result->couplings[i].re);
    if (result->shower.enabled && !result->shower.order)
        printf("\nshower         alpha_s of the set, %.6g at the Z, down to %g GeV", result->shower.alpha_s,
               result->shower.cutoff);
    else if (result->shower.enabled)
        printf("\nshower         alpha_s %.6g at the Z, %d loop%s, %s, down to %g GeV",
               result->shower.alpha_s, result->shower.order, result->shower.order > 1 ? "s" : "",
               result->shower.thresholds ? "three to six flavours" : "five flavours", result->shower.cutoff);
    if (result->beam_cutoff > result->shower.cutoff)
        printf(", %g GeV beside a beam", result->beam_cutoff);
    if (result->exceeded)
        printf("\nabove bounds   %" PRIu64 " of the showers, which have %.2g %% of the cross section",
               result->exceeded, 100 * result->exceeded_share);
    putchar('\n');
}

static void print_time(const ts_result *result)
{
    const double ns = result->generated ? 1e9 * result->seconds_integrate / (double)result->generated : 0;
    printf("time           %.3g s (%.3g s compiling), %.3g ns per generated event\n", result->seconds_total,
           result->seconds_compile, ns);
    fputs("device         ", stdout);
    if (result->ranks > 1)
        printf("%d ranks, the first with ", result->ranks);
    printf("%s, %s precision\n", result->device, result->precision);
}

static void print_files(const ts_result *result, const char *path)
{
    const struct clean cleaned = clean(path);
    const char *folder = cleaned.text;
    printf("written to     %s/result.json", folder);
    if (result->histogram_count)
        printf(", %s/histograms.yoda", folder);
    for (const char *file = result->events.files; *file; file += strspn(file, " ")) {
        const int length = (int)strcspn(file, " "), front = (int)strcspn(file, ".");
        if (!result->event_parts)
            printf(", %s/%.*s", folder, length, file);
        for (size_t part = 0; part < result->event_parts; ++part)
            printf(", %s/%.*s-%zu%.*s", folder, front, file, part, length - front, file + front);
        file += length;
    }
    printf(", %s/card.yaml", folder);
    if (!result->no_report)
        printf(", %s/report.html", folder);
    putchar('\n');
}

/* How many subprocesses are not precise, the one of the largest error among them. */
static void print_imprecise(const ts_result *result)
{
    const ts_subprocess_result *worst = NULL;
    size_t count = 0;
    for (size_t i = 0; i < result->subprocess_count; ++i) {
        const ts_subprocess_result *row = &result->subprocesses[i];
        if (ts_subprocess_is_precise(row))
            continue;
        worst = !worst || row->error > worst->error ? row : worst;
        ++count;
    }
    if (!worst)
        return;
    char estimate[64];
    estimate_text(worst->value, worst->error, estimate, sizeof estimate);
    printf(
        "not precise    %zu of %zu subprocesses, with errors above a tenth of their own values: %s with %s pb%s\n",
        count, result->subprocess_count, worst->name, estimate, count > 1 ? " has the largest" : "");
}

/* What speaks against the result. */
static void print_end(const ts_result *result)
{
    print_imprecise(result);
    if (!result->converged && !result->interrupted)
        printf("not converged  %s\n", result->value == 0     ? "no event that counts has a weight"
                                      : result->objection[0] ? result->objection
                                                             : "integration.max_events came before "
                                                               "integration.relative_error");
    if (result->interrupted)
        printf("interrupted    this is what was reached\n");
}

/* `folder`: where the files are; NULL: nowhere. */
static void print_result(const ts_result *result, const char *folder)
{
    printf("process        %s\n", result->process);
    print_cross_section(result);
    print_full_colour(&result->full_colour);
    print_spread("scales", result, &result->scales, "of seven points");
    print_spread("densities", result, &result->densities, result->error_type);
    print_multiplicities(result);
    print_subprocesses(result);
    print_events_made(result);
    print_histories(result);
    print_couplings(result);
    if (*result->default_cuts)
        printf("default cuts   %s\n", result->default_cuts);
    print_time(result);
    if (folder)
        print_files(result, folder);
    else
        puts("not written    the files of this result");
    print_end(result);
}

/* Writes and prints what ts_run() reached. Where events could not be written, and the result neither, one
 * sentence has said why. */
static int deliver(ts_context *context, const struct arguments *arguments, ts_result *result,
                   const char *folder, ts_status status)
{
    const ts_status written = session_writes(context) ? ts_result_write(context, result, folder) : TS_OK;
    int exit_status = exit_of(status);
    if (written != TS_OK && !(result->events.failed && written == status))
        exit_status = complain_of(context, written);
    if (arguments_has(arguments, "json")) {
        char *text = ts_result_json(result);
        if (!text)
            return complain(EXIT_FAILED, "There is not enough memory for the result.");
        fputs(text, stdout);
        free(text);
    } else {
        print_result(result, written == TS_OK ? folder : NULL);
    }
    return exit_status;
}

/* Runs a card into a folder that is this process's own. */
static int run_into(ts_context *context, const struct arguments *arguments, const ts_card *card,
                    const char *folder)
{
    static const double checkpoint_seconds = 60;
    const int quiet = arguments_has(arguments, "quiet") || !session_writes(context);
    struct progress_words words = {"events", " pb"};
    const ts_run_settings settings = {
        .size = sizeof(ts_run_settings),
        .device = arguments_text(arguments, "device"),
        .threads = (int)arguments_count(arguments, "threads", 0),
        .progress = quiet ? NULL : progress_show,
        .progress_data = &words,
        .folder = folder,
        .keep_others = !arguments_has(arguments, "force"),
        .resume = arguments_has(arguments, "resume"),
        .checkpoint_seconds = arguments_number(arguments, "checkpoint", checkpoint_seconds),
        .no_report = arguments_has(arguments, "no-report"),
        .grids = arguments_text(arguments, "grids"),
    };
    ts_result *result = NULL;
    const ts_status status = ts_run(context, card, &settings, &result);
    progress_clear();
    if (!result || result->events.failed)
        complain_of(context, status);
    const int exit_status = result ? deliver(context, arguments, result, folder, status) : exit_of(status);
    ts_result_destroy(&result);
    return exit_status;
}

static int run_card(ts_context *context, const struct arguments *arguments, const ts_card *card)
{
    char folder[4096];
    ts_folder_lock *lock = NULL;
    if (arguments_number(arguments, "checkpoint", 0) < 0)
        return complain(EXIT_WRONG, "--checkpoint: a time below 0 is none; 0 stands for no checkpoints.");
    output_folder(arguments, folder, sizeof folder);
    ts_status status = session_writes(context) ? ts_result_check_folder(context, folder) : TS_OK;
    if (status == TS_OK && session_writes(context) && !arguments_has(arguments, "force"))
        status = ts_result_check_others(context, folder);
    if (status == TS_OK && session_writes(context))
        status = ts_folder_lock_create(context, folder, &lock);
    if (status != TS_OK)
        return complain_of(context, status);
    const int exit_status = run_into(context, arguments, card, folder);
    ts_folder_lock_destroy(&lock);
    return exit_status;
}

int command_run(int argc, char **argv)
{
    struct arguments arguments;
    int exit_status;
    if (!arguments_parse(&arguments, &run_syntax, argc, argv, &exit_status))
        return exit_status;
    ts_context *context = session_open_with_ranks(arguments_has(&arguments, "quiet"), argc, argv,
                                                  &exit_status);
    if (!context)
        return exit_status;
    ts_card *card = card_of(context, &arguments, &exit_status);
    if (card && arguments_has(&arguments, "event"))
        exit_status = run_event(context, &arguments, card);
    else if (card)
        exit_status = run_card(context, &arguments, card);
    ts_card_destroy(&card);
    return session_close_with_ranks(&context, exit_status);
}
