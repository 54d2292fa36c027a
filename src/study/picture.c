/* Studies as pictures. */
#include "study/study.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "plot/page.h"
#include "plot/pictures.h"
#include "plot/sheet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PICTURES_MOST = 60, LABEL_BYTES = 96 };

/* What is drawn of a study: columns `y`, each against `x`. Rows that agree in the columns `pictures` share a
 * picture, those that agree in `curves` too a curve. Lists are separated by blanks. */
static const struct study_picture {
    const char *study, *x, *y, *pictures, *curves;
} study_pictures[] = {
    {"gluons", "n", "ns_matrix_element ns_generated ns_accepted", "", "precision"},
    {"threads", "n", "ns_generated", "", "recursion threads precision"},
    {"occupancy", "threads", "ns_generated gain", "", "n precision"},
    {"stages", "n", "ns share", "", "stage"},
    {"convergence", "events", "relative_error deviation_errors", "", "n precision"},
    {"distributions", "n", "value_pb deviation_percent", "", "precision"},
    {"rounding", "n", "off_by_1e-3 off_by_1e-2 weight_off repeated", "", "precision"},
    {"recut", "pt_min", "recut_pb", "", "n precision"},
    {"photons", "n", "ns_amplitude ns_generated", "", "form precision"},
    {"amplitudes", "instructions", "ns_point compile_seconds", "", "form precision"},
    {"diagrams", "n", "ns_amplitude", "", "form diagrams kernels threads"},
    {"digits", "n", "median one_in_1000 worst", "", "of"},
    {"shower", "events", "ns joules", "process", "stage precision"},
    {"cycles", "cycle", "done", "", "order"},
    {"ranks", "ranks", "efficiency seconds", "", "network precision"},
    {"accuracy", "tolerance", "median most pull_rms", "integrand d", "method"},
    {"speed", "true_error", "ms evaluations", "integrand d", "method"},
    {"onegrid", "tolerance", "gain", "", "integrand d"},
};
enum { STUDY_PICTURES = sizeof study_pictures / sizeof study_pictures[0] };

void study_table_add(struct study_table *table, const struct study_value *values, size_t count)
{
    const size_t used = table->rows * count;
    struct study_value *cells = realloc(table->cells, (used + count) * sizeof *cells);
    table->failed |= !cells || (table->rows && table->columns != count);
    if (cells)
        table->cells = cells;
    if (table->failed)
        return;
    table->columns = count;
    for (size_t i = 0; i < count; ++i) {
        char *name = strdup(values[i].name), *text = values[i].text ? strdup(values[i].text) : NULL;
        table->failed |= !name || (values[i].text && !text);
        cells[used + i] = (struct study_value){name, text, values[i].number};
    }
    ++table->rows;
}

void study_table_free(struct study_table *table)
{
    for (size_t i = 0; i < table->rows * table->columns; ++i) {
        free((char *)table->cells[i].name);
        free((char *)table->cells[i].text);
    }
    free(table->cells);
    *table = (struct study_table){.cells = NULL};
}

static const struct study_picture *find(const char *name)
{
    for (int i = 0; i < STUDY_PICTURES; ++i)
        if (strcmp(study_pictures[i].study, name) == 0)
            return &study_pictures[i];
    return NULL;
}

static int is_study(const char *name)
{
    size_t count;
    const struct study *list = study_list(&count);
    for (size_t i = 0; i < count; ++i)
        if (strcmp(list[i].name, name) == 0)
            return 1;
    return 0;
}

ts_status study_check_plot(ts_context *context, const char *name, const char *path)
{
    int is_page;
    if (!is_study(name)) /* study_run() says so, and names the nearest */
        return TS_OK;
    if (!find(name)) {
        char all[400];
        int used = 0;
        for (int i = 0; i < STUDY_PICTURES; ++i)
            used += snprintf(all + used, sizeof all - (size_t)used, "%s%s", i ? ", " : "",
                             study_pictures[i].study);
        return ts_fail(context, TS_ERROR_INPUT,
                       "The study %s has no picture, as nothing in it grows; those with one are %s.", name,
                       all);
    }
    const ts_status status = sheet_check_ending(context, path, &is_page);
    return status ? status : file_refuse_special(context, path);
}

/* Takes the next word of a list; whether there was one. */
static int next_word(const char **list, char word[LABEL_BYTES])
{
    *list += strspn(*list, " ");
    const size_t length = strcspn(*list, " ");
    snprintf(word, LABEL_BYTES, "%.*s", (int)length, *list);
    *list += length;
    return length > 0;
}

