#include "process/variations_of_card.h"

#include "core/context.h"
#include "pdf/set.h"
#include "pdf/table.h"
#include "process/couplings.h"
#include "process/variations_layout.h"
#include "totals_layout.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Factors of mu_R and mu_F: all but the two that move them apart the most. Equal mu_F are neighbours, so that
 * their densities are looked up once. */
static const double scale_points[][2] = {{0.5, 1}, {2, 1}, {1, 0.5}, {0.5, 0.5}, {1, 2}, {2, 2}};
enum { SCALE_POINTS = sizeof scale_points / sizeof *scale_points };

static void name_variation(const struct process *process, struct process_variation *variation)
{
    const int number = pdf_number(process->pdf);
    variation->density_set = number ? number - ts_pdf_describe(process->pdf).member + variation->member : 0;
    if (number)
        snprintf(variation->name, sizeof variation->name, "MUR=%g_MUF=%g_LHAPDF=%d", variation->mur,
                 variation->muf, variation->density_set);
    else
        snprintf(variation->name, sizeof variation->name, "MUR=%g_MUF=%g_PDF=%.32s_%d", variation->mur,
                 variation->muf, ts_pdf_name(process->pdf), variation->member);
}

static void add(struct process *process, struct process_variation variation)
{
    name_variation(process, &variation);
    process->variations[process->variation_count++] = variation;
}

ts_status variations_read(ts_context *context, const ts_card *card, struct process *process)
{
    const struct request *request = card_request(card);
    const int scales = request->variations.scales != 0, densities = request->variations.pdf != 0;
    const ts_pdf_facts facts = ts_pdf_describe(process->pdf);
    if (scales && request->couplings.alpha_s > 0)
        return ts_card_refuse(context, card, "variations.scales",
                              "couplings.alpha_s is one number at all scales, so that mu_R varies nothing: "
                              "remove it, or take scales: none");
    if (densities && facts.member_count == 1)
        ts_log(context, TS_LOG_WARNING,
               "variations.pdf: all has no part: %s has one member alone, so that its densities do not vary.",
               ts_pdf_name(process->pdf));
    const size_t most = (scales ? SCALE_POINTS : 0) + (densities ? (size_t)facts.member_count - 1 : 0);
    process->variations = calloc(most + 1, sizeof *process->variations);
    if (!process->variations)
        return ts_fail_memory(context, "the variations");
    for (int i = 0; scales && i < SCALE_POINTS; ++i)
        add(process, (struct process_variation){.kind = EVENT_VARIES_SCALES,
                                                .mur = scale_points[i][0],
                                                .muf = scale_points[i][1],
                                                .member = facts.member});
    for (int i = 0; densities && i < facts.member_count; ++i)
        if (i != facts.member)
            add(process,
                (struct process_variation){.kind = EVENT_VARIES_DENSITIES, .mur = 1, .muf = 1, .member = i});
    process->integrand.enhanced = *request->sampling.enhance != '\0';
    process->integrand.variations = process->variation_count + (size_t)process->integrand.enhanced;
    if (process->integrand.variations)
        source_append(&process->program.text, "#define VARIATIONS %zu\n", process->integrand.variations);
    return TS_OK;
}

ts_status variations_refuse(ts_context *context, const ts_card *card, const struct process_family *family,
                            const char *name)
{
    static const char *const keys[] = {"variations.scales", "variations.pdf"};
    const unsigned asked[] = {card_request(card)->variations.scales, card_request(card)->variations.pdf};
    char sentence[256];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        if (family_uses(family, keys[i]) || !asked[i])
            continue;
        snprintf(sentence, sizeof sentence,
                 "%.100s has neither parton densities nor a scale of alpha_s that could vary: take none",
                 name);
        return ts_card_refuse(context, card, keys[i], sentence);
    }
    return TS_OK;
}

