#include "reweight/hypothesis.h"

#include "core/context.h"
#include "core/request.h"
#include "reweight/ledger.h"
#include "selection/particle_cuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { PROTON = 2212, GLUON = 21, PHOTON = 22 };

static const char renormalization[] = "scales.renormalization", factorization[] = "scales.factorization";

/* alpha_s as the card gives it, as a coupling or as an input of the Standard Model; 0: it does not. In runs
 * with models of files too that of their parameter cards has no part. */
static double given_alpha_s(const ts_card *card, const ts_model *model)
{
    const double given = card_request(card)->couplings.alpha_s;
    if (given > 0)
        return given;
    const ts_parameter *parameter = ts_model_parameter(model, "alpha_s");
    return parameter && parameter->given && !model->file ? parameter->re : 0;
}

static int same_text(const ts_card *one, const ts_card *other, const char *key)
{
    return !strcmp(ts_card_text(one, key), ts_card_text(other, key));
}

/* Looks once at what each event asks for. */
static void compare_cards(const ts_card *old, struct hypothesis *hypothesis)
{
    const ts_card *card = hypothesis->card;
    hypothesis->same_r = same_text(card, old, renormalization);
    hypothesis->same_f = same_text(card, old, factorization);
    hypothesis->same_pdf = same_text(card, old, "pdf");
    hypothesis->has_f = ts_card_has(card, factorization);
    hypothesis->has_one_scale = (!hypothesis->has_f && !ts_card_has(card, renormalization)) ||
                                !strcmp(ts_card_text(card, renormalization),
                                        ts_card_text(card, factorization));
}

static int clusters(ts_scale scale) { return scale.factor > 0 && scale.base == TS_SCALE_CLUSTERING; }

/* Whether particles alone do not say a scale. */
static int is_expression(ts_scale scale)
{
    return clusters(scale) || (scale.factor > 0 && scale.base == TS_SCALE_EXPRESSION);
}

/* Whether alpha_s of a hypothesis is that of the file's run. */
static int same_coupling(const struct hypothesis *hypothesis)
{
    return hypothesis->mur == 1 && hypothesis->same_r && hypothesis->same_pdf &&
           !(card_request(hypothesis->card)->couplings.alpha_s > 0);
}

static ts_status check_scales(ts_context *context, const struct hypothesis *hypothesis,
                              const struct hypothesis *old)
{
    static const char sentence[] =
        "a scale that is an expression is not known for events of a file, nor one by "
        "clustering: take a number, HT, MT or M, or factors of the file's own "
        "scales";
    if (clusters(old->scale_r) && !(card_request(old->card)->couplings.alpha_s > 0) &&
        !same_coupling(hypothesis))
        return ts_card_refuse(
            context, hypothesis->card, renormalization,
            "each vertex of an event by clustering has an alpha_s of its own, which its file "
            "does not say: take variations in the run for weights of other scales and "
            "densities");
    if (is_expression(hypothesis->scale_r) && !hypothesis->same_r)
        return ts_card_refuse(context, hypothesis->card, renormalization, sentence);
    if (is_expression(hypothesis->scale_f) && !hypothesis->same_f)
        return ts_card_refuse(context, hypothesis->card, factorization, sentence);
    return TS_OK;
}

ts_status hypothesis_create(ts_context *context, const ts_card *card, struct device *device,
                            const struct hypothesis *old, double mur, double muf,
                            struct hypothesis *hypothesis)
{
    *hypothesis = (struct hypothesis){.card = card,
                                      .mur = mur,
                                      .muf = muf,
                                      .scale_r = card_request(card)->scales.renormalization,
                                      .scale_f = card_request(card)->scales.factorization};
    compare_cards(old ? old->card : card, hypothesis);
    hypothesis->owns_elements = !old || !elements_same_choice(card, old->card);
    ts_status status = old ? check_scales(context, hypothesis, old) : TS_OK;
    if (!status)
        status = ts_pdf_create(context, card_request(card)->pdf, 0, &hypothesis->pdf);
    if (!status && hypothesis->owns_elements)
        status = elements_create(context, card, device, &hypothesis->elements);
    else if (!status && old)
        hypothesis->elements = old->elements;
    if (!status)
        hypothesis->alpha_s = given_alpha_s(card, elements_model(hypothesis->elements));
    if (status)
        hypothesis_destroy(hypothesis);
    return status;
}