/* A cell; NULL: there is no such column. */
static const struct study_value *cell_of(const struct study_table *table, size_t row, const char *column)
{
    const struct study_value *cells = table->cells + row * table->columns;
    for (size_t i = 0; i < table->columns; ++i)
        if (strcmp(cells[i].name, column) == 0)
            return &cells[i];
    return NULL;
}

static double number_of(const struct study_table *table, size_t row, const char *column)
{
    const struct study_value *cell = cell_of(table, row, column);
    return cell && !cell->text ? cell->number : NAN;
}

/* What a row has in a list of columns, as one text: "f4 8", "subsets, n 5". Numbers that are none stay away.
 */
static void key_of(const struct study_table *table, size_t row, const char *columns, char key[LABEL_BYTES])
{
    char word[LABEL_BYTES];
    int used = 0;
    *key = '\0';
    while (next_word(&columns, word) && used < LABEL_BYTES) {
        const struct study_value *cell = cell_of(table, row, word);
        if (!cell || (!cell->text && !isfinite(cell->number)))
            continue;
        const size_t room = LABEL_BYTES - (size_t)used;
        const char *comma = used ? ", " : "";
        if (cell->text)
            used += snprintf(key + used, room, "%s%s", comma, cell->text);
        else
            used += snprintf(key + used, room, "%s%s %g", comma, word, cell->number);
    }
}

/* Pictures at work; the numbers of their curves lie in `numbers`. */
struct album {
    struct curve_picture pictures[PICTURES_MOST];
    char titles[PICTURES_MOST][2 * LABEL_BYTES], y_labels[PICTURES_MOST][LABEL_BYTES];
    char keys[PICTURES_MOST][LABEL_BYTES];
    int count;
    double *numbers, *next;
};

/* The curve of a key in a picture, a new one where there is room for it; NULL: there is none. */
static struct curve *curve_of(struct curve_picture *picture, const char *key)
{
    for (int c = 0; c < picture->count; ++c)
        if (strcmp(picture->curves[c].label, key) == 0)
            return &picture->curves[c];
    if (picture->count == CURVES_MOST)
        return NULL;
    struct curve *curve = &picture->curves[picture->count++];
    snprintf(curve->label, sizeof curve->label, "%s", key);
    return curve;
}

/* The picture of a column that takes a curve, beginning with `first`; a new one where all others are full. */
static struct curve *find_curve(struct album *album, int first, const char *study, const char *y,
                                const char *picture_key, const char *curve_key)
{
    for (int p = first; p < album->count; ++p)
        if (strcmp(album->keys[p], picture_key) == 0) {
            struct curve *curve = curve_of(&album->pictures[p], curve_key);
            if (curve)
                return curve;
        }
    if (album->count == PICTURES_MOST)
        return NULL;
    const int p = album->count++;
    snprintf(album->keys[p], LABEL_BYTES, "%s", picture_key);
    snprintf(album->y_labels[p], LABEL_BYTES, "%s", y);
    snprintf(album->titles[p], sizeof album->titles[p], "%.40s: %.60s%s%.60s", study, y,
             *picture_key ? ", " : "", picture_key);
    return curve_of(&album->pictures[p], curve_key);
}

/* A curve's points are gathered at once, so that they lie behind each other. */
static void gather(struct album *album, struct curve *curve, const struct study_picture *what,
                   const struct study_table *table, const char *y, size_t row, const char *picture_key,
                   const char *curve_key)
{
    const size_t room = table->rows - row;
    double *xs = album->next, *ys = xs + room;
    char a[LABEL_BYTES], b[LABEL_BYTES];
    album->next += 2 * room;
    for (size_t r = row; r < table->rows; ++r) {
        key_of(table, r, what->pictures, a);
        key_of(table, r, what->curves, b);
        const double x = number_of(table, r, what->x), value = number_of(table, r, y);
        if (strcmp(a, picture_key) != 0 || strcmp(b, curve_key) != 0 || !isfinite(x) || !isfinite(value))
            continue;
        xs[curve->count] = x;
        ys[curve->count++] = value;
    }
    curve->x = xs;
    curve->y = ys;
}