ts_status variations_align(ts_context *context, struct process *process)
{
    const size_t over = process->integrand.table_length % VARIATION_BLOCK;
    if (!over || !process->variation_count)
        return TS_OK;
    double *zeros = calloc(VARIATION_BLOCK - over, sizeof *zeros);
    return zeros ? process_add_table(context, process, zeros, VARIATION_BLOCK - over)
                 : ts_fail_memory(context, "the variations");
}

ts_status variations_reserve(ts_context *context, struct process *process, size_t *place)
{
    const size_t length = process->variation_count * VARIATION_NUMBERS;
    double *zeros = calloc(length + 1, sizeof *zeros);
    *place = process->integrand.table_length;
    return zeros ? process_add_table(context, process, zeros, length)
                 : ts_fail_memory(context, "the variations");
}

/* The tables at work. */
struct adding {
    ts_context *context;
    const ts_card *card;
    struct process *process;
    const struct variation_setting *setting;
    size_t place;          /* of the rows */
    double muf, densities; /* of the row before, */
    int member;            /* and its member */
};

/* Adds a table at a whole number of blocks, which it returns. */
static ts_status add_blocks(struct adding *work, double *values, size_t length, double *block)
{
    ts_status status = variations_align(work->context, work->process);
    if (status) {
        free(values);
        return status;
    }
    const size_t blocks = work->process->integrand.table_length / VARIATION_BLOCK;
    *block = (double)blocks;
    return process_add_table(work->context, work->process, values, length);
}

static ts_status add_densities(struct adding *work, const ts_pdf *pdf, double muf, double *block)
{
    const struct variation_setting *setting = work->setting;
    double *values;
    size_t length;
    const ts_status status = pdf_table_create(work->context, pdf, setting->scales->factorization.fixed * muf,
                                              setting->scales->partons, (size_t)setting->scales->parton_count,
                                              &values, &length);
    return status ? status : add_blocks(work, values, length, block);
}

static int runs(const struct variation_setting *setting)
{
    return setting->scales->renormalization.factor > 0;
}

/* Refuses what a variation makes of the scales where that is too low. */
static ts_status check_scales(const struct adding *work, const struct process_variation *variation,
                              const ts_pdf *pdf)
{
    const struct variation_setting *setting = work->setting;
    const double begin = coupling_table_lowest(pdf_coupling(pdf)), q_min = ts_pdf_describe(pdf).q_min;
    const double r = variation->mur *
                     (runs(setting) ? setting->lowest_r : setting->scales->renormalization.fixed);
    const double f = variation->muf * (setting->scales->factorization.factor > 0
                                           ? setting->lowest_f
                                           : setting->scales->factorization.fixed);
    const int has_alpha_s = !setting->scales->alpha_s_given && setting->alpha_s_power > 0 &&
                            (runs(setting) || setting->scales->renormalization.fixed > 0);
    const char *key = variation->kind == EVENT_VARIES_SCALES ? "variations.scales" : "variations.pdf";
    char sentence[400];
    if (has_alpha_s && r < begin) {
        snprintf(sentence, sizeof sentence,
                 "%.100s lets the scale of alpha_s fall to %.3g GeV, and below %.3g GeV the alpha_s of "
                 "%.100s has no meaning: raise the scale or the cuts, or take none",
                 variation->name, r, begin, ts_pdf_name(pdf));
        return ts_card_refuse(work->context, work->card, key, sentence);
    }
    if (variation->kind == EVENT_VARIES_SCALES && f < q_min) {
        snprintf(sentence, sizeof sentence,
                 "%.100s lets the factorization scale fall to %.3g GeV, below the %.4g GeV at which %.100s "
                 "begins: raise the scale or the cuts, or take none",
                 variation->name, f, q_min, ts_pdf_name(pdf));
        return ts_card_refuse(work->context, work->card, key, sentence);
    }
    return TS_OK;
}

/* A member's alpha_s: the table of it, where mu_R changes from event to event. */
static ts_status add_coupling(struct adding *work, const ts_pdf *pdf, double *block)
{
    double *values;
    size_t length;
    if (!runs(work->setting))
        return TS_OK;
    const ts_status status = coupling_table_create(work->context, pdf_coupling(pdf), &values, &length);
    return status ? status : add_blocks(work, values, length, block);
}

