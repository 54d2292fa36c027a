#include "plot/pictures.h"

#include "plot/band.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Places from top to bottom [pixels]. */
enum { TOP = 28, LEGEND_ROW = 16, MAIN_HEIGHT = 224, RATIO_GAP = 10, RATIO_HEIGHT = 84, BELOW = 44 };

static double width_of(const ts_bin *bin) { return bin->high - bin->low; }

static double height_of(const ts_bin *bin) { return bin->sum_w / width_of(bin); }

static double error_of(const ts_bin *bin) { return sqrt(bin->sum_w2) / width_of(bin); }

/* Whether the bins grow as their distance from zero does. */
static int is_geometric(const ts_histogram *histogram)
{
    const ts_bin *bins = histogram->bins;
    const size_t last = histogram->bin_count - 1;
    if (last < 1 || bins[0].low <= 0)
        return 0;
    const double ratio = bins[0].high / bins[0].low;
    return fabs(bins[last].high / bins[last].low / ratio - 1) < 1e-6 &&
           width_of(&bins[last]) > 1.5 * width_of(&bins[0]);
}

/* The least height above 0 and the largest, and the least of all, with errors. */
struct range {
    double positive, least, most;
};

static void widen(struct range *range, const ts_histogram *histogram)
{
    for (size_t i = 0; i < histogram->bin_count; ++i) {
        const double height = height_of(&histogram->bins[i]), error = error_of(&histogram->bins[i]);
        if (!isfinite(height) || !isfinite(error))
            continue;
        if (height > 0 && height < range->positive)
            range->positive = height;
        range->least = fmin(range->least, height < 0 ? height - error : 0);
        range->most = fmax(range->most, height + error);
    }
}

static void widen_by_bands(struct range *range, const ts_histogram *histogram, const ts_bands *bands)
{
    const double *low, *high;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        for (size_t i = 0; band_ends(bands, (enum band_kind)kind, &low, &high) && i < histogram->bin_count;
             ++i) {
            const double width = width_of(&histogram->bins[i]);
            if (!isfinite(low[i]) || !isfinite(high[i]))
                continue;
            range->least = fmin(range->least, height_of(&histogram->bins[i]) < 0 ? low[i] / width : 0);
            range->most = fmax(range->most, high[i] / width);
        }
}

/* Heights over two powers of ten are better seen by their logarithms. A bin that is all but empty does not
 * stretch the axis over more than ten. */
static struct plot_axis height_axis(const struct histogram_picture *picture)
{
    struct range range = {INFINITY, 0, 0};
    for (int i = 0; i < picture->count; ++i)
        if (picture->histograms[i]) {
            widen(&range, picture->histograms[i]);
            widen_by_bands(&range, picture->histograms[i], picture->bands[i]);
        }
    struct plot_axis axis = {range.least, range.most, 0, 0, 0};
    if (range.least == 0 && range.positive < 1e-2 * range.most) {
        axis.log = 1;
        /* The axis ends a little beyond the data, wherever the next power of ten is. */
        axis.low = fmax(range.positive, 1e-10 * range.most) / 1.3;
        axis.high = 1.3 * range.most;
        return axis;
    } else if (!(range.most > range.least)) {
        axis.high = range.least + 1;
    }
    axis_round(&axis);
    return axis;
}

/* The height of a bin and its error, divided by those heights where `ratio_to` is not NULL. Returns whether
 * there are any: on a logarithmic axis only above 0. */
static int measure(const struct panel *panel, const ts_histogram *histogram, const ts_histogram *ratio_to,
                   size_t i, double *height, double *error)
{
    const double unit = ratio_to ? height_of(&ratio_to->bins[i]) : 1;
    *height = height_of(&histogram->bins[i]) / unit;
    *error = error_of(&histogram->bins[i]) / fabs(unit);
    return unit != 0 && isfinite(*height) && isfinite(*error) && (!panel->y.log || *height > 0);
}