void hypothesis_destroy(struct hypothesis *hypothesis)
{
    if (hypothesis->owns_elements)
        elements_destroy(&hypothesis->elements);
    ts_pdf_destroy(&hypothesis->pdf);
    *hypothesis = (struct hypothesis){.card = NULL};
}

/* The densities at some points: files may change under a card that stays as it is. */
static uint64_t hash_densities(const ts_pdf *pdf, uint64_t seed)
{
    static const int codes[] = {GLUON, PHOTON, 1, 2, 3, 4, 5, -1, -2, -3};
    enum { CODES = sizeof codes / sizeof *codes, PLACES = 4 };
    double values[PLACES * PLACES * (CODES + 1)];
    size_t count = 0;
    for (int i = 0; i < PLACES * PLACES; ++i) {
        const int of_q = i / PLACES;
        const double x = pow(10, -0.7 * (1 + i % PLACES)), q = 10 * pow(4, of_q);
        for (int k = 0; k < CODES; ++k)
            values[count++] = ts_pdf_xfx(pdf, codes[k], x, q);
        values[count++] = ts_pdf_alpha_s(pdf, q);
    }
    return XXH3_64bits_withSeed(values, sizeof values, seed);
}

ts_status hypothesis_hash(ts_context *context, const struct hypothesis *hypothesis, uint64_t *hash)
{
    const double factors[] = {hypothesis->mur, hypothesis->muf};
    const ts_status status = ledger_hash_card(context, hypothesis->card, hash);
    const uint64_t seed = XXH3_64bits_withSeed(factors, sizeof factors, *hash);
    *hash = hash_densities(hypothesis->pdf, elements_hash(hypothesis->elements, seed));
    return status;
}

static double alpha_s_at(const struct hypothesis *hypothesis, double scale)
{
    return hypothesis->alpha_s > 0 ? hypothesis->alpha_s : ts_pdf_alpha_s(hypothesis->pdf, scale);
}

/* The scale at which the densities' alpha_s is this, by bisection in its logarithm; NAN: none. */
static double scale_of_alpha_s(const ts_pdf *pdf, double alpha_s)
{
    double low = log(0.5), high = log(1e6);
    if (!(alpha_s > 0) ||
        !(ts_pdf_alpha_s(pdf, exp(high)) < alpha_s && ts_pdf_alpha_s(pdf, exp(low)) > alpha_s))
        return NAN;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        *(ts_pdf_alpha_s(pdf, exp(middle)) > alpha_s ? &low : &high) = middle;
    }
    return exp(low);
}

/* The scale of renormalization of an event that does not say it. What nobody has set is one scale for both.
 */
static double missing_scale_r(const struct hypothesis *old, const struct sample_event *event, double f)
{
    const ts_scale r = old->scale_r, of_f = old->scale_f;
    if (old->has_one_scale)
        return f;
    if (r.fixed > 0)
        return r.fixed;
    if (of_f.factor > 0 && r.base == of_f.base && !is_expression(r))
        return f * r.factor / of_f.factor;
    return scale_of_alpha_s(old->pdf, event->alpha_s);
}

struct event_scales hypothesis_scales_of_file(const struct hypothesis *old, const struct sample_event *event)
{
    struct event_scales found = {NAN, NAN, event->alpha_s};
    found.f = event->scale_f > 0                     ? event->scale_f
              : event->scale > 0                     ? event->scale
              : old->scale_f.fixed > 0 && old->has_f ? old->scale_f.fixed
                                                     : NAN;
    found.r = event->scale_r > 0 ? event->scale_r : missing_scale_r(old, event, found.f);
    if (!(found.alpha_s > 0))
        found.alpha_s = alpha_s_at(old, found.r);
    return found;
}

