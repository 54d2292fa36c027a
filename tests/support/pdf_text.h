/* Sets of parton densities that tests write: small grids from formulae. */
#ifndef TESSERA_TEST_PDF_TEXT_H
#define TESSERA_TEST_PDF_TEXT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double density_function(int pdg, double x, double q);

/* A text that grows; it is small. */
struct text {
    char *bytes;
    size_t count;
};

static inline void text_add(struct text *text, const char *format, double number)
{
    text->bytes = realloc(text->bytes, text->count + 64);
    text->count += (size_t)snprintf(text->bytes + text->count, 64, format, number);
}

/* One subgrid in lhagrid1 form. */
static inline void text_add_subgrid(struct text *text, const double *x, int x_count, const double *q,
                                    int q_count, const int *pdg, int pdg_count, density_function *density)
{
    for (int i = 0; i < x_count; ++i)
        text_add(text, "%.17g ", x[i]);
    text_add(text, "\n", 0);
    for (int j = 0; j < q_count; ++j)
        text_add(text, "%.17g ", q[j]);
    text_add(text, "\n", 0);
    for (int k = 0; k < pdg_count; ++k)
        text_add(text, "%.0f ", pdg[k]);
    text_add(text, "\n", 0);
    for (int i = 0; i < x_count; ++i)
        for (int j = 0; j < q_count; ++j) {
            for (int k = 0; k < pdg_count; ++k)
                text_add(text, "%.17g ", density(pdg[k], x[i], q[j]));
            text_add(text, "\n", 0);
        }
    text_add(text, "---\n", 0);
}

static inline struct text text_create(void)
{
    struct text text = {0};
    text_add(&text, "PdfType: central\nFormat: lhagrid1\n---\n", 0);
    return text;
}

#endif