/* A statistical error: a line with ends across it, which a band has not, within the bin's half width. */
static void draw_error(struct source *svg, double x, double half, double low, double high)
{
    const double end = fmin(2.5, 0.6 * half);
    source_append(svg, "M%.1f,%.1fV%.1f", x, low, high);
    source_append(svg, "M%.1f,%.1fh%.1fM%.1f,%.1fh%.1f", x - end, low, 2 * end, x - end, high, 2 * end);
}

/* The steps of a histogram, and one line for the error of each bin. */
static void draw_steps(struct source *svg, const struct panel *panel, const ts_histogram *histogram,
                       const ts_histogram *ratio_to, int series)
{
    const struct plot_axis *x = &panel->x, *y = &panel->y;
    double height, error;
    int pen_down = 0;
    source_append(svg, "<path class=\"series s%d\" d=\"", series);
    for (size_t i = 0; i < histogram->bin_count; ++i) {
        const ts_bin *bin = &histogram->bins[i];
        if (measure(panel, histogram, ratio_to, i, &height, &error))
            source_append(svg, "%s%.1f,%.1fH%.1f", pen_down ? "L" : "M", axis_place(x, bin->low),
                          axis_place(y, height), axis_place(x, bin->high));
        else if (pen_down && !ratio_to)
            source_append(svg, "V%.1f", y->from);
        pen_down = measure(panel, histogram, ratio_to, i, &height, &error);
    }
    source_append(svg, "\"/>\n<path class=\"error s%d\" d=\"", series);
    for (size_t i = 0; i < histogram->bin_count; ++i) {
        const ts_bin *bin = &histogram->bins[i];
        const double middle = (axis_place(x, bin->low) + axis_place(x, bin->high)) / 2;
        if (measure(panel, histogram, ratio_to, i, &height, &error) && error > 0)
            draw_error(svg, middle, (axis_place(x, bin->high) - axis_place(x, bin->low)) / 2,
                       axis_place(y, height - error), axis_place(y, height + error));
    }
    source_append(svg, "\"/>\n");
}

/* The part of a title behind its last bracket: the unit, "GeV"; empty: none. */
static void unit_of(const char *title, char unit[32])
{
    const char *open = strrchr(title, '['), *close = strrchr(title, ']');
    *unit = '\0';
    if (open && close && close > open + 1 && !close[1] && close - open < 32)
        snprintf(unit, 32, "%.*s", (int)(close - open - 1), open + 1);
}

/* What the differential cross section is by: the histogram's name, where it is short enough for an axis. */
static const char *name_of(const ts_histogram *histogram)
{
    enum { LONGEST = 16 };
    const char *slash = strrchr(histogram->path, '/');
    const char *name = slash ? slash + 1 : histogram->path;
    return *name && strlen(name) <= LONGEST ? name : "x";
}

/* The first series that has a band of this kind; -1: none has. */
static int series_with(const struct histogram_picture *picture, enum band_kind kind)
{
    const double *low, *high;
    for (int i = 0; i < picture->count; ++i)
        if (picture->histograms[i] && band_ends(picture->bands[i], kind, &low, &high))
            return i;
    return -1;
}

static int has_bands(const struct histogram_picture *picture)
{
    int found = 0;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        found |= series_with(picture, (enum band_kind)kind) >= 0;
    return found;
}

/* Rows of the legend: one a series, and one for each kind of band. None where there is nothing to tell apart.
 */
static int legend_rows(const struct histogram_picture *picture)
{
    int rows = picture->count;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        rows += series_with(picture, (enum band_kind)kind) >= 0;
    rows += has_bands(picture); /* beside which errors have a row, too */
    return rows > 1 ? rows : 0;
}

