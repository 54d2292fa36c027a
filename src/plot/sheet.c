#include "plot/sheet.h"

#include "plot/panel.h"
#include "plot/svg.h"
#include "plot/theme.h"

#include <math.h>

enum { HEAD = 34 };

void sheet_write(struct source *svg, const char *title, const struct histogram_picture *pictures,
                 size_t count)
{
    /* Three side by side, or fewer where there are few. Rows are as high as the highest. */
    const size_t columns = count < 3 ? count : 3, rows = (count + columns - 1) / columns;
    struct source drawn = {.text = NULL};
    double height = 0;
    for (size_t i = 0; i < count; ++i)
        height = fmax(height, histogram_height(&pictures[i]));
    for (size_t i = 0; i < count; ++i) {
        const size_t row = i / columns;
        source_append(&drawn, "<g transform=\"translate(%zu %.0f)\">\n", i % columns * PICTURE_WIDTH,
                      HEAD + height * (double)row);
        struct source one = {.text = NULL};
        histogram_draw(&one, (int)i, &pictures[i]);
        /* An inner <svg> takes its size from its own width and height. */
        source_append(&drawn, "<svg width=\"%d\" height=\"%.0f\"%s</g>\n", PICTURE_WIDTH,
                      histogram_height(&pictures[i]), one.failed ? "/>" : one.text + sizeof "<svg" - 1);
        drawn.failed |= one.failed;
        source_free(&one);
    }
    source_append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%.0f\" class=\"picture\" role=\"img\">\n",
        columns * PICTURE_WIDTH, HEAD + (double)rows * height);
    theme_of_picture(svg);
    source_append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
    svg_text(svg, PANEL_LEFT, 22, "title", "start", title);
    source_append(svg, "%s</svg>\n", drawn.failed ? "" : drawn.text);
    svg->failed |= drawn.failed;
    source_free(&drawn);
}
