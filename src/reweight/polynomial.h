/* |M|^2 as a polynomial of second degree in some inputs of a model, fitted exactly. */
#ifndef TESSERA_REWEIGHT_POLYNOMIAL_H
#define TESSERA_REWEIGHT_POLYNOMIAL_H

#include "tessera/card.h"

enum {
    INPUTS_MOST = 24,
    TERMS_MOST = 1 + INPUTS_MOST + INPUTS_MOST * (INPUTS_MOST + 1) / 2,
    TERM_BYTES = 160
};

struct polynomial {
    int inputs, terms;
    char name[INPUTS_MOST][32];
    double size[INPUTS_MOST];
    int factor[TERMS_MOST][2];     /* inputs of a term, from 0; -1: none */
    double (*inverse)[TERMS_MOST]; /* [terms]: coefficients from values at the points, one a term */
};

/* Reads "ctg,cqq=0.5"; TS_ERROR_INPUT. Nothing is there to be freed after a failure. */
ts_status polynomial_create(ts_context *context, const char *text, struct polynomial *polynomial);
void polynomial_destroy(struct polynomial *polynomial);

/* An input's value at a point; point number `terms` is one more, by which the polynomial is tested. */
double polynomial_input(const struct polynomial *polynomial, int point, int input);

/* A copy of a card with the inputs of a point. */
ts_status polynomial_card(ts_context *context, const struct polynomial *polynomial, const ts_card *card,
                          int point, ts_card **made);

/* Coefficients from the values at the points. */
void polynomial_fit(const struct polynomial *polynomial, const double *values, double *coefficients);

/* The polynomial's value at a point. */
double polynomial_at(const struct polynomial *polynomial, const double *coefficients, int point);

/* The name of a term's weight: "polynomial:1", "polynomial:ctg", "polynomial:ctg*cqq". */
void polynomial_name(const struct polynomial *polynomial, int term, char text[TERM_BYTES]);

#endif
