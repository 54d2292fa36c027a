#include "plot/pictures.h"

#include "plot/panel.h"

#include <math.h>
#include <stdio.h>

enum { TOP = 28, ROW = 62, GAP = 8, BELOW = 44 };

/* Densities between 1/32 and 32: what lies beyond is drawn at the end. */
static struct plot_axis density_axis(const ts_grid *grid, double top)
{
    double largest = 4;
    for (size_t i = 0; i < grid->axes * grid->bins; ++i)
        if (grid->widths[i] > 0)
            largest = fmax(largest, fmax(1 / (grid->widths[i] * (double)grid->bins),
                                         grid->widths[i] * (double)grid->bins));
    largest = fmin(exp2(ceil(log2(largest))), 1024);
    return (struct plot_axis){1 / largest, largest, 1, top + ROW, top};
}

/* One point in the middle of each bin of the grid, at the density there. */
static void draw_axis(struct source *svg, const struct panel *panel, const double *widths, size_t bins)
{
    double edge = 0;
    source_append(svg, "<path class=\"series s0\" d=\"M%.1f,%.1f", panel->x.from, axis_place(&panel->y, 1));
    for (size_t i = 0; i < bins; ++i) {
        if (widths[i] > 0)
            source_append(svg, "L%.1f,%.1f", axis_place(&panel->x, edge + widths[i] / 2),
                          axis_place(&panel->y, 1 / (widths[i] * (double)bins)));
        edge += widths[i];
    }
    source_append(svg, "\"/>\n");
}

void grid_picture_draw(struct source *svg, int number, const char *title, const ts_grid *grid)
{
    char words[160];
    snprintf(words, sizeof words,
             "Density of points along each of the %zu axes of the unit cube, with %zu bins each.", grid->axes,
             grid->bins);
    picture_begin(svg, number, TOP + (double)grid->axes * (ROW + GAP) + BELOW, title, words);
    for (size_t i = 0; i < grid->axes; ++i) {
        char label[32];
        snprintf(label, sizeof label, "axis %zu", i + 1);
        const struct panel panel = {
            .x = {0, 1, 0, PANEL_LEFT, PANEL_RIGHT},
            .y = density_axis(grid, TOP + (double)i * (ROW + GAP)),
            .x_label = i + 1 == grid->axes ? "random number" : NULL,
            .y_label = label,
        };
        panel_draw(svg, &panel);
        draw_axis(svg, &panel, grid->widths + i * grid->bins, grid->bins);
    }
    picture_end(svg);
}
