/* What variations make of each bin of a histogram. */
#include "core/context.h"
#include "core/decimal.h"
#include "core/environment.h"
#include "core/needs.h"
#include "pdf/set.h"
#include "tessera/observable.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which variation a path in brackets names, as MCnet has it (arXiv:2203.08230): "/x/ht[MUR=0.5_MUF=1_...]".
 */
struct variation {
    double mur, muf;
    int number;         /* LHAPDF's, 0: none */
    const char *member; /* or the member of a set without a number, as text; NULL: none */
    int is_other;       /* whether the name says neither scales nor densities */
};

/* The text behind `key` in a name, up to the bracket; NULL: it is not there. */
static const char *behind(const char *name, const char *key)
{
    const char *place = strstr(name, key);
    return place && (place[-1] == '[' || place[-1] == '_') ? place + strlen(key) : NULL;
}

/* A number in a name, to the '_' or ']' behind it; `otherwise` where there is no text. *right: 0 where it is
 * none. */
static double number_in(const char *text, double otherwise, int *right)
{
    double number = otherwise;
    *right = *right && (!text || decimal_read(text, strcspn(text, "_]"), &number));
    return number;
}

/* Whether a name is that of a whole weight: no part of one (coefficients of a polynomial), nor an auxiliary
 * number. */
static int is_weight(const char *name)
{
    static const char *const others[] = {"polynomial:", "AUX_", "EXTRA_"};
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (!strncmp(name, others[i], strlen(others[i])))
            return 0;
    return *name != ']';
}

/* Whether a path is that of a variation of another, and which one. */
static int is_variation(const char *path, const char *of, struct variation *variation)
{
    const size_t length = strlen(of);
    if (strncmp(path, of, length) != 0 || path[length] != '[')
        return 0;
    const char *name = path + length, *mur = behind(name, "MUR="), *muf = behind(name, "MUF="),
               *number = behind(name, "LHAPDF="), *set = behind(name, "PDF="),
               *member = set ? strrchr(set, '_') : NULL;
    const int is_other = !(mur || muf || number || set);
    int right = !is_other || is_weight(name + 1);
    const double which = number_in(number, 0, &right);
    *variation = (struct variation){.mur = number_in(mur, 1, &right),
                                    .muf = number_in(muf, 1, &right),
                                    .number = fabs(which) < INT_MAX ? (int)which : 0,
                                    .member = member ? member + 1 : NULL,
                                    .is_other = is_other};
    return right;
}

static int same_bins(const ts_histogram *a, const ts_histogram *b)
{
    int same = a->bin_count == b->bin_count;
    for (size_t i = 0; same && i < a->bin_count; ++i)
        same = a->bins[i].low == b->bins[i].low && a->bins[i].high == b->bins[i].high;
    return same;
}

/* Makes a band that holds the histogram itself; whether there is memory. */
static int begin_band(const ts_histogram *histogram, double **low, double **high)
{
    if (*low)
        return 1;
    *low = calloc(histogram->bin_count + 1, sizeof **low);
    *high = calloc(histogram->bin_count + 1, sizeof **high);
    for (size_t i = 0; *low && *high && i < histogram->bin_count; ++i)
        (*low)[i] = (*high)[i] = histogram->bins[i].sum_w;
    return *low && *high;
}

/* Widens a band by a variation; whether there is memory. */
static int widen(const ts_histogram *histogram, const ts_histogram *varied, double **low, double **high)
{
    if (!begin_band(histogram, low, high))
        return 0;
    for (size_t i = 0; i < histogram->bin_count; ++i) {
        (*low)[i] = fmin((*low)[i], varied->bins[i].sum_w);
        (*high)[i] = fmax((*high)[i], varied->bins[i].sum_w);
    }
    return 1;
}

/* The member that a variation is of, or -1. */
static int member_of(const struct variation *variation, const ts_pdf *pdf)
{
    if (variation->mur != 1 || variation->muf != 1)
        return -1;
    if (variation->number)
        return pdf->number ? variation->number - pdf->number : -1;
    char *end;
    const long member = variation->member ? strtol(variation->member, &end, 10) : -1;
    return member > 0 && member < INT_MAX && *end == ']' ? (int)member : -1;
}

/* The band of the densities, of all members of a set: where one is missing there is none. */
static ts_status take_densities(ts_context *context, const ts_histogram *histogram,
                                const ts_histogram **members, size_t count, const ts_pdf *pdf,
                                ts_bands *bands)
{
    double *values = calloc(count, sizeof *values);
    for (size_t m = 0; m < count; ++m)
        if (!members[m]) {
            free(values);
            return TS_OK;
        }
    int is_whole = values && begin_band(histogram, &bands->density_low, &bands->density_high);
    const int has_memory = is_whole;
    for (size_t i = 0; i < histogram->bin_count && is_whole; ++i) {
        ts_pdf_spread spread;
        for (size_t m = 0; m < count; ++m)
            values[m] = members[m]->bins[i].sum_w;
        is_whole = ts_pdf_uncertainty(pdf, values, &spread);
        bands->density_low[i] = is_whole ? spread.central - spread.down : 0;
        bands->density_high[i] = is_whole ? spread.central + spread.up : 0;
    }
    free(values);
    if (!is_whole) {
        free(bands->density_low);
        free(bands->density_high);
        bands->density_low = bands->density_high = NULL;
    }
    return has_memory ? TS_OK : ts_fail_memory(context, "a band of densities");
}

ts_status ts_bands_create(ts_context *context, const ts_histogram *histogram, const ts_histogram *varied,
                          size_t count, const ts_pdf *pdf, ts_bands *bands)
{
    OWN_ENVIRONMENT;
    NEEDS(context, bands && histogram && (varied || !count));
    *bands = (ts_bands){.scale_low = NULL};
    const size_t member_count = pdf && pdf->member == 0 ? (size_t)ts_pdf_describe(pdf).member_count : 0;
    const ts_histogram **members = calloc(member_count + 1, sizeof(const ts_histogram *));
    ts_status status = members ? TS_OK : ts_fail_memory(context, "the bands of variations");
    if (members)
        members[0] = histogram;
    for (size_t i = 0; i < count && !status; ++i) {
        struct variation which;
        if (!is_variation(varied[i].path, histogram->path, &which) || !same_bins(histogram, &varied[i]))
            continue;
        const int member = member_count ? member_of(&which, pdf) : -1;
        int has_memory = 1;
        if (which.is_other)
            has_memory = widen(histogram, &varied[i], &bands->weight_low, &bands->weight_high);
        else if (which.mur != 1 || which.muf != 1)
            has_memory = widen(histogram, &varied[i], &bands->scale_low, &bands->scale_high);
        else if (member > 0 && (size_t)member < member_count)
            members[member] = &varied[i];
        status = has_memory ? TS_OK : ts_fail_memory(context, "a band of weights");
    }
    if (!status && member_count > 1)
        status = take_densities(context, histogram, members, member_count, pdf, bands);
    free(members);
    if (status)
        ts_bands_destroy(bands);
    return status;
}

void ts_bands_destroy(ts_bands *bands)
{
    if (!bands)
        return;
    free(bands->scale_low);
    free(bands->scale_high);
    free(bands->density_low);
    free(bands->density_high);
    free(bands->weight_low);
    free(bands->weight_high);
    *bands = (ts_bands){.scale_low = NULL};
}
