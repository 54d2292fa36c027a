#include "plot/band.h"

#include <math.h>

/* Scales and other weights are tones, densities a hatching, so that both are told apart in print and without
 * colours. */
static const char *const classes[BAND_KINDS] = {"scales", "densities", "weights"};
const char *const band_words[BAND_KINDS] = {"scales", "densities", "other weights"};
const char *const band_names[BAND_KINDS] = {"scales: least to largest", "densities: one standard deviation",
                                            "other weights: least to largest"};

enum { HATCH = 6 /* pixels from line to line */ };

int band_ends(const ts_bands *bands, enum band_kind kind, const double **low, const double **high)
{
    if (!bands)
        return 0;
    const double *const ends[BAND_KINDS][2] = {{bands->scale_low, bands->scale_high},
                                               {bands->density_low, bands->density_high},
                                               {bands->weight_low, bands->weight_high}};
    *low = ends[kind][0];
    *high = ends[kind][1];
    return *low != NULL;
}

/* A bin's piece of a band [pixels]. */
struct piece {
    double left, right, bottom, top;
};

/* Returns whether there is one: a ratio to nothing is none. */
static int piece_of(const struct panel *panel, const ts_bin *bin, double low, double high,
                    const ts_bin *ratio_to, struct piece *piece)
{
    const double unit = ratio_to ? ratio_to->sum_w : bin->high - bin->low;
    *piece = (struct piece){axis_place(&panel->x, bin->low), axis_place(&panel->x, bin->high),
                            axis_place(&panel->y, low / unit), axis_place(&panel->y, high / unit)};
    return unit != 0 && isfinite(low / unit) && isfinite(high / unit);
}

static void draw_tone(struct source *svg, const struct piece *piece)
{
    source_append(svg, "M%.1f,%.1fH%.1fV%.1fH%.1fZ", piece->left, piece->bottom, piece->right, piece->top,
                  piece->left);
}

static void draw_hatching(struct source *svg, const struct piece *piece)
{
    for (int x = HATCH * (int)ceil(piece->left / HATCH); x < piece->right; x += HATCH)
        source_append(svg, "M%d,%.1fV%.1f", x, piece->bottom, piece->top);
    source_append(svg, "M%.1f,%.1fH%.1fM%.1f,%.1fH%.1f", piece->left, piece->bottom, piece->right,
                  piece->left, piece->top, piece->right);
}

void bands_draw(struct source *svg, const struct panel *panel, const ts_histogram *histogram,
                const ts_bands *bands, const ts_histogram *ratio_to, int series)
{
    const double *low, *high;
    for (int kind = 0; kind < BAND_KINDS; ++kind) {
        if (!band_ends(bands, (enum band_kind)kind, &low, &high))
            continue;
        source_append(svg, "<path class=\"%s s%d\" d=\"", classes[kind], series);
        for (size_t i = 0; i < histogram->bin_count; ++i) {
            struct piece piece;
            if (!piece_of(panel, &histogram->bins[i], low[i], high[i], ratio_to ? &ratio_to->bins[i] : NULL,
                          &piece))
                continue;
            if (kind == BAND_DENSITIES)
                draw_hatching(svg, &piece);
            else
                draw_tone(svg, &piece);
        }
        source_append(svg, "\"/>\n");
    }
}

void band_swatch(struct source *svg, enum band_kind kind, int series, double x, double y)
{
    const struct piece piece = {x, x + 26, y + 5, y - 5};
    source_append(svg, "<path class=\"%s s%d\" d=\"", classes[kind], series);
    if (kind == BAND_DENSITIES)
        draw_hatching(svg, &piece);
    else
        draw_tone(svg, &piece);
    source_append(svg, "\"/>\n");
}
