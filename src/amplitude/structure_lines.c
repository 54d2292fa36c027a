#include "amplitude/structure_lines.h"

#include "amplitude/structure_tangent.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char letters[] = {'n', 'v', 'p', 's', 't'};

struct value line_add(struct line_list *list, enum kind kind, const char *format, ...)
{
    struct line line = {.kind = kind};
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line.text, sizeof line.text, format, arguments);
    va_end(arguments);
    for (int i = 0; i < list->count; ++i)
        if (list->lines[i].kind == kind && !strcmp(list->lines[i].text, line.text))
            return (struct value){kind, i};
    if (length >= LINE_BYTES || list->count == LINES_MOST) {
        list->failed = 1;
        return (struct value){kind, 0};
    }
    list->lines[list->count] = line;
    return (struct value){kind, list->count++};
}

/* What the function makes, but for its coupling: a vector, a tensor or a spinor. */
static void write_made(const struct structure_lines *all, struct source *text)
{
    const int spin = all->structure->spins[all->out];
    const char *kind = spin == 3 ? "vector" : spin == 5 ? "tensor" : "spinor";
    for (int i = 0; i < all->part_count && spin != 1; ++i) {
        const char *add = i ? "structure_add" : "structure_times";
        source_append(text, "%s%s_%s(n%d, %c%d%s);\n",
                      i           ? "made = "
                      : spin == 3 ? "complex_vector made = "
                                  : "tree_current made = ",
                      add, kind, all->parts[i].factor.id, letters[all->parts[i].of.kind], all->parts[i].of.id,
                      i ? ", made" : "");
    }
}

static void write_result(const struct structure_lines *all, struct source *text)
{
    const int spin = all->structure->spins[all->out];
    if (spin == 1)
        source_append(text, "return tree_of_scalar(c_multiply(g, n%d));\n", all->parts[0].factor.id);
    else if (spin == 3)
        source_append(text, "return tree_of_vector(cv_multiply(made, g));\n");
    else
        source_append(text, "return structure_times_%s(g, made);\n", spin == 5 ? "tensor" : "spinor");
}

/* The derivative of the result, dg and g times that of what is made. */
static void write_result_slope(const struct structure_lines *all, const signed char *has, struct source *text)
{
    const int spin = all->structure->spins[all->out];
    if (spin == 1) {
        const int id = all->parts[0].factor.id;
        source_append(text, "complex_number slope = c_multiply(dg, n%d);\n", id);
        if (has[id])
            source_append(text, "slope = c_fma(g, dn%d, slope);\n", id);
        source_append(text, "return tree_of_scalar(slope);\n");
        return;
    }
    const char *what = spin == 3 ? "vector" : "spinor";
    source_append(text, "%s slope = structure_times_%s(dg, made);\n",
                  spin == 3 ? "complex_vector" : "tree_current", what);
    for (int i = 0; i < all->part_count; ++i) {
        const int factor = all->parts[i].factor.id, of = all->parts[i].of.id;
        const char letter = letters[all->parts[i].of.kind];
        if (has[factor])
            source_append(text, "slope = structure_add_%s(c_multiply(g, dn%d), %c%d, slope);\n", what, factor,
                          letter, of);
        if (has[of])
            source_append(text, "slope = structure_add_%s(c_multiply(g, n%d), d%c%d, slope);\n", what, factor,
                          letter, of);
    }
    source_append(text, spin == 3 ? "return tree_of_vector(slope);\n" : "return slope;\n");
}

/* Scalars that go in have no index, and multiply all terms alike. */
static void write_scalars(const struct structure_lines *all, int slope, struct source *text)
{
    for (int leg = 0; leg < all->structure->legs; ++leg) {
        const int child = structure_child(all->out, leg);
        if (all->structure->spins[leg] != 1 || leg == all->out)
            continue;
        if (slope)
            source_append(text, "dg = c_fma(dg, b.in[%d]->c[0], c_multiply(g, d.in[%d]->c[0]));\n", child,
                          child);
        source_append(text, "g = c_multiply(g, b.in[%d]->c[0]);\n", child);
    }
}

static const char *const types[] = {"complex_number", "complex_vector", "vector4", "tree_current",
                                    "tree_current"};
static const char *const adds[] = {"c_add", "cv_add", "v_add", "tree_add", "tree_add"};

static void write_lines(const struct structure_lines *all, struct source *text)
{
    for (int i = 0; i < all->count; ++i)
        source_append(text, "const %s %c%d = %s;\n", types[all->lines[i].kind], letters[all->lines[i].kind],
                      i, all->lines[i].text);
}

static void write_function(const struct structure_lines *all, int number, struct source *text)
{
    source_append(text, "FN tree_current structure_%d(tree_branches b, complex_number g)\n{\n", number);
    write_scalars(all, 0, text);
    write_lines(all, text);
    write_made(all, text);
    write_result(all, text);
    source_append(text, "}\n");
}

static void write_tangent(const struct structure_lines *all, int number, struct source *text)
{
    signed char has[LINES_MOST] = {0};
    source_append(text,
                  "FN tree_current structure_%d_tangent(tree_branches b, tree_branches d, complex_number g, "
                  "complex_number dg)\n{\n",
                  number);
    write_scalars(all, 1, text);
    write_lines(all, text);
    for (int i = 0; i < all->count; ++i) {
        const enum kind kind = all->lines[i].kind;
        has[i] = (signed char)tangent_write(types[kind], adds[kind], letters[kind], i, all->lines[i].text,
                                            has, text);
    }
    write_made(all, text);
    write_result_slope(all, has, text);
    source_append(text, "}\n");
}

void structure_lines_write(const struct structure_lines *all, int number, int tangent, struct source *text)
{
    write_function(all, number, text);
    if (tangent)
        write_tangent(all, number, text);
}
