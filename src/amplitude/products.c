#include "amplitude/products.h"

#include <stdlib.h>
#include <string.h>

/* A term and its number. */
struct numbered {
    struct graph_term term;
    int number;
};

/* What terms with one product agree in. */
static int compare(const struct graph_term *a, const struct graph_term *b)
{
    const int children = memcmp(a->child, b->child, sizeof a->child);
    if (children)
        return children;
    if (a->vertex != b->vertex)
        return a->vertex < b->vertex ? -1 : 1;
    if (a->out != b->out)
        return a->out < b->out ? -1 : 1;
    return a->middle == b->middle ? 0 : a->middle < b->middle ? -1 : 1;
}

static int by_product(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    const int order = compare(&x->term, &y->term);
    return order ? order : x->number < y->number ? -1 : 1;
}

struct term_product *products_of(const struct graph *graph)
{
    const size_t count = (size_t)graph->term_count;
    struct term_product *products = calloc(count + 1, sizeof *products);
    struct numbered *list = calloc(count + 1, sizeof *list);
    if (!products || !list) {
        free(products);
        free(list);
        return NULL;
    }
    for (size_t i = 0; i < count; ++i)
        list[i] = (struct numbered){graph->terms[i], (int)i};
    qsort(list, count, sizeof *list, by_product);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && !compare(&list[i].term, &list[end].term); ++end)
            ;
        for (size_t k = i; k < end; ++k)
            products[list[k].number] = (struct term_product){list[i].number, (int)(end - i)};
    }
    free(list);
    return products;
}
