/* Histograms as YODA 1.9 writes them (YODA_HISTO1D_V2: annotations are YAML, data are
 * columns), with all digits of a double, so that nothing is lost on the way. */
#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
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

char *yoda_text(const ts_histogram *histograms, size_t count, size_t *bytes)
{
    char *text = NULL;
    FILE *file = open_memstream(&text, bytes);
    if (!file)
        return NULL;
    for (size_t i = 0; i < count; i++)
        print_histogram(file, &histograms[i]);
    const int failed = ferror(file);
    if (fclose(file) != 0 || failed) {
        free(text);
        return NULL;
    }
    return text;
}

ts_status ts_yoda_write(ts_context *context, const char *path, const ts_histogram *histograms, size_t count)
{
    OWN_ENVIRONMENT;
    size_t bytes = 0;
    char *text = yoda_text(histograms, count, &bytes);
    if (!text)
        return ts_fail_memory(context, "the histograms' file");
    const ts_status status = file_write_atomically(context, path, text, bytes);
    free(text);
    return status;
}
