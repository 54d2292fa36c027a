/* The strong coupling as LHAPDF6 sets define it, and as showers do. */
#ifndef TESSERA_PDF_ALPHA_S_H
#define TESSERA_PDF_ALPHA_S_H

#include <stddef.h>

enum { ALPHA_S_HEAVIEST = 6 }; /* flavour numbers: 4 charm, 5 bottom, 6 top */

enum alpha_s_type {
    ALPHA_S_ANALYTIC,   /* by Lambda: the expansion in 1/log(Q^2/Lambda^2) */
    ALPHA_S_TABULATED,  /* "ipol": cubic in log Q^2 between tabulated values */
    ALPHA_S_INTEGRATED, /* "ode": the renormalisation group from one value */
    ALPHA_S_EXPANDED,   /* what that gives, expanded at one or two loops */
};

struct alpha_s {
    enum alpha_s_type type;
    int order;                              /* of the beta function: 0 one loop, ..., 3 four loops */
    int largest_flavour;                    /* not more active flavours than this */
    int fixed_flavours;                     /* number of active flavours at every scale; 0: by thresholds */
    double threshold[ALPHA_S_HEAVIEST + 1]; /* GeV, from 4 on; 0: never active */
    double mass[ALPHA_S_HEAVIEST + 1];      /* GeV, from 4 on; what decouples at the threshold */
    double lambda[ALPHA_S_HEAVIEST + 1];    /* GeV; 0: not given */
    double reference_scale, reference_value;
    int soft;     /* 1: that of soft gluons, alpha_s (1 + K alpha_s / (2 pi)), of the value above */
    size_t count; /* of tabulated values; a scale that stands twice is a threshold */
    double *log_q2, *value;
};

/* alpha_s at a scale squared in GeV^2; INFINITY at and below the Landau pole.
 *
 * What is expanded is continuous at thresholds. What is integrated has the steps there that go with its
 * loops. */
double alpha_s_value(const struct alpha_s *coupling, double q2);

/* The number of active flavours at a scale squared. */
int alpha_s_flavours(const struct alpha_s *coupling, double q2);

/* What a complete definition lacks, as a phrase, or NULL. */
const char *alpha_s_lacks(const struct alpha_s *coupling);

void alpha_s_destroy(struct alpha_s *coupling);

#endif