/* The variation's alpha_s over that of the weight itself, where mu_R is fixed. */
static double alpha_s_ratio(const struct variation_setting *setting, const ts_pdf *pdf, double mur)
{
    const double fixed = setting->scales->renormalization.fixed;
    return setting->scales->alpha_s_given || !(fixed > 0)
               ? 1
               : ts_pdf_alpha_s(pdf, fixed * mur) / setting->scales->alpha_s;
}

/* One row, and what it needs that no row before it has. Scales that change from event to event are looked up
 * in the process's own tables. */
static ts_status add_row(struct adding *work, size_t i)
{
    struct process *process = work->process;
    const struct process_variation *variation = &process->variations[i];
    const int own = ts_pdf_describe(process->pdf).member;
    const int same = variation->muf == work->muf && variation->member == work->member;
    ts_pdf *other = NULL;
    ts_status status = variation->member == own
                           ? TS_OK
                           : pdf_create_member(work->context, process->pdf, variation->member, &other);
    const ts_pdf *pdf = other ? other : process->pdf;
    double coupling = 0;
    if (!status)
        status = check_scales(work, variation, pdf);
    if (!status && other && !work->setting->scales->alpha_s_given)
        status = add_coupling(work, pdf, &coupling);
    if (!status && !same && (other || work->setting->scales->factorization.fixed > 0))
        status = add_densities(work, pdf, variation->muf, &work->densities);
    if (!status) {
        double *row = process->program.tables + work->place + i * VARIATION_NUMBERS;
        row[VARIATION_SAME_DENSITIES] = same;
        row[VARIATION_DENSITIES] = work->densities;
        row[VARIATION_LOG_F] = work->setting->scales->factorization.fixed > 0 ? 0 : 2 * log(variation->muf);
        row[VARIATION_COUPLING] = coupling;
        row[VARIATION_LOG_R] = 2 * log(variation->mur);
        row[VARIATION_ALPHA_S] = alpha_s_ratio(work->setting, pdf, variation->mur);
        work->muf = variation->muf;
        work->member = variation->member;
    }
    ts_pdf_destroy(&other);
    return status;
}

ts_status variations_add_tables(ts_context *context, const ts_card *card, struct process *process,
                                const struct variation_setting *setting)
{
    const size_t own_block = setting->scales->densities / VARIATION_BLOCK;
    struct adding work = {.context = context,
                          .card = card,
                          .process = process,
                          .setting = setting,
                          .place = setting->scales->variations,
                          .muf = 1,
                          .member = ts_pdf_describe(process->pdf).member,
                          .densities = (double)own_block};
    ts_status status = TS_OK;
    for (size_t i = 0; i < process->variation_count && !status; ++i)
        status = add_row(&work, i);
    /* Single precision holds the place of the integers behind all that, as it is one of blocks. */
    if (!status)
        status = variations_align(context, process);
    if (!status && process->integrand.table_length > INT32_MAX)
        status = ts_card_refuse(context, card, "variations.pdf",
                                "the tables of densities of all members are larger than a program can "
                                "address: take a set with fewer members or a fixed scales.factorization");
    return status;
}

ts_status variations_check_memory(ts_context *context, const ts_card *card, const struct process *process)
{
    static const double most = 0x1p30; /* bytes of one copy of the sums, of which each thread has one */
    double bins = 0;
    for (size_t i = 0; i < process->integrand.histogram_count; ++i)
        bins += process->integrand.histograms[i].bins + 2;
    const double bytes = bins * (double)process->integrand.variations * BIN_WORDS * sizeof(int64_t);
    char sentence[200];
    if (bytes <= most)
        return TS_OK;
    snprintf(sentence, sizeof sentence,
             "%zu weights of %.0f bins of histograms need %.2g GB for each thread, more than 1 GB: "
             "ask for fewer bins, or for fewer variations",
             process->integrand.variations, bins, bytes / 1e9);
    return ts_card_refuse(context, card, "histograms", sentence);
}
