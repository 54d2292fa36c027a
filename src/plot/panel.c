#include "plot/panel.h"

#include <math.h>
#include <stdio.h>

void axis_round(struct plot_axis *axis)
{
    if (axis->log) {
        axis->low = pow(10, floor(log10(axis->low) + 1e-9));
        axis->high = pow(10, ceil(log10(axis->high * 1.05)));
        return;
    }
    const double room = 0.06 * (axis->high - axis->low);
    axis->high += room;
    if (axis->low != 0)
        axis->low -= room;
}

static void draw_x(struct source *svg, const struct panel *panel)
{
    const struct plot_axis *x = &panel->x;
    const double bottom = panel->y.from, top = panel->y.to;
    const int exponent = axis_exponent(x);
    struct plot_tick ticks[TICKS_MOST];
    const int count = axis_ticks(x, 6, ticks);
    for (int i = 0; i < count; ++i) {
        const double place = axis_place(x, ticks[i].value);
        svg_line(svg, "grid", place, bottom, place, top);
        svg_line(svg, "frame", place, bottom, place, bottom - 4);
        if (panel->x_label && ticks[i].labelled)
            svg_label(svg, place, bottom + 16, "middle", x, ticks[i].value, exponent);
    }
    if (panel->x_label)
        svg_text(svg, (x->from + x->to) / 2, bottom + 34, "label", "middle", panel->x_label);
    if (panel->x_label && exponent) {
        char power[32];
        snprintf(power, sizeof power, "×1e%d", exponent);
        svg_text(svg, x->to, bottom + 34, "tick", "end", power);
    }
}

static void draw_y(struct source *svg, const struct panel *panel)
{
    const struct plot_axis *y = &panel->y;
    const double left = panel->x.from, right = panel->x.to, height = y->from - y->to;
    const int exponent = axis_exponent(y);
    struct plot_tick ticks[TICKS_MOST];
    const int count = axis_ticks(y, height > 120 ? 6 : 4, ticks);
    for (int i = 0; i < count; ++i) {
        const double place = axis_place(y, ticks[i].value);
        svg_line(svg, "grid", left, place, right, place);
        svg_line(svg, "frame", left, place, left + 4, place);
        if (ticks[i].labelled)
            svg_label(svg, left - 6, place + 4, "end", y, ticks[i].value, exponent);
    }
    char label[256];
    if (exponent)
        snprintf(label, sizeof label, "%s ×1e%d", panel->y_label, exponent);
    else
        snprintf(label, sizeof label, "%s", panel->y_label);
    source_append(svg, "<g transform=\"translate(11 %.1f) rotate(-90)\">", (y->from + y->to) / 2);
    svg_text(svg, 0, 0, "label", "middle", label);
    source_append(svg, "</g>\n");
}

void panel_draw(struct source *svg, const struct panel *panel)
{
    const struct plot_axis *x = &panel->x, *y = &panel->y;
    draw_x(svg, panel);
    draw_y(svg, panel);
    source_append(svg, "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
                  x->from, y->to, x->to - x->from, y->from - y->to);
}

void picture_begin(struct source *svg, int number, double height, const char *title, const char *description)
{
    source_append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 %d %.0f\" role=\"img\" "
        "aria-labelledby=\"title%d description%d\">\n<title id=\"title%d\">",
        PICTURE_WIDTH, height, number, number, number);
    svg_escape(svg, title);
    source_append(svg, "</title>\n<desc id=\"description%d\">", number);
    svg_escape(svg, description);
    source_append(svg, "</desc>\n");
    svg_text(svg, PANEL_LEFT, 18, "title", "start", title);
}

void picture_end(struct source *svg) { source_append(svg, "</svg>\n"); }
