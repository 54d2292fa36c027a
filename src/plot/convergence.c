#include "plot/pictures.h"

#include "plot/panel.h"

#include <math.h>
#include <stdio.h>

/* More dots than these cannot be told apart: every so many is drawn. */
enum { TOP = 28, HEIGHT = 170, BELOW = 44, DOTS_MOST = 200 };

/* Values that count with their errors set the axis; of those that taught the grid the first may lie far off.
 */
static struct plot_axis value_axis(const ts_iteration *iterations, size_t count, double value, double error)
{
    double low = value - 3 * error, high = value + 3 * error;
    for (size_t i = 0; i < count; ++i)
        if (iterations[i].counted && isfinite(iterations[i].value) && isfinite(iterations[i].error)) {
            low = fmin(low, iterations[i].value - iterations[i].error);
            high = fmax(high, iterations[i].value + iterations[i].error);
        }
    if (!(high > low)) {
        low = value - fabs(value) - 1;
        high = value + fabs(value) + 1;
    }
    const double room = 0.1 * (high - low);
    return (struct plot_axis){low - room, high + room, 0, TOP + HEIGHT, TOP};
}

static void draw_iteration(struct source *svg, const struct panel *panel, size_t i,
                           const ts_iteration *iteration)
{
    const double value = iteration->value, error = iteration->error;
    if (!isfinite(value) || !isfinite(error))
        return;
    const double x = axis_place(&panel->x, (double)i + 1);
    source_append(svg, "<path class=\"error s0\" d=\"M%.1f,%.1fV%.1f\"/>", x,
                  axis_place(&panel->y, value - error), axis_place(&panel->y, value + error));
    source_append(svg, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>\n",
                  iteration->counted ? "dot" : "ring", x, axis_place(&panel->y, value));
}

void convergence_draw(struct source *svg, int number, const char *title, const ts_iteration *iterations,
                      size_t count, double value, double error)
{
    char words[256];
    const struct panel panel = {
        .x = {0.5, (double)count + 0.5, 0, PANEL_LEFT, PANEL_RIGHT},
        .y = value_axis(iterations, count, value, error),
        .x_label = "iteration",
        .y_label = "cross section [pb]",
    };
    const double upper = axis_place(&panel.y, value + error), lower = axis_place(&panel.y, value - error);
    snprintf(words, sizeof words, "Values of %zu iterations with their errors, around %.6g +- %.2g pb.",
             count, value, error);
    picture_begin(svg, number, TOP + HEIGHT + BELOW, title, words);
    source_append(svg, "<rect class=\"band\" x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\"/>\n",
                  PANEL_LEFT, upper, PANEL_RIGHT - PANEL_LEFT, fmax(lower - upper, 1));
    panel_draw(svg, &panel);
    svg_line(svg, "mean", PANEL_LEFT, axis_place(&panel.y, value), PANEL_RIGHT, axis_place(&panel.y, value));
    for (size_t i = 0; i < count; i += count / DOTS_MOST + 1)
        draw_iteration(svg, &panel, i, &iterations[i]);
    picture_end(svg);
}
