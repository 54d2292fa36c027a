/* report.html: what a person wants to see of a result. */
#include "core/environment.h"
#include "plot/page.h"
#include "plot/pictures.h"
#include "tessera/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* How far variations lead from the cross section. */
static void write_spread(struct source *html, const char *title, const ts_result *result,
                         const ts_spread *spread, const char *what)
{
    if (!spread->known)
        return;
    source_append(html, "<p>%s: %.4g to %.4g pb", title, spread->low, spread->high);
    if (result->value > 0)
        source_append(html, " (%+.2g %% %+.2g %%)", 100 * (spread->low / result->value - 1),
                      100 * (spread->high / result->value - 1));
    page_text(html, ", ", what, ".</p>\n");
}

/* Which subprocesses are not precise, of a result that may well be. */
static void write_imprecise(struct source *html, const ts_result *result)
{
    enum { NAMED = 5 };
    size_t count = 0;
    for (size_t i = 0; i < result->subprocess_count; ++i)
        count += !ts_subprocess_is_precise(&result->subprocesses[i]);
    if (!count)
        return;
    source_append(
        html,
        "<p><strong class=\"bad\">Not precise:</strong> %zu of %zu subprocesses have errors above a tenth "
        "of their own values: ",
        count, result->subprocess_count);
    for (size_t i = 0, named = 0; i < result->subprocess_count && named < NAMED; ++i) {
        const ts_subprocess_result *row = &result->subprocesses[i];
        if (ts_subprocess_is_precise(row))
            continue;
        page_text(html, named++ ? ", " : "", row->name, "");
        if (row->value != 0)
            source_append(html, " (%.2g %%)", 100 * row->error / fabs(row->value));
    }
    source_append(html, "%s.</p>\n", count > NAMED ? " and others" : "");
}

/* The cross section, and what speaks against it. */
static void write_head(struct source *html, const ts_result *result)
{
    const struct page_estimate estimate = page_estimate_of(result->value, result->error);
    page_text(html, "<h1>", result->process, "</h1>\n");
    source_append(html, "<p class=\"value\">%s ± %s pb</p>\n<p>", estimate.value, estimate.error);
    if (result->value != 0)
        source_append(html, "Relative error %.2g %%. ", 100 * result->error / fabs(result->value));
    if (result->interrupted)
        source_append(html, "<strong class=\"bad\">Interrupted:</strong> this is what was reached.");
    else if (result->converged)
        source_append(html, "<strong class=\"good\">Converged:</strong> chi² per degree of freedom %.3g.",
                      result->chi2_per_dof);
    else
        page_text(html, "<strong class=\"bad\">Not converged.</strong> ", result->objection, "");
    source_append(html, "</p>\n");
    write_imprecise(html, result);
    if (*result->default_cuts)
        page_text(html, "<p>Cuts by default: ", result->default_cuts, ".</p>\n");
    if (result->not_finite)
        source_append(html,
                      "<p><strong class=\"bad\">%" PRIu64
                      " weights are not finite</strong>, the first in event %" PRIu64 ".</p>\n",
                      result->not_finite, result->first_not_finite);
    write_spread(html, "Scales", result, &result->scales, "of seven points");
    write_spread(html, "Densities", result, &result->densities, result->error_type);
    page_text(html, "<p class=\"quiet\">", result->device, "");
    source_append(html, ", %s precision, seed %" PRIu64 "</p>\n", result->precision, result->seed);
}

/* A subprocess and its place in the result's list. */
struct row {
    const ts_subprocess_result *subprocess;
    size_t place;
};

static int by_falling_value(const void *a, const void *b)
{
    const struct row *first = a, *second = b;
    const double difference = first->subprocess->value - second->subprocess->value;
    return (difference < 0) - (difference > 0);
}

/* The subprocesses by falling cross section; NULL: none, or no memory. */
static struct row *sorted_subprocesses(const ts_result *result)
{
    struct row *rows = result->subprocess_count ? calloc(result->subprocess_count, sizeof *rows) : NULL;
    for (size_t i = 0; rows && i < result->subprocess_count; ++i)
        rows[i] = (struct row){&result->subprocesses[i], i};
    if (rows)
        qsort(rows, result->subprocess_count, sizeof *rows, by_falling_value);
    return rows;
}

static void write_bar(struct source *html, double share)
{
    source_append(html, "<td class=\"wide\"><span class=\"bar\" style=\"width:%.1f%%\"></span></td>",
                  fmin(fmax(100 * share, 0), 100));
}

