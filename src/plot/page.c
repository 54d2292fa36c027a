#include "plot/page.h"

#include "plot/band.h"
#include "plot/svg.h"
#include "tessera/version.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void page_begin(struct source *html, const char *title)
{
    source_append(html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                        "<meta name=\"generator\" content=\"Tessera " TESSERA_VERSION "\">\n");
    page_text(html, "<title>", title, "</title>\n");
    theme_of_page(html);
    source_append(html, "</head>\n<body>\n<main>\n");
}

void page_end(struct source *html)
{
    source_append(html,
                  "</main>\n<footer><p class=\"quiet\">Made by Tessera " TESSERA_VERSION ".</p></footer>\n"
                  "</body>\n</html>\n");
}

void page_heading(struct source *html, const char *text) { page_text(html, "<h2>", text, "</h2>\n"); }

void page_text(struct source *html, const char *before, const char *text, const char *after)
{
    source_append(html, "%s", before);
    svg_escape(html, text);
    source_append(html, "%s", after);
}

/* The power of ten of a number's first digit, where it is rounded to two. */
static int first_place(double number)
{
    char rounded[32];
    snprintf(rounded, sizeof rounded, "%.1e", fabs(number));
    return (int)strtol(strchr(rounded, 'e') + 1, NULL, 10);
}

struct page_estimate page_estimate_of(double value, double error)
{
    struct page_estimate text;
    const int is_known = isfinite(value) && isfinite(error) && error > 0 && value != 0;
    const int first = is_known ? first_place(value) : 0, last = is_known ? first_place(error) - 1 : 0;
    if (!is_known || last > first || first - last > 15) {
        snprintf(text.value, sizeof text.value, "%.6g", value);
        snprintf(text.error, sizeof text.error, "%.2g", error);
    } else if (first < 6 && last >= -6) {
        snprintf(text.value, sizeof text.value, "%.*f", last < 0 ? -last : 0, value);
        snprintf(text.error, sizeof text.error, "%.*f", last < 0 ? -last : 0, error);
    } else {
        snprintf(text.value, sizeof text.value, "%.*e", first - last, value);
        snprintf(text.error, sizeof text.error, "%.1e", error);
    }
    return text;
}

/* The ends of the bands at a bin, in a cell for each kind. */
static void write_bands(struct source *html, const ts_bands *bands, size_t bin)
{
    const double *low, *high;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        if (band_ends(bands, (enum band_kind)kind, &low, &high))
            source_append(html, "<td class=\"n\">%.5g to %.5g</td>", low[bin], high[bin]);
}

/* The heads of those cells. */
static void name_bands(struct source *html, const ts_bands *bands)
{
    const double *low, *high;
    for (int kind = 0; kind < BAND_KINDS; ++kind)
        if (band_ends(bands, (enum band_kind)kind, &low, &high))
            page_text(html, "<th class=\"n\">", band_names[kind], "</th>");
}

/* Height and error of a bin, of each result. */
static void write_rows(struct source *html, const struct histogram_picture *picture)
{
    const ts_histogram *first = picture->histograms[0];
    for (size_t i = 0; i < first->bin_count; ++i) {
        source_append(html, "<tr><td class=\"n\">%.6g</td><td class=\"n\">%.6g</td>", first->bins[i].low,
                      first->bins[i].high);
        for (int s = 0; s < picture->count; ++s) {
            const ts_histogram *histogram = picture->histograms[s];
            if (histogram)
                source_append(html, "<td class=\"n\">%.5g ± %.2g</td>", histogram->bins[i].sum_w,
                              sqrt(histogram->bins[i].sum_w2));
            else
                source_append(html, "<td></td>");
            write_bands(html, picture->bands[s], i);
        }
        source_append(html, "</tr>\n");
    }
}

void page_histogram(struct source *html, int number, const struct histogram_picture *picture)
{
    source_append(html, "<figure>\n");
    histogram_draw(html, number, picture);
    source_append(
        html,
        "<details><summary>Numbers: sum of weights in each bin</summary>\n<div class=\"scroll\" tabindex=\"0\"><table>\n"
        "<tr><th class=\"n\">from</th><th class=\"n\">to</th>");
    for (int s = 0; s < picture->count; ++s) {
        page_text(html, "<th class=\"n\">", picture->labels[s], "</th>");
        name_bands(html, picture->bands[s]);
    }
    source_append(html, "</tr>\n");
    write_rows(html, picture);
    source_append(html, "</table></div></details>\n</figure>\n");
}
