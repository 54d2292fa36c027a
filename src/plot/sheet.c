#include "plot/sheet.h"

#include "core/context.h"
#include "core/file.h"
#include "plot/convert.h"
#include "plot/panel.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { HEAD = 34 };

/* The ending of a file's name, without its dot; empty: none. */
static const char *ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot + 1 : "";
}

ts_status sheet_check_ending(ts_context *context, const char *path, int *is_page)
{
    static const char *const endings[] = {"html", "svg", "pdf", "png"};
    const char *ending = ending_of(path);
    int known = 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; ++i)
        known |= strcasecmp(ending, endings[i]) == 0;
    *is_page = strcasecmp(ending, "html") == 0;
    return known ? TS_OK
                 : ts_fail(context, TS_ERROR_INPUT,
                           "The picture %s should end with .html, .svg, .pdf or .png.", path);
}

/* Three side by side, or fewer where there are few. Rows are as high as the highest. */
static void put_together(struct source *svg, const char *title, const struct drawn_picture *pictures,
                         size_t count)
{
    const size_t columns = count < 3 ? count : 3, rows = (count + columns - 1) / columns;
    double height = 0;
    for (size_t i = 0; i < count; ++i)
        height = fmax(height, pictures[i].height);
    source_append(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%.0f\" class=\"picture\" role=\"img\">\n",
        columns * PICTURE_WIDTH, HEAD + (double)rows * height);
    theme_of_picture(svg);
    source_append(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n");
    svg_text(svg, PANEL_LEFT, 22, "title", "start", title);
    for (size_t i = 0; i < count; ++i) {
        const size_t row = i / columns, column = i % columns;
        source_append(svg, "<g transform=\"translate(%zu %.0f)\">\n", column * PICTURE_WIDTH,
                      HEAD + height * (double)row);
        /* An inner <svg> takes its size from its own width and height. */
        source_append(svg, "<svg width=\"%d\" height=\"%.0f\"%s</g>\n", PICTURE_WIDTH, pictures[i].height,
                      pictures[i].svg.failed ? "/>" : pictures[i].svg.text + sizeof "<svg" - 1);
        svg->failed |= pictures[i].svg.failed;
    }
    source_append(svg, "</svg>\n");
}

ts_status sheet_write(ts_context *context, const char *title, struct drawn_picture *pictures, size_t count,
                      const char *path)
{
    struct source svg = {.text = NULL};
    put_together(&svg, title, pictures, count);
    for (size_t i = 0; i < count; ++i)
        source_free(&pictures[i].svg);
    ts_status status;
    if (svg.failed)
        status = ts_fail_memory(context, "the pictures");
    else if (strcasecmp(ending_of(path), "svg") == 0)
        status = file_write_atomically(context, path, svg.text, svg.length);
    else
        status = convert_svg(context, svg.text, svg.length, ending_of(path), path);
    source_free(&svg);
    return status;
}
