/* The reader of YODA 1 files: blocks from BEGIN to END, one line after the other,
 * as YODA's own ReaderYODA takes them. */
#include "core/context.h"
#include "core/decimal.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/text_clean.h"
#include "io/yoda.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 2048, FILE_BYTES_MOST = 1 << 28, STILL_LINES = 1 << 14 };

enum place { OUTSIDE, SKIPPING, ANNOTATIONS, DATA };

struct reader {
    ts_context *context;
    const char *name;
    const char *next, *end; /* what is left of the text */
    size_t number;          /* of the line, from 1 */
    char line[LINE_BYTES];  /* without blanks around it */
    enum place place;
    int version;
    int has_total;
    size_t bin_capacity, capacity;
    ts_histogram *histograms;
    size_t count;
};

static ts_status refuse(struct reader *reader, const char *sentence)
{
    return ts_fail(reader->context, TS_ERROR_INPUT, "%s:%zu: %s", reader->name, reader->number, sentence);
}

/* Takes the next line; *got is 0 at the end. What is longer than any line that
 * matters is cut, and `cut` says so. */
static void next_line(struct reader *reader, int *got, int *cut)
{
    *got = reader->next < reader->end;
    if (!*got)
        return;
    const char *newline = memchr(reader->next, '\n', (size_t)(reader->end - reader->next));
    const char *stop = newline ? newline : reader->end;
    const char *from = reader->next;
    reader->next = newline ? newline + 1 : reader->end;
    reader->number++;
    while (from < stop && strchr(" \t\r", *from) && *from)
        from++;
    while (stop > from && strchr(" \t\r", stop[-1]) && stop[-1])
        stop--;
    const size_t length = (size_t)(stop - from);
    *cut = length >= LINE_BYTES;
    const size_t kept = *cut ? LINE_BYTES - 1 : length;
    memcpy(reader->line, from, kept);
    reader->line[kept] = '\0';
}

static int starts(const char *text, const char *front) { return strncmp(text, front, strlen(front)) == 0; }

static ts_histogram *current(struct reader *reader) { return &reader->histograms[reader->count - 1]; }

static ts_status add_histogram(struct reader *reader)
{
    if (reader->count == reader->capacity) {
        const size_t capacity = 2 * reader->capacity + 8;
        ts_histogram *larger = realloc(reader->histograms, capacity * sizeof *larger);
        if (!larger)
            return ts_fail_memory(reader->context, "histograms");
        reader->histograms = larger;
        reader->capacity = capacity;
    }
    reader->count++;
    *current(reader) = (ts_histogram){.path = ""};
    reader->bin_capacity = 0;
    reader->has_total = 0;
    return TS_OK;
}

static ts_status set_path(struct reader *reader, const char *path)
{
    ts_histogram *histogram = current(reader);
    if (strlen(path) >= sizeof histogram->path)
        return refuse(reader, "the path of this histogram is longer than 127 bytes.");
    snprintf(histogram->path, sizeof histogram->path, "%s", path);
    text_clean(histogram->path, 0);
    return TS_OK;
}

/* "BEGIN YODA_HISTO1D_V2 /path" */
static ts_status begin(struct reader *reader)
{
    const char *line = reader->line;
    line += strspn(line, "# \t"); /* YODA 1.0 wrote "# BEGIN" */
    if (!starts(line, "BEGIN YODA_"))
        return refuse(reader, "expected 'BEGIN YODA_... /path': this is no YODA file.");
    line += strlen("BEGIN YODA_");
    const size_t length = strcspn(line, " \t");
    char type[64];
    snprintf(type, sizeof type, "%.*s", length < sizeof type ? (int)length : 0, line);
    const char *version = strstr(type, "_V");
    reader->version = !version || !strcmp(version, "_V1") ? 1 : !strcmp(version, "_V2") ? 2 : 0;
    if (!starts(type, "HISTO1D")) {
        reader->place = SKIPPING;
        return TS_OK;
    }
    if (!reader->version)
        return refuse(reader,
                      "this histogram has the format of YODA 2; expected YODA_HISTO1D or YODA_HISTO1D_V2.");
    reader->place = ANNOTATIONS;
    const ts_status status = add_histogram(reader);
    return status == TS_OK ? set_path(reader, line + length + strspn(line + length, " \t")) : status;
}