ts_status hypothesis_check_couplings(ts_context *context, const char *path,
                                     const struct hypothesis *hypothesis, const struct sample *sample,
                                     const double *alpha_s)
{
    for (size_t i = 0; i < sample->count; ++i) {
        const size_t kind = sample->events[i].kind;
        int power;
        const int is_free = elements_lack(hypothesis->elements, kind) ||
                            elements_fixed(hypothesis->elements, kind) ||
                            (elements_power(hypothesis->elements, kind, &power) && power == 0);
        if (!is_free && !(alpha_s[i] > 0 && isfinite(alpha_s[i])))
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s: event %llu has neither an alpha_s (AQCDUP) nor a scale (SCALUP) for it: give "
                           "couplings.alpha_s on the card.",
                           path, (unsigned long long)sample->events[i].place);
    }
    return TS_OK;
}

/* A scale that may be another than the file's, if check_scales() lets it be. */
static double scale_of(const struct hypothesis *hypothesis, int is_same, ts_scale scale, double of_file,
                       const struct sample *sample, size_t event)
{
    const struct event_kind *kind = &sample->kinds.list[sample->events[event].kind];
    if (is_same)
        return of_file;
    if (scale.fixed > 0)
        return scale.fixed;
    return scale.factor * particle_scale(elements_model(hypothesis->elements), kind->pdg + LEGS_IN,
                                         sample->momenta[event] + MOMENTUM * LEGS_IN, kind->legs - LEGS_IN,
                                         scale.base);
}

struct event_scales hypothesis_scales(const struct hypothesis *hypothesis, const struct hypothesis *old,
                                      const struct event_scales *of_file, const struct sample *sample,
                                      size_t event)
{
    struct event_scales found = *of_file;
    if (!hypothesis_changes_scales(hypothesis, old))
        return found;
    found.f = hypothesis->muf *
              scale_of(hypothesis, hypothesis->same_f, hypothesis->scale_f, of_file->f, sample, event);
    found.r = hypothesis->mur *
              scale_of(hypothesis, hypothesis->same_r, hypothesis->scale_r, of_file->r, sample, event);
    /* The file's own alpha_s may be of another definition than the card's: its running is what changes. */
    if (hypothesis->alpha_s > 0)
        found.alpha_s = hypothesis->alpha_s;
    else if (old->alpha_s > 0)
        found.alpha_s = alpha_s_at(hypothesis, found.r);
    else if (found.r != of_file->r || !hypothesis->same_pdf)
        found.alpha_s = of_file->alpha_s * alpha_s_at(hypothesis, found.r) / alpha_s_at(old, of_file->r);
    return found;
}

int hypothesis_has_hadrons(const ts_event_head *head)
{
    return abs(head->beams[0]) == PROTON && abs(head->beams[1]) == PROTON;
}

double hypothesis_densities(const struct hypothesis *hypothesis, const ts_event_head *head,
                            const struct sample_event *event, double scale_f)
{
    double product = 1;
    for (int i = 0; i < LEGS_IN; ++i) {
        const int beam = head->beams[i], pdg = event->parton[i];
        const int is_own = pdg == GLUON || pdg == PHOTON;
        if (abs(beam) == PROTON)
            product *= ts_pdf_xfx(hypothesis->pdf, beam < 0 && !is_own ? -pdg : pdg,
                                  event->energy[i] / head->energies[i], scale_f);
    }
    return product;
}

int hypothesis_changes_densities(const struct hypothesis *hypothesis)
{
    return hypothesis->muf != 1 || !hypothesis->same_f || !hypothesis->same_pdf;
}

int hypothesis_changes_scales(const struct hypothesis *hypothesis, const struct hypothesis *old)
{
    return hypothesis_changes_densities(hypothesis) || hypothesis->mur != 1 ||
           hypothesis->alpha_s != old->alpha_s || !hypothesis->same_r;
}