/* All pictures of a column. */
static void add_column(struct album *album, const struct study_picture *what, const struct study_table *table,
                       const char *y)
{
    const int first = album->count;
    char picture_key[LABEL_BYTES], curve_key[LABEL_BYTES];
    for (size_t r = 0; r < table->rows; ++r) {
        if (!isfinite(number_of(table, r, what->x)) || !isfinite(number_of(table, r, y)))
            continue;
        key_of(table, r, what->pictures, picture_key);
        key_of(table, r, what->curves, curve_key);
        struct curve *curve = find_curve(album, first, what->study, y, picture_key, curve_key);
        if (curve && !curve->count)
            gather(album, curve, what, table, y, r, picture_key, curve_key);
    }
}

static ts_status make_album(ts_context *context, const struct study_picture *what,
                            const struct study_table *table, struct album *album)
{
    enum { COLUMNS_MOST = 4 };
    const char *columns = what->y;
    char y[LABEL_BYTES];
    /* Each row begins one curve of a column at most, which has room for all rows behind it. */
    album->numbers = album->next = calloc(COLUMNS_MOST * table->rows * (table->rows + 1) + 1,
                                          sizeof *album->numbers);
    if (!album->numbers || table->failed)
        return ts_fail_memory(context, "the pictures");
    while (next_word(&columns, y))
        add_column(album, what, table, y);
    for (int p = 0; p < album->count; ++p) {
        album->pictures[p].title = album->titles[p];
        album->pictures[p].x_label = what->x;
        album->pictures[p].y_label = album->y_labels[p];
    }
    return album->count ? TS_OK
                        : ts_fail(context, TS_ERROR_INPUT, "The study %s has no row that could be drawn.",
                                  what->study);
}

static void write_table(struct source *html, const struct study_table *table)
{
    source_append(html, "<h2>Numbers</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>");
    for (size_t i = 0; i < table->columns; ++i)
        page_text(html, table->cells[i].text ? "<th>" : "<th class=\"n\">", table->cells[i].name, "</th>");
    source_append(html, "</tr>\n");
    for (size_t i = 0; i < table->rows * table->columns; ++i) {
        const struct study_value *cell = &table->cells[i];
        source_append(html, "%s", i % table->columns ? "" : "<tr>");
        if (cell->text)
            page_text(html, "<td>", cell->text, "</td>");
        else if (isfinite(cell->number))
            source_append(html, "<td class=\"n\">%.5g</td>", cell->number);
        else
            source_append(html, "<td class=\"n\">-</td>");
        source_append(html, "%s", (i + 1) % table->columns ? "" : "</tr>\n");
    }
    source_append(html, "</table></div>\n");
}

static ts_status write_page(ts_context *context, const char *title, const char *machine,
                            const struct album *album, const struct study_table *table, const char *path)
{
    struct source html = {.text = NULL};
    page_begin(&html, title);
    page_text(&html, "<h1>", title, "</h1>\n");
    page_text(&html, "<p class=\"quiet\">on ", machine, "</p>\n<div class=\"pictures\">\n");
    for (int p = 0; p < album->count; ++p) {
        source_append(&html, "<figure>\n");
        curves_draw(&html, p, &album->pictures[p]);
        source_append(&html, "</figure>\n");
    }
    source_append(&html, "</div>\n");
    write_table(&html, table);
    page_end(&html);
    const ts_status status = html.failed ? ts_fail_memory(context, "the pictures")
                                         : file_write_atomically(context, path, html.text, html.length);
    source_free(&html);
    return status;
}

static ts_status write_sheet(ts_context *context, const char *title, const struct album *album,
                             const char *path)
{
    struct drawn_picture drawn[PICTURES_MOST] = {{.height = 0}};
    for (int p = 0; p < album->count; ++p) {
        curves_draw(&drawn[p].svg, p, &album->pictures[p]);
        drawn[p].height = curves_height(&album->pictures[p]);
    }
    return sheet_write(context, title, drawn, (size_t)album->count, path);
}

ts_status study_plot(ts_context *context, const char *name, const char *machine,
                     const struct study_table *table, const char *path)
{
    OWN_ENVIRONMENT;
    int is_page;
    char title[400];
    struct album *album = calloc(1, sizeof *album);
    ts_status status = album ? sheet_check_ending(context, path, &is_page)
                             : ts_fail_memory(context, "the pictures");
    if (!status)
        status = make_album(context, find(name), table, album);
    snprintf(title, sizeof title, "tessera bench %s", name);
    if (!status && is_page) {
        status = write_page(context, title, machine, album, table, path);
    } else if (!status) {
        snprintf(title, sizeof title, "tessera bench %s, %.300s", name, machine);
        status = write_sheet(context, title, album, path);
    }
    if (album)
        free(album->numbers);
    free(album);
    return status;
}