/* The value of "Title: HT", "Title=HT", 'Title: "HT"', where the line has this key. */
static const char *annotation(const char *line, const char *key, char value[LINE_BYTES])
{
    const size_t length = strlen(key);
    if (!starts(line, key) || (line[length] != ':' && line[length] != '='))
        return NULL;
    const char *text = line + length + 1;
    text += strspn(text, " \t");
    const size_t used = strlen(text);
    const int quoted = used >= 2 && (*text == '"' || *text == '\'') && text[used - 1] == *text;
    if (strcmp(text, "~") == 0)
        return "";
    snprintf(value, LINE_BYTES, "%.*s", (int)(quoted ? used - 2 : used), quoted ? text + 1 : text);
    return value;
}

static ts_status annotate(struct reader *reader)
{
    char value[LINE_BYTES];
    ts_histogram *histogram = current(reader);
    const char *title = annotation(reader->line, "Title", value);
    if (title)
        snprintf(histogram->title, sizeof histogram->title, "%.127s", title);
    text_clean(histogram->title, 0);
    const char *path = annotation(reader->line, "Path", value);
    return path && !*histogram->path ? set_path(reader, path) : TS_OK;
}

/* Reads `count` numbers and nothing behind them. */
static int read_numbers(const char *text, double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        text += strspn(text, " \t");
        const size_t bytes = strcspn(text, " \t");
        if (!decimal_read(text, bytes, &numbers[i]))
            return 0;
        text += bytes;
    }
    return text[strspn(text, " \t")] == '\0';
}

/* sumw, sumw2, sumwx, sumwx2, numEntries */
static int take_sums(ts_bin *bin, const double sums[5])
{
    if (!(sums[4] >= 0 && sums[4] < 18446744073709551615.0) || !(sums[1] >= 0))
        return 0;
    bin->sum_w = sums[0];
    bin->sum_w2 = sums[1];
    bin->sum_wx = sums[2];
    bin->sum_wx2 = sums[3];
    bin->entries = (uint64_t)(sums[4] + 0.5);
    return 1;
}

static ts_status add_bin(struct reader *reader, const double numbers[7])
{
    ts_histogram *histogram = current(reader);
    if (histogram->bin_count == reader->bin_capacity) {
        const size_t capacity = 2 * reader->bin_capacity + 64;
        ts_bin *larger = realloc(histogram->bins, capacity * sizeof *larger);
        if (!larger)
            return ts_fail_memory(reader->context, "histograms");
        histogram->bins = larger;
        reader->bin_capacity = capacity;
    }
    ts_bin bin = {.low = numbers[0], .high = numbers[1]};
    if (!(bin.low < bin.high))
        return refuse(reader, "the lower edge of a bin is not below its upper edge.");
    if (histogram->bin_count) {
        const ts_bin *before = &histogram->bins[histogram->bin_count - 1];
        if (bin.low < before->high - 1e-6 * (before->high - before->low) - 1e-6 * fabs(before->high))
            return refuse(reader, "this bin begins before the end of the one above it; bins must ascend.");
    }
    if (!take_sums(&bin, numbers + 2))
        return refuse(reader, "sumw2 and numEntries must not be negative.");
    histogram->bins[histogram->bin_count++] = bin;
    return TS_OK;
}

/* Total, Underflow, Overflow (each twice) and five sums. */
static ts_status take_outside(struct reader *reader, const char *id, ts_bin *bin)
{
    const char *text = reader->line + strlen(id);
    text += strspn(text, " \t");
    double sums[5];
    if (!starts(text, id) || !read_numbers(text + strlen(id), sums, 5) || !take_sums(bin, sums))
        return refuse(reader, "expected the name twice, then sumw, sumw2, sumwx, sumwx2, numEntries.");
    return TS_OK;
}

static ts_status take_data(struct reader *reader)
{
    ts_histogram *histogram = current(reader);
    if (starts(reader->line, "Total")) {
        reader->has_total = 1;
        return take_outside(reader, "Total", &histogram->total);
    }
    if (starts(reader->line, "Underflow"))
        return take_outside(reader, "Underflow", &histogram->underflow);
    if (starts(reader->line, "Overflow"))
        return take_outside(reader, "Overflow", &histogram->overflow);
    double numbers[7];
    if (!read_numbers(reader->line, numbers, 7))
        return refuse(reader, "expected a bin: xlow, xhigh, sumw, sumw2, sumwx, sumwx2, numEntries.");
    return add_bin(reader, numbers);
}

