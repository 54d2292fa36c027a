#include "decay/groups.h"

#include "model/model.h"

#include <string.h>

enum { COUNT_MOST = 5, SETS = 1 << COUNT_MOST, LINES_MOST = 24, FOUND_MOST = 40 };

/* Particles that may become each set of products, by their bits. */
struct lines {
    int count[SETS], pdg[SETS][LINES_MOST];
};

static void add_line(struct lines *lines, unsigned set, int pdg)
{
    int *const count = &lines->count[set];
    for (int i = 0; i < *count; ++i)
        if (lines->pdg[set][i] == pdg)
            return;
    if (*count < LINES_MOST)
        lines->pdg[set][(*count)++] = pdg;
}

static int is_of(const struct lines *lines, unsigned set, int pdg)
{
    for (int i = 0; i < lines->count[set]; ++i)
        if (lines->pdg[set][i] == pdg)
            return 1;
    return 0;
}

/* Adds what a vertex makes of two sets. Its legs come in: of three one is the line, and two are antiparticles
 * of what it becomes. */
static void join(const ts_model *model, const ts_vertex *vertex, unsigned one, unsigned other,
                 struct lines *lines)
{
    for (int leg = 0; leg < 3; ++leg) {
        const int a = model_antiparticle(model, vertex->legs[(leg + 1) % 3]);
        const int b = model_antiparticle(model, vertex->legs[(leg + 2) % 3]);
        if ((is_of(lines, one, a) && is_of(lines, other, b)) ||
            (is_of(lines, one, b) && is_of(lines, other, a)))
            add_line(lines, one | other, vertex->legs[leg]);
    }
}

/* Finds the lines of all sets of products. */
static void find_lines(const ts_model *model, const int *products, int count, struct lines *lines)
{
    size_t vertex_count;
    const ts_vertex *vertices = ts_model_vertices(model, &vertex_count);
    memset(lines->count, 0, sizeof lines->count);
    for (int i = 0; i < count; ++i)
        add_line(lines, 1U << i, products[i]);
    for (unsigned set = 1; set < 1U << count; ++set)
        for (unsigned one = (set - 1) & set; one > (set ^ one); one = (one - 1) & set)
            for (size_t i = 0; i < vertex_count; ++i)
                if (vertices[i].leg_count == 3)
                    join(model, &vertices[i], one, set ^ one, lines);
}

/* A line of a set that can be on its mass shell. */
struct found {
    int pdg;
    struct group group;
};

/* Whether the mother has a diagram with this line, and energy for it: what is left of the products stands
 * beside it. */
static int is_possible(const ts_model *model, int mother, const int *products, int count,
                       const struct found *found)
{
    struct lines lines;
    int left[COUNT_MOST], left_count = 0;
    double inside = 0, outside = 0;
    for (int i = 0; i < count; ++i) {
        const double mass = ts_model_particle(model, products[i])->mass;
        if (found->group.products >> i & 1) {
            inside += mass;
        } else {
            outside += mass;
            left[left_count++] = products[i];
        }
    }
    left[left_count++] = found->pdg;
    if (!(found->group.mass > inside && found->group.mass + outside < ts_model_particle(model, mother)->mass))
        return 0;
    find_lines(model, left, left_count, &lines);
    return is_of(&lines, (1U << left_count) - 1, mother);
}

/* Whether two lines can be on their mass shells together: side by side, or the first as a product of the
 * other. */
static int is_pair(const ts_model *model, int mother, const int *products, int count, const struct group *one,
                   const struct group *other)
{
    const unsigned both = one->products & other->products;
    double rest = 0;
    if (one->products == other->products || (both && both != one->products))
        return 0;
    const unsigned out = both ? other->products & ~one->products
                              : ((1U << count) - 1) & ~(one->products | other->products);
    for (int i = 0; i < count; ++i)
        rest += out >> i & 1 ? ts_model_particle(model, products[i])->mass : 0;
    return both ? one->mass + rest < other->mass
                : one->mass + other->mass + rest < ts_model_particle(model, mother)->mass;
}

int groups_find(const ts_model *model, int mother, const int *products, int count,
                struct grouping list[GROUPINGS_MOST])
{
    struct lines lines;
    struct found found[FOUND_MOST];
    int found_count = 0, grouping_count = 0;
    if (count < 3 || count > COUNT_MOST)
        return 0;
    find_lines(model, products, count, &lines);
    for (unsigned set = 1; set + 1 < 1U << count; ++set)
        for (int i = 0; i < lines.count[set] && (set & (set - 1)) && found_count < FOUND_MOST; ++i) {
            const ts_particle *line = ts_model_particle(model, lines.pdg[set][i]);
            struct found *next = &found[found_count];
            *next = (struct found){lines.pdg[set][i], {set, line->mass, line->width}};
            found_count += line->width > 0 && !model_is_contact(model, next->pdg) &&
                           is_possible(model, mother, products, count, next);
        }
    for (int i = 0; i < found_count && grouping_count < GROUPINGS_MOST; ++i)
        list[grouping_count++] = (struct grouping){1, {found[i].group}};
    for (int i = 0; i < found_count; ++i)
        for (int k = 0; k < found_count && grouping_count < GROUPINGS_MOST; ++k) {
            const struct group *one = &found[i].group, *other = &found[k].group;
            if ((one->products & other->products || i < k) &&
                is_pair(model, mother, products, count, one, other))
                list[grouping_count++] = (struct grouping){2, {*one, *other}};
        }
    return grouping_count;
}