static void draw_legend_of_bands(struct source *svg, const struct histogram_picture *picture)
{
    int row = picture->count;
    for (int kind = 0; kind < BAND_KINDS; ++kind) {
        const int series = series_with(picture, (enum band_kind)kind);
        const double y = TOP + LEGEND_ROW * (row + 0.5);
        if (series < 0)
            continue;
        band_swatch(svg, (enum band_kind)kind, series, PANEL_LEFT, y);
        svg_text(svg, PANEL_LEFT + 32, y + 4, "legend", "start", band_names[kind]);
        ++row;
    }
    if (!has_bands(picture))
        return;
    const double y = TOP + LEGEND_ROW * (row + 0.5);
    source_append(svg, "<path class=\"error s0\" d=\"");
    draw_error(svg, PANEL_LEFT + 13, 8, y + 5, y - 5);
    source_append(svg, "\"/>\n");
    svg_text(svg, PANEL_LEFT + 32, y + 4, "legend", "start", "error bars: statistics of each bin");
}

/* The label of a series with its note, shortened where both are wider than the picture: pages and tables have
 * the whole label. */
static void write_label(const struct histogram_picture *picture, int series, char *text, size_t bytes)
{
    enum { WIDEST = (PICTURE_WIDTH - PANEL_LEFT - 32) * 10 / 72 }; /* letters of 7.2 pixels on a phone */
    const char *label = picture->labels[series], *note = picture->notes[series];
    const size_t beside = *note ? strlen(note) + 2 : 0;
    size_t room = beside < WIDEST ? WIDEST - beside : 0, length = 0, letters = 0;
    if (svg_letters(label) > room)
        room = room ? room - 1 : 0; /* for the dots */
    for (; label[length] && letters < room; ++letters)
        for (++length; ((unsigned char)label[length] & 0xc0) == 0x80;)
            ++length;
    snprintf(text, bytes, "%.*s%s%s%s", (int)length, label, label[length] ? "…" : "", *note ? ": " : "",
             note);
}

static void draw_legend(struct source *svg, const struct histogram_picture *picture)
{
    for (int i = 0; i < picture->count; ++i) {
        const double y = TOP + LEGEND_ROW * (i + 0.5);
        char text[512];
        write_label(picture, i, text, sizeof text);
        source_append(svg, "<path class=\"series s%d\" d=\"M%d,%.1fh26\"/>\n", i, PANEL_LEFT, y);
        svg_text(svg, PANEL_LEFT + 32, y + 4, "legend", "start", text);
    }
    draw_legend_of_bands(svg, picture);
}

/* The largest distance from 1 that the ends of bands have. */
static double band_range(const struct histogram_picture *picture)
{
    const ts_histogram *first = picture->histograms[0];
    const double *low, *high;
    double range = 0;
    for (int s = 0; s < picture->count; ++s)
        for (int kind = 0; kind < BAND_KINDS; ++kind)
            for (size_t i = 0;
                 picture->histograms[s] && band_ends(picture->bands[s], (enum band_kind)kind, &low, &high) &&
                 i < first->bin_count;
                 ++i) {
                const double unit = first->bins[i].sum_w, error = sqrt(first->bins[i].sum_w2) / fabs(unit);
                if (unit != 0 && error < 0.2)
                    range = fmax(range, fmax(fabs(low[i] / unit - 1), fabs(high[i] / unit - 1)));
            }
    return isfinite(range) ? fmin(range, 0.9) : 0;
}

/* The largest distance from 1 that ratios and their errors have, at most a half: farther ones would hide the
 * rest. */
static double ratio_range(const struct histogram_picture *picture)
{
    const ts_histogram *first = picture->histograms[0];
    double range = 0.02;
    for (int s = 1; s < picture->count; ++s)
        for (size_t i = 0; picture->histograms[s] && i < first->bin_count; ++i) {
            const double unit = height_of(&first->bins[i]),
                         ratio = height_of(&picture->histograms[s]->bins[i]) / unit;
            const double error = error_of(&picture->histograms[s]->bins[i]) / fabs(unit);
            if (unit != 0 && isfinite(ratio) && isfinite(error) && error < 0.5)
                range = fmax(range, fabs(ratio - 1) + error);
        }
    return fmin(1.1 * fmax(fmin(range, 0.45), band_range(picture)), 0.99);
}

