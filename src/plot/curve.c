#include "plot/pictures.h"

#include "plot/panel.h"

#include <math.h>
#include <stdio.h>

/* Places from top to bottom [pixels]. */
enum { TOP = 28, LEGEND_ROW = 16, HEIGHT = 224, BELOW = 44 };

static int is_point(const struct curve *curve, size_t i)
{
    return isfinite(curve->x[i]) && isfinite(curve->y[i]);
}

/* An axis over all numbers: its ends, with some room. */
static struct plot_axis axis_of(const struct curve_picture *picture, int is_y)
{
    struct plot_axis axis = {INFINITY, -INFINITY, 0, 0, 0};
    for (int c = 0; c < picture->count; ++c)
        for (size_t i = 0; i < picture->curves[c].count; ++i) {
            const struct curve *curve = &picture->curves[c];
            const double value = is_y ? curve->y[i] : curve->x[i];
            if (!is_point(curve, i))
                continue;
            axis.low = fmin(axis.low, value);
            axis.high = fmax(axis.high, value);
        }
    axis.log = axis.low > 0 && axis.high > 10 * axis.low;
    if (axis.log) {
        axis_round(&axis);
        return axis;
    }
    if (!(axis.low <= axis.high))
        axis.low = axis.high = 0;
    if (is_y && axis.low > 0)
        axis.low = 0;
    const double room = axis.high > axis.low ? 0.06 * (axis.high - axis.low) : 0.5 + 0.1 * fabs(axis.high);
    axis.high += room;
    if (!is_y || axis.low != 0)
        axis.low -= room;
    return axis;
}

/* A mark of its own for each curve, so that they are told apart without colours. */
static void draw_mark(struct source *svg, int curve, double x, double y)
{
    static const char *const marks[CURVES_MOST] = {"m-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0",
                                                   "m-3,-3h6v6h-6z",
                                                   "m0,-4l4,7h-8z",
                                                   "m0,-4.5l4,4.5l-4,4.5l-4,-4.5z",
                                                   "m-3,-3l6,6m0,-6l-6,6",
                                                   "m-4,0h8m-4,-4v8",
                                                   "m0,4l4,-7h-8z",
                                                   "m-4,-2h8v4h-8z"};
    source_append(svg, "M%.1f,%.1f%s", x, y, marks[curve % CURVES_MOST]);
}

static void draw_curve(struct source *svg, const struct panel *panel, const struct curve *curve, int number)
{
    int pen_down = 0;
    source_append(svg, "<path class=\"series s%d\" d=\"", number);
    for (size_t i = 0; i < curve->count; ++i)
        if (is_point(curve, i)) {
            source_append(svg, "%s%.1f,%.1f", pen_down ? "L" : "M", axis_place(&panel->x, curve->x[i]),
                          axis_place(&panel->y, curve->y[i]));
            pen_down = 1;
        }
    source_append(svg, "\"/>\n<path class=\"series s%d\" d=\"", number);
    for (size_t i = 0; i < curve->count; ++i)
        if (is_point(curve, i))
            draw_mark(svg, number, axis_place(&panel->x, curve->x[i]), axis_place(&panel->y, curve->y[i]));
    source_append(svg, "\"/>\n");
}

static double panel_top(const struct curve_picture *picture)
{
    return TOP + (picture->count > 1 ? LEGEND_ROW * picture->count + 6 : 0);
}

double curves_height(const struct curve_picture *picture) { return panel_top(picture) + HEIGHT + BELOW; }

static void draw_legend(struct source *svg, const struct curve_picture *picture)
{
    for (int i = 0; i < picture->count; ++i) {
        const double y = TOP + LEGEND_ROW * (i + 0.5);
        source_append(svg, "<path class=\"series s%d\" d=\"M%d,%.1fh26", i, PANEL_LEFT, y);
        draw_mark(svg, i, PANEL_LEFT + 13, y);
        source_append(svg, "\"/>\n");
        svg_text(svg, PANEL_LEFT + 32, y + 4, "legend", "start", picture->curves[i].label);
    }
}

/* What the picture shows, in words. */
static void describe(const struct curve_picture *picture, const struct panel *panel, char *text, size_t bytes)
{
    int used = snprintf(text, bytes, "%.60s against %.60s, %s and %s axis, %d curve%s.", picture->y_label,
                        picture->x_label, panel->x.log ? "logarithmic" : "linear",
                        panel->y.log ? "logarithmic" : "linear", picture->count,
                        picture->count > 1 ? "s" : "");
    for (int c = 0; c < picture->count && (size_t)used < bytes; ++c) {
        const struct curve *curve = &picture->curves[c];
        size_t last = curve->count;
        while (last > 0 && !is_point(curve, last - 1))
            --last;
        if (last)
            used += snprintf(text + used, bytes - (size_t)used, " %.60s: %.3g at %.4g.", curve->label,
                             curve->y[last - 1], curve->x[last - 1]);
    }
}

void curves_draw(struct source *svg, int number, const struct curve_picture *picture)
{
    char words[1200];
    const double top = panel_top(picture);
    struct panel panel = {.x = axis_of(picture, 0),
                          .y = axis_of(picture, 1),
                          .x_label = picture->x_label,
                          .y_label = picture->y_label};
    panel.x.from = PANEL_LEFT;
    panel.x.to = PANEL_RIGHT;
    panel.y.from = top + HEIGHT;
    panel.y.to = top;
    describe(picture, &panel, words, sizeof words);
    picture_begin(svg, number, curves_height(picture), picture->title, words);
    panel_draw(svg, &panel);
    for (int i = picture->count - 1; i >= 0; --i)
        draw_curve(svg, &panel, &picture->curves[i], i);
    if (picture->count > 1)
        draw_legend(svg, picture);
    picture_end(svg);
}