/* A row of what adds to the cross section, with its share. */
static void write_share(struct source *html, const ts_result *result, const char *name, double value,
                        double error, int precise)
{
    const double share = result->value != 0 ? value / result->value : 0;
    const struct page_estimate estimate = page_estimate_of(value, error);
    page_text(html, "<tr><td>", name, "</td>");
    source_append(html, "<td class=\"n\">%s</td><td class=\"n%s\">%s</td><td class=\"n\">%.*g %%</td>",
                  estimate.value, precise ? "" : " bad", estimate.error, share < 0.995 ? 2 : 3, 100 * share);
    write_bar(html, share);
    source_append(html, "</tr>\n");
}

static void begin_rows(struct source *html)
{
    source_append(
        html,
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"named\">\n<tr><th>process</th><th class=\"n\">pb</th>"
        "<th class=\"n\">±</th><th class=\"n\">share</th><th class=\"wide\"></th></tr>\n");
}

static void write_subprocess_rows(struct source *html, const ts_result *result, const struct row *rows,
                                  size_t from, size_t to)
{
    begin_rows(html);
    for (size_t i = from; i < to; ++i)
        write_share(html, result, rows[i].subprocess->name, rows[i].subprocess->value,
                    rows[i].subprocess->error, ts_subprocess_is_precise(rows[i].subprocess));
    source_append(html, "</table></div>\n");
}

/* The processes of a sum of several, in the order of the card. */
static void write_multiplicities(struct source *html, const ts_result *result)
{
    if (!result->multiplicity_count)
        return;
    page_heading(html, "Multiplicities");
    begin_rows(html);
    for (size_t i = 0; i < result->multiplicity_count; ++i) {
        const ts_multiplicity *row = &result->multiplicities[i];
        write_share(html, result, row->process, row->value, row->error, 1);
    }
    source_append(html, "</table></div>\n");
}

/* The largest subprocesses, and the others folded away. */
static void write_subprocesses(struct source *html, const ts_result *result, const struct row *rows)
{
    enum { SHOWN = 12 };
    const size_t count = result->subprocess_count, first = count > SHOWN + 1 ? SHOWN : count;
    double others = 0;
    if (!rows)
        return;
    page_heading(html, "Subprocesses");
    write_subprocess_rows(html, result, rows, 0, first);
    for (size_t i = first; i < count; ++i)
        others += rows[i].subprocess->value;
    if (first == count)
        return;
    source_append(html, "<details class=\"printed\"><summary>%zu smaller ones", count - first);
    if (result->value != 0)
        source_append(html, ", %.2g %% of all together", 100 * others / result->value);
    source_append(html, "</summary>\n");
    write_subprocess_rows(html, result, rows, first, count);
    source_append(html, "</details>\n");
}

/* The largest channel of a subprocess. */
static size_t largest_channel(const ts_result *result, size_t subprocess)
{
    size_t largest = result->channel_count;
    for (size_t i = 0; i < result->channel_count; ++i)
        if (result->channels[i].subprocess == subprocess &&
            (largest == result->channel_count ||
             fabs(result->channels[i].value) > fabs(result->channels[largest].value)))
            largest = i;
    return largest;
}

/* Where the iterations of a channel begin in the list. */
static size_t first_iteration(const ts_result *result, size_t channel)
{
    size_t first = 0;
    for (size_t i = 0; i < channel; ++i)
        first += result->channels[i].iterations;
    return first;
}

/* How values converged and where the points are, of the process or of its largest subprocesses. */
static void write_integration(struct source *html, const ts_result *result, const struct row *rows,
                              int *number)
{
    enum { SHOWN = 3 };
    page_heading(
        html,
        rows && result->channel_count > SHOWN
            ? "How it converged: the largest channel of the largest subprocesses, and of those that are not precise"
            : "How it converged");
    source_append(
        html,
        "<p class=\"quiet\">Each dot is an iteration; rings only taught the grid. The grid puts more points "
        "where the integrand is large: 1 is an even density.</p>\n<div class=\"pictures\">\n");
    size_t imprecise = 0;
    for (size_t i = 0; i < (rows ? result->subprocess_count : 1); ++i) {
        const size_t which = rows ? largest_channel(result, rows[i].place) : 0;
        if (i >= SHOWN && (ts_subprocess_is_precise(rows[i].subprocess) || ++imprecise > SHOWN))
            continue;
        const char *title = rows ? rows[i].subprocess->name : result->process;
        source_append(html, "<figure>\n");
        if (rows)
            convergence_draw(html, (*number)++, title, result->iterations + first_iteration(result, which),
                             result->channels[which].iterations, result->channels[which].value,
                             result->channels[which].error);
        else
            convergence_draw(html, (*number)++, title, result->iterations, result->iteration_count,
                             result->value, result->error);
        if (which < result->grid_count && result->grids[which].widths) {
            source_append(html, "<details><summary>The grid's axes</summary>\n");
            grid_picture_draw(html, (*number)++, title, &result->grids[which]);
            source_append(html, "</details>\n");
        }
        source_append(html, "</figure>\n");
    }
    source_append(html, "</div>\n");
}