static void draw_ratios(struct source *svg, const struct histogram_picture *picture, const struct panel *main)
{
    const double range = ratio_range(picture), top = main->y.from + RATIO_GAP;
    const struct panel panel = {
        .x = main->x,
        .y = {1 - range, 1 + range, 0, top + RATIO_HEIGHT, top},
        .x_label = picture->histograms[0]->title,
        .y_label = "ratio",
    };
    for (int i = picture->count - 1; i >= 0; --i)
        if (picture->histograms[i])
            bands_draw(svg, &panel, picture->histograms[i], picture->bands[i], picture->histograms[0], i);
    panel_draw(svg, &panel);
    for (int i = 0; i < picture->count; ++i)
        if (picture->histograms[i])
            draw_steps(svg, &panel, picture->histograms[i], picture->histograms[0], i);
}

/* What the picture shows, in words. */
static void describe(const struct histogram_picture *picture, int is_log, char *text, size_t bytes)
{
    const ts_histogram *first = picture->histograms[0];
    size_t largest = 0;
    for (size_t i = 1; i < first->bin_count; ++i)
        if (height_of(&first->bins[i]) > height_of(&first->bins[largest]))
            largest = i;
    snprintf(
        text, bytes,
        "Histogram of %zu bins from %g to %g, %d result%s, %s scale. The largest bin, %g to %g, holds %.4g +- %.2g.",
        first->bin_count, first->bins[0].low, first->bins[first->bin_count - 1].high, picture->count,
        picture->count > 1 ? "s" : "", is_log ? "logarithmic" : "linear", first->bins[largest].low,
        first->bins[largest].high, first->bins[largest].sum_w, sqrt(first->bins[largest].sum_w2));
    const double *low, *high;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        if (band_ends(picture->bands[0], (enum band_kind)kind, &low, &high)) {
            const size_t used = strlen(text);
            snprintf(text + used, bytes - used, " Its band of %s goes from %.4g to %.4g.", band_words[kind],
                     low[largest], high[largest]);
        }
}

/* Where the panel of the heights begins, below the legend. */
static double panel_top(const struct histogram_picture *picture)
{
    const int rows = legend_rows(picture);
    return TOP + (rows ? LEGEND_ROW * rows + 6 : 0);
}

double histogram_height(const struct histogram_picture *picture)
{
    return panel_top(picture) + MAIN_HEIGHT + (legend_rows(picture) ? RATIO_GAP + RATIO_HEIGHT : 0) + BELOW;
}

void histogram_draw(struct source *svg, int number, const struct histogram_picture *picture)
{
    const ts_histogram *first = picture->histograms[0];
    const int compares = legend_rows(picture) > 0;
    const double top = panel_top(picture), height = histogram_height(picture);
    char unit[32], y_label[96], words[600];
    const char *name = name_of(first);
    unit_of(first->title, unit);
    snprintf(y_label, sizeof y_label, *unit ? "dσ/d%s [pb/%s]" : "dσ/d%s [pb]", name, unit);
    struct panel panel = {
        .x = {first->bins[0].low, first->bins[first->bin_count - 1].high, is_geometric(first), PANEL_LEFT,
              PANEL_RIGHT},
        .y = height_axis(picture),
        .x_label = compares ? NULL : first->title,
        .y_label = y_label,
    };
    panel.y.from = top + MAIN_HEIGHT;
    panel.y.to = top;
    describe(picture, panel.y.log, words, sizeof words);
    picture_begin(svg, number, height, first->title, words);
    for (int i = picture->count - 1; i >= 0; --i)
        if (picture->histograms[i])
            bands_draw(svg, &panel, picture->histograms[i], picture->bands[i], NULL, i);
    panel_draw(svg, &panel);
    for (int i = picture->count - 1; i >= 0; --i)
        if (picture->histograms[i])
            draw_steps(svg, &panel, picture->histograms[i], NULL, i);
    if (compares) {
        draw_legend(svg, picture);
        draw_ratios(svg, picture, &panel);
    }
    picture_end(svg);
}