static void add_sums(ts_bin *total, const ts_bin *bin)
{
    total->sum_w += bin->sum_w;
    total->sum_w2 += bin->sum_w2;
    total->sum_wx += bin->sum_wx;
    total->sum_wx2 += bin->sum_wx2;
    total->entries += bin->entries;
}

static ts_status end_block(struct reader *reader)
{
    const enum place place = reader->place;
    reader->place = OUTSIDE;
    if (place == SKIPPING)
        return TS_OK;
    ts_histogram *histogram = current(reader);
    if (!*histogram->path)
        return refuse(reader, "the histogram that ends here has no path.");
    if (place == ANNOTATIONS && reader->version == 2)
        return refuse(reader, "the histogram that ends here has no data: '---' is missing.");
    if (!reader->has_total) {
        add_sums(&histogram->total, &histogram->underflow);
        add_sums(&histogram->total, &histogram->overflow);
        for (size_t i = 0; i < histogram->bin_count; i++)
            add_sums(&histogram->total, &histogram->bins[i]);
    }
    return TS_OK;
}

/* V1 has no line between annotations and data: annotations hold '=' or ':'. */
static int is_annotation(const struct reader *reader)
{
    return reader->place == ANNOTATIONS && (reader->version == 2 || strpbrk(reader->line, "=:"));
}

static ts_status take_line(struct reader *reader, int cut)
{
    const char *line = reader->line;
    if (!*line)
        return TS_OK;
    if (reader->place == OUTSIDE)
        return *line == '#' && !strstr(line, "BEGIN ") ? TS_OK : begin(reader);
    const char *word = line + strspn(line, "# \t");
    if (starts(word, "END YODA_"))
        return end_block(reader);
    if (starts(word, "BEGIN YODA_"))
        return refuse(reader, "a block begins before the one above it has ended; is the file whole?");
    if (*line == '#' || reader->place == SKIPPING)
        return TS_OK;
    if (reader->place == ANNOTATIONS && reader->version == 2 && strcmp(line, "---") == 0) {
        reader->place = DATA;
        return TS_OK;
    }
    if (is_annotation(reader))
        return cut ? TS_OK : annotate(reader);
    reader->place = DATA;
    return cut ? refuse(reader, "this line is too long for a bin.") : take_data(reader);
}

static ts_status read_lines(struct reader *reader)
{
    for (;;) {
        int got, cut = 0;
        next_line(reader, &got, &cut);
        if (!got)
            break;
        ts_status status = take_line(reader, cut);
        if (!status && reader->number % STILL_LINES == 0)
            status = ts_still_reading(reader->context, reader->name);
        if (status != TS_OK)
            return status;
    }
    if (reader->place != OUTSIDE)
        return refuse(reader, "the file ends within a block; END is missing.");
    return TS_OK;
}

ts_status yoda_read_memory(ts_context *context, const char *name, const char *text, size_t bytes,
                           ts_histogram **histograms, size_t *count)
{
    struct reader *reader = calloc(1, sizeof *reader);
    *histograms = NULL;
    *count = 0;
    if (!reader)
        return ts_fail_memory(context, "histograms");
    reader->context = context;
    reader->name = name;
    reader->next = text;
    reader->end = text + bytes;
    const ts_status status = read_lines(reader);
    if (status == TS_OK) {
        *histograms = reader->histograms;
        *count = reader->count;
    } else {
        ts_histograms_destroy(&reader->histograms, reader->count);
    }
    free(reader);
    return status;
}

ts_status ts_yoda_read(ts_context *context, const char *path, ts_histogram **histograms, size_t *count)
{
    OWN_ENVIRONMENT;
    NEEDS(context, histograms);
    *histograms = NULL;
    NEEDS(context, context && path && count);
    char *text = NULL;
    size_t bytes = 0;
    *count = 0;
    ts_status status = file_read(context, path, FILE_BYTES_MOST, &text, &bytes);
    if (status != TS_OK)
        return status;
    status = yoda_read_memory(context, path, text, bytes, histograms, count);
    free(text);
    return status;
}
