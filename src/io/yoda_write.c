/* Histograms as YODA 1.9 writes them (YODA_HISTO1D_V2: annotations are YAML, data are columns). Numbers have
 * all digits of a double, so that nothing is lost on the way. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "io/yoda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A title as a YAML scalar: plain where that is safe, else in double quotes. */
static void print_title(FILE *file, const char *title)
{
    if (!*title) {
        fputs("Title: ~\n", file);
        return;
    }
    const char first = *title;
    const int starts_well = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
    const int ends_well = title[strlen(title) - 1] != ' ' && title[strlen(title) - 1] != ':';
    int plain = starts_well && ends_well && !strstr(title, ": ") && !strstr(title, " #") &&
                !strpbrk(title, "\"\\");
    for (const char *c = title; *c; c++)
        plain = plain && (unsigned char)*c >= 0x20;
    if (plain) {
        fprintf(file, "Title: %s\n", title);
        return;
    }
    fputs("Title: \"", file);
    for (const char *c = title; *c; c++) {
        if (*c == '"' || *c == '\\')
            fputc('\\', file);
        fputc((unsigned char)*c < 0x20 ? ' ' : *c, file);
    }
    fputs("\"\n", file);
}

static void print_sums(FILE *file, const ts_bin *bin)
{
    fprintf(file, "%.16e\t%.16e\t%.16e\t%.16e\t%.16e\n", bin->sum_w, bin->sum_w2, bin->sum_wx, bin->sum_wx2,
            (double)bin->entries);
}

static void print_histogram(FILE *file, const ts_histogram *histogram)
{
    fprintf(file, "BEGIN YODA_HISTO1D_V2 %s\n", histogram->path);
    fprintf(file, "Path: %s\n", histogram->path);
    print_title(file, histogram->title);
    fputs("Type: Histo1D\n---\n", file);
    if (histogram->total.sum_w != 0) {
        fprintf(file, "# Mean: %.6e\n", histogram->total.sum_wx / histogram->total.sum_w);
        fprintf(file, "# Area: %.6e\n", histogram->total.sum_w);
    }
    fputs("# ID\t ID\t sumw\t sumw2\t sumwx\t sumwx2\t numEntries\n", file);
    fputs("Total   \tTotal   \t", file);
    print_sums(file, &histogram->total);
    fputs("Underflow\tUnderflow\t", file);
    print_sums(file, &histogram->underflow);
    fputs("Overflow\tOverflow\t", file);
    print_sums(file, &histogram->overflow);
    fputs("# xlow\t xhigh\t sumw\t sumw2\t sumwx\t sumwx2\t numEntries\n", file);
    for (size_t i = 0; i < histogram->bin_count; i++) {
        fprintf(file, "%.16e\t%.16e\t", histogram->bins[i].low, histogram->bins[i].high);
        print_sums(file, &histogram->bins[i]);
    }
    fputs("END YODA_HISTO1D_V2\n\n", file);
}

/* `variation`: what stands behind the path, in brackets; or NULL. */
static void begin_block(FILE *file, const char *name, const char *path, const char *variation,
                        const char *type)
{
    const char *const open = variation ? "[" : "", *const close = variation ? "]" : "";
    const char *const inner = variation ? variation : "";
    fprintf(file, "BEGIN YODA_%s_V2 %s%s%s%s\nPath: %s%s%s%s\nTitle: ~\nType: %s\n---\n", name, path, open,
            inner, close, path, open, inner, close, type);
}

/* The histograms hold cross sections already, so that the sum of weights is the cross section. Squared
 * weights of all events over their number are the variance of the mean, and the square of the mean over it.
 */
static void print_weight(FILE *file, const char *name, double value, double error, uint64_t events)
{
    const double squares = error * error + (events ? value * value / (double)events : 0);
    begin_block(file, "COUNTER", "/_EVTCOUNT", name, "Counter");
    fprintf(file, "# sumW\t sumW2\t numEntries\n%.16e\t%.16e\t%.16e\nEND YODA_COUNTER_V2\n\n", value, squares,
            (double)events);
    begin_block(file, "SCATTER1D", "/_XSEC", name, "Scatter1D");
    fprintf(file, "# xval\t xerr-\t xerr+\t\n%.16e\t%.16e\t%.16e\nEND YODA_SCATTER1D_V2\n\n", value, error,
            error);
}

static void print_run(FILE *file, const struct yoda_run *run)
{
    for (size_t i = 0; i < run->varied_count; ++i)
        print_histogram(file, &run->varied[i]);
    print_weight(file, NULL, run->cross_section, run->error, run->events);
    for (size_t i = 0; i < run->variation_count; ++i)
        print_weight(file, run->variations[i].name, run->variations[i].value, run->variations[i].error,
                     run->events);
}

char *yoda_text(const ts_histogram *histograms, size_t count, const struct yoda_run *run, size_t *bytes)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, bytes);
    if (!file)
        return NULL;
    for (size_t i = 0; i < count; i++)
        print_histogram(file, &histograms[i]);
    if (run)
        print_run(file, run);
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

ts_status yoda_write(ts_context *context, const char *path, const ts_histogram *histograms, size_t count,
                     const struct yoda_run *run)
{
    size_t bytes = 0;
    char *text = yoda_text(histograms, count, run, &bytes);
    if (!text)
        return ts_fail_memory(context, "the histograms' file");
    const ts_status status = file_write_atomically(context, path, text, bytes);
    free(text);
    return status;
}

ts_status ts_yoda_write(ts_context *context, const char *path, const ts_histogram *histograms, size_t count)
{
    OWN_ENVIRONMENT;
    NEEDS(context, context && path && (histograms || !count));
    return yoda_write(context, path, histograms, count, NULL);
}
