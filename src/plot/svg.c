#include "plot/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The bytes of the UTF-8 sequence at `text`, or 0 where there is none. */
static size_t sequence_length(const unsigned char *text)
{
    const size_t length = *text < 0x80   ? 1
                          : *text < 0xc2 ? 0
                          : *text < 0xe0 ? 2
                          : *text < 0xf0 ? 3
                          : *text < 0xf5 ? 4
                                         : 0;
    for (size_t i = 1; i < length; ++i)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

void svg_escape(struct source *svg, const char *text)
{
    static const char special[] = "&<>\"'";
    static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    while (*text) {
        const size_t plain = strcspn(text, special);
        for (const char *end = text + plain; text < end;) {
            const size_t length = sequence_length((const unsigned char *)text);
            const int control = length == 1 && (unsigned char)*text < 0x20 && !strchr("\t\n\r", *text);
            if (length && !control)
                source_append(svg, "%.*s", (int)length, text);
            else
                source_append(svg, "?");
            text += length ? length : 1;
        }
        if (*text)
            source_append(svg, "%s", names[strchr(special, *text++) - special]);
    }
}

size_t svg_letters(const char *text)
{
    size_t letters = 0;
    for (; *text; ++text)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return letters;
}

void svg_text(struct source *svg, double x, double y, const char *class, const char *anchor, const char *text)
{
    source_append(svg, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\" text-anchor=\"%s\">", x, y, class, anchor);
    svg_escape(svg, text);
    source_append(svg, "</text>\n");
}

void svg_label(struct source *svg, double x, double y, const char *anchor, const struct plot_axis *axis,
               double value, int exponent)
{
    char text[64];
    const double power = log10(value);
    if (!axis->log || (value >= 0.001 && value < 9999)) {
        const double number = axis->log ? value : value / pow(10, exponent);
        const double range = (axis->high - axis->low) / pow(10, exponent);
        /* A zero that is a sum of steps is no 1e-17. */
        snprintf(text, sizeof text, "%.6g", !axis->log && fabs(number) < 1e-9 * range ? 0 : number);
        svg_text(svg, x, y, "tick", anchor, text);
        return;
    }
    const int whole = (int)floor(power + 1e-9);
    const double front = value / pow(10, whole);
    source_append(svg, "<text x=\"%.1f\" y=\"%.1f\" class=\"tick\" text-anchor=\"%s\">", x, y, anchor);
    if (fabs(front - 1) > 1e-6)
        source_append(svg, "%.3g·", front);
    source_append(svg, "10<tspan dy=\"-4\" class=\"power\">%d</tspan></text>\n", whole);
}

void svg_line(struct source *svg, const char *class, double x1, double y1, double x2, double y2)
{
    source_append(svg, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class, x1,
                  y1, x2, y2);
}
