/* What events are weighted for: matrix elements, scales, densities and alpha_s of a card. */
#ifndef TESSERA_REWEIGHT_HYPOTHESIS_H
#define TESSERA_REWEIGHT_HYPOTHESIS_H

#include "reweight/elements.h"
#include "tessera/pdf.h"

struct hypothesis {
    const ts_card *card;
    struct elements *elements;
    int owns_elements;
    ts_pdf *pdf;
    double alpha_s;  /* given by the card; 0: that of the densities */
    double mur, muf; /* factors of both scales */
    ts_scale scale_r, scale_f;
    int same_r, same_f, same_pdf; /* whether the card says the same of them as that of the events */
    int has_f;                    /* whether it says mu_F */
    int has_one_scale;            /* whether it says the same of both scales, or nothing */
};

/* Makes one; `old`: what the events are of, whose matrix elements serve where the choice of them is the same;
 * NULL: this one is that. TS_ERROR_INPUT where the card makes no sense, or has scales as expressions that are
 * not the old ones. */
ts_status hypothesis_create(ts_context *context, const ts_card *card, struct device *device,
                            const struct hypothesis *old, double mur, double muf,
                            struct hypothesis *hypothesis);
void hypothesis_destroy(struct hypothesis *hypothesis);

/* Adds what weights depend on to a hash: the card, its model, its densities. */
ts_status hypothesis_hash(ts_context *context, const struct hypothesis *hypothesis, uint64_t *hash);

/* Scales [GeV] and alpha_s of an event, as its file has them; what it lacks is the card's. NAN: not known. */
struct event_scales {
    double r, f, alpha_s;
};
struct event_scales hypothesis_scales_of_file(const struct hypothesis *old, const struct sample_event *event);

/* Refuses events of the sample whose |M|^2 depends on an alpha_s that neither they nor the card say. */
ts_status hypothesis_check_couplings(ts_context *context, const char *path,
                                     const struct hypothesis *hypothesis, const struct sample *sample,
                                     const double *alpha_s);

/* Scales and alpha_s of an event of the sample for another hypothesis. */
struct event_scales hypothesis_scales(const struct hypothesis *hypothesis, const struct hypothesis *old,
                                      const struct event_scales *of_file, const struct sample *sample,
                                      size_t event);

/* Whether both beams of a file are protons or antiprotons, which densities are of. */
int hypothesis_has_hadrons(const ts_event_head *head);

/* The product of the densities x f of what comes in, for beams that are hadrons; else 1. NAN where a scale is
 * not known. */
double hypothesis_densities(const struct hypothesis *hypothesis, const ts_event_head *head,
                            const struct sample_event *event, double scale_f);

/* Whether densities, or the scale of them, are others than the file's. */
int hypothesis_changes_densities(const struct hypothesis *hypothesis);

/* Whether scales, densities or alpha_s are others than the file's. */
int hypothesis_changes_scales(const struct hypothesis *hypothesis, const struct hypothesis *old);

#endif