static void write_histograms(struct source *html, const ts_result *result, int *number)
{
    if (!result->histogram_count)
        return;
    page_heading(html, "Histograms");
    source_append(html, "<div class=\"pictures\">\n");
    for (size_t i = 0; i < result->histogram_count; ++i) {
        const struct histogram_picture picture = {.histograms = {&result->histograms[i]},
                                                  .labels = {"cross section [pb]"},
                                                  .bands = {result->bands ? &result->bands[i] : NULL},
                                                  .count = 1};
        if (result->histograms[i].bin_count)
            page_histogram(html, (*number)++, &picture);
    }
    source_append(html, "</div>\n");
}

static void write_time(struct source *html, const ts_result *result)
{
    const double known = result->seconds_device + result->seconds_compile + result->seconds_integrate;
    const struct {
        const char *name;
        double seconds;
    } parts[] = {{"opening the device", result->seconds_device},
                 {"compiling", result->seconds_compile},
                 {"integrating", result->seconds_integrate},
                 {"events and the rest", fmax(0, result->seconds_total - known)}};
    page_heading(html, "Where the time went");
    source_append(html, "<table>\n");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i) {
        source_append(html, "<tr><td>%s</td><td class=\"n\">%.3g s</td>", parts[i].name, parts[i].seconds);
        write_bar(html, parts[i].seconds / fmax(result->seconds_total, 1e-9));
        source_append(html, "</tr>\n");
    }
    source_append(html, "</table>\n<p>%.4g events generated, %.4g accepted", (double)result->generated,
                  (double)result->accepted);
    if (result->generated)
        source_append(html, ": %.3g ns each", 1e9 * result->seconds_integrate / (double)result->generated);
    source_append(html, ".</p>\n");
    if (!result->events.file)
        return;
    source_append(html, "<p>%" PRIu64 " events written of %" PRIu64 " generated for the file",
                  result->events.written, result->events.tried);
    if (result->events.above)
        source_append(html, ", %" PRIu64 " with a weight above 1 (%.3g at most)", result->events.above,
                      result->events.worst);
    if (result->effective_events > 0)
        source_append(html, ", as good as %.6g of weight 1", result->effective_events);
    source_append(html, ".</p>\n");
}

static void write_row(struct source *html, const char *name, const char *value)
{
    page_text(html, "<tr><td>", name, "</td>");
    page_text(html, "<td>", value, "</td></tr>\n");
}

static void write_made_of(struct source *html, const ts_result *result)
{
    page_heading(html, "What it was made of");
    source_append(html, "<div class=\"scroll\" tabindex=\"0\"><table class=\"named\">\n");
    char text[512];
    snprintf(text, sizeof text, result->pdf_member > 0 ? "%s/%d" : "%s", result->pdf, result->pdf_member);
    write_row(html, "parton densities", text);
    for (size_t i = 0; i < result->coupling_count; ++i) {
        if (isfinite(result->couplings[i].re))
            snprintf(text, sizeof text, "%.10g", result->couplings[i].re);
        else
            snprintf(text, sizeof text, "changes from event to event");
        write_row(html, result->couplings[i].name, text);
    }
    write_row(html, "sampling", result->sampling);
    source_append(html, "</table></div>\n");
    char *card = result->card ? ts_card_yaml(result->card) : NULL;
    if (card)
        page_text(html, "<h2>Card</h2>\n<pre tabindex=\"0\">", card, "</pre>\n");
    free(card);
}

char *ts_result_report(const ts_result *result)
{
    OWN_ENVIRONMENT;
    if (!result)
        return NULL;
    struct source html = {.text = NULL};
    int number = 0;
    struct row *rows = sorted_subprocesses(result);
    page_begin(&html, result->process);
    write_head(&html, result);
    write_multiplicities(&html, result);
    write_subprocesses(&html, result, rows);
    write_histograms(&html, result, &number);
    write_integration(&html, result, rows, &number);
    write_time(&html, result);
    write_made_of(&html, result);
    page_end(&html);
    free(rows);
    return html.text;
}
