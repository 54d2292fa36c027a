#include "tessera/pdf.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/file.h"
#include "core/needs.h"
#include "core/text_clean.h"
#include "pdf/embedded.h"
#include "pdf/find.h"
#include "pdf/info.h"
#include "pdf/lhagrid.h"
#include "pdf/set.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES = 1 << 30 }; /* the largest published members have some 10 MB */

/* What share of a normal distribution, in per cent, the set's errors stand for: one standard deviation unless
 * it says otherwise. Replicas have none, which sets write as 0 or -1. */
static ts_status take_confidence(ts_context *context, const struct info *info, const char *file, ts_pdf *pdf)
{
    const double one_deviation = 68.2689492137086;
    pdf->confidence = one_deviation;
    const ts_status status = info_number(context, info, "ErrorConfLevel", &pdf->confidence);
    if (status)
        return status;
    if (pdf->confidence <= 0)
        pdf->confidence = one_deviation;
    return pdf->confidence < 100
               ? TS_OK
               : ts_fail(context, TS_ERROR_INPUT, "%s: ErrorConfLevel must be below 100 per cent, not %g.",
                         info_file(info, "ErrorConfLevel", file), pdf->confidence);
}

/* Reads what the set says of itself and of its alpha_s, without the grid. */
static ts_status take_info(ts_context *context, const struct info *info, const char *file, ts_pdf *pdf)
{
    pdf->description = strdup(info_text(info, "SetDesc", ""));
    pdf->reference = strdup(info_text(info, "Reference", ""));
    pdf->error_type = strdup(info_text(info, "ErrorType", "unknown"));
    if (!pdf->description || !pdf->reference || !pdf->error_type)
        return ts_fail_memory(context, file);
    text_clean(pdf->description, 0);
    text_clean(pdf->reference, 0);
    text_clean(pdf->error_type, 0);
    ts_status status = take_confidence(context, info, file, pdf);
    if (!status)
        status = info_whole(context, info, "OrderQCD", 0, 9, &pdf->order);
    if (!status)
        status = info_alpha_s(context, info, file, &pdf->coupling);
    return status;
}

/* The rules for points beyond the grid, and for values below zero. */
static ts_status take_rules(ts_context *context, const struct info *info, const char *file,
                            struct pdf_grid *grid)
{
    const char *extrapolator = info_text(info, "Extrapolator", "continuation");
    if (!strcmp(extrapolator, "continuation"))
        grid->extrapolator = PDF_CONTINUATION;
    else if (!strcmp(extrapolator, "nearest"))
        grid->extrapolator = PDF_NEAREST;
    else if (!strcmp(extrapolator, "error"))
        grid->extrapolator = PDF_NO_EXTRAPOLATION;
    else
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: Extrapolator must be continuation, nearest or error, not '%.40s'.",
                       info_file(info, "Extrapolator", file), extrapolator);
    const char *interpolator = info_text(info, "Interpolator", "logcubic");
    if (strcmp(interpolator, "logcubic"))
        return ts_fail(context, TS_ERROR_INPUT,
                       "%s: Interpolator must be logcubic, the only one known, not '%.40s'.",
                       info_file(info, "Interpolator", file), interpolator);
    return info_whole(context, info, "ForcePositive", 0, 2, &grid->force_positive);
}

/* How many bytes of a .dat file are its header, up to and without the "---". */
static size_t header_bytes(const char *text)
{
    const char *at = text;
    while (strncmp(at, "---", 3)) {
        at = strchr(at, '\n');
        if (!at)
            return strlen(text);
        ++at;
    }
    return (size_t)(at - text);
}

static ts_status read_member(ts_context *context, const char *file, struct info *info, ts_pdf *pdf)
{
    char *text;
    size_t bytes;
    ts_status status = file_status_of_input(file_read(context, file, FILE_BYTES, &text, &bytes));
    if (status)
        return status;
    size_t header = header_bytes(text);
    /* What a member says of itself goes before what the set says. */
    if (header > 0)
        status = info_parse(context, file, text, header, info);
    if (!status)
        status = lhagrid_parse(context, file, text, bytes, &pdf->grid);
    free(text);
    return status;
}

static ts_status read_set(ts_context *context, const char *folder, int is_asked_for, ts_pdf *pdf)
{
    char name[NAME_MAX + 1], set_file[PATH_MAX + NAME_MAX + 16], member_file[PATH_MAX + NAME_MAX + 32];
    ts_status status = pdf_name_of(context, folder, name, sizeof name);
    if (status)
        return status;
    pdf->name = strdup(name);
    pdf->source = strdup(folder);
    if (!pdf->name || !pdf->source)
        return ts_fail_memory(context, folder);
    snprintf(set_file, sizeof set_file, "%s/%s.info", folder, name);
    snprintf(member_file, sizeof member_file, "%s/%s_%04d.dat", folder, name, pdf->member);
    char *text;
    size_t bytes;
    status = file_status_of_input(file_read(context, set_file, FILE_BYTES, &text, &bytes));
    if (status)
        return status;
    struct info info = {0};
    status = info_parse(context, set_file, text, bytes, &info);
    free(text);
    if (!status && !info_find(&info, "NumMembers"))
        status = ts_fail(context, TS_ERROR_INPUT, "%s: the key NumMembers is missing.", set_file);
    if (!status)
        status = info_whole(context, &info, "NumMembers", 1, 1000000, &pdf->member_count);
    if (!status)
        status = info_whole(context, &info, "SetIndex", 0, INT_MAX, &pdf->number);
    if (!status && pdf->member >= pdf->member_count)
        status = ts_fail(context, TS_ERROR_INPUT, "%s has no member %d: its members are 0 to %d.", name,
                         pdf->member, pdf->member_count - 1);
    if (!status)
        status = read_member(context, member_file, &info, pdf);
    if (!status)
        status = take_info(context, &info, set_file, pdf);
    if (!status)
        status = take_rules(context, &info, set_file, &pdf->grid);
    if (!status && is_asked_for)
        info_warn_of_alpha_s(context, info_file(&info, "AlphaS_Vals", set_file), &pdf->coupling);
    info_destroy(&info);
    return status;
}

/* `is_asked_for`: by the user, who is warned of what is odd. */
static ts_status create(ts_context *context, const char *name, int member, int is_asked_for, ts_pdf **pdf)
{
    NEEDS(context, pdf);
    *pdf = NULL;
    NEEDS(context, context && name);
    if (member < 0)
        return ts_fail(context, TS_ERROR_INPUT, "The member of a set must be 0 or more, not %d.", member);
    char folder[PATH_MAX];
    int embedded;
    ts_status status = pdf_find(context, name, &member, folder, sizeof folder, &embedded);
    if (status)
        return status;
    ts_pdf *made = calloc(1, sizeof *made);
    if (!made)
        return ts_fail_memory(context, name);
    made->member = member;
    made->member_count = 1;
    if (embedded && member > 0)
        status = ts_fail(context, TS_ERROR_INPUT, "The embedded set %s has no member %d: its only one is 0.",
                         name, member);
    else
        status = embedded ? pdf_embedded_create(context, made)
                          : read_set(context, folder, is_asked_for, made);
    if (status)
        ts_pdf_destroy(&made);
    *pdf = made;
    return status;
}

ts_status ts_pdf_create(ts_context *context, const char *name, int member, ts_pdf **pdf)
{
    OWN_ENVIRONMENT;
    return create(context, name, member, 1, pdf);
}

ts_status pdf_create_member(ts_context *context, const ts_pdf *pdf, int member, ts_pdf **other)
{
    return create(context, pdf->source, member, 0, other);
}

void ts_pdf_destroy(ts_pdf **pdf)
{
    if (!pdf || !*pdf)
        return;
    free((*pdf)->name);
    free((*pdf)->source);
    free((*pdf)->description);
    free((*pdf)->reference);
    free((*pdf)->error_type);
    pdf_grid_destroy(&(*pdf)->grid);
    alpha_s_destroy(&(*pdf)->coupling);
    free(*pdf);
    *pdf = NULL;
}

/* Of a parton that the set has, at x below 1. */
static double value_in(const struct pdf_grid *grid, int slot, double log_x, double log_q2)
{
    double value = pdf_grid_value(grid, slot, log_x, log_q2), floor = pdf_grid_floor(grid);
    return value < floor ? floor : value;
}

static double value_at(const ts_pdf *pdf, int pdg, double x, double q)
{
    if (!(x > 0) || !(q > 0) || !isfinite(x) || !isfinite(q))
        return NAN;
    int slot = pdf_grid_slot(&pdf->grid, pdg);
    if (slot < 0 || x >= 1)
        return 0;
    return value_in(&pdf->grid, slot, log(x), 2 * log(q));
}

double ts_pdf_xfx(const ts_pdf *pdf, int pdg, double x, double q)
{
    OWN_ENVIRONMENT;
    return pdf ? value_at(pdf, pdg, x, q) : NAN;
}

void ts_pdf_xfx_points(const ts_pdf *pdf, size_t points, const int *pdg, const double *x, const double *q,
                       double *xf)
{
    OWN_ENVIRONMENT;
    if (!pdf || !pdg || !x || !q || !xf)
        return;
    for (size_t i = 0; i < points; ++i)
        xf[i] = value_at(pdf, pdg[i], x[i], q[i]);
}

void pdf_xfx_at(const ts_pdf *pdf, int pdg, double q, size_t count, const double *log_x, double *xf)
{
    const int slot = pdf_grid_slot(&pdf->grid, pdg);
    const double log_q2 = 2 * log(q);
    for (size_t i = 0; i < count; ++i)
        xf[i] = slot < 0 ? 0 : value_in(&pdf->grid, slot, log_x[i], log_q2);
}

double ts_pdf_alpha_s(const ts_pdf *pdf, double q)
{
    OWN_ENVIRONMENT;
    return pdf && q > 0 ? alpha_s_value(&pdf->coupling, q * q) : NAN;
}

const char *ts_pdf_name(const ts_pdf *pdf) { return pdf ? pdf->name : ""; }

const char *ts_pdf_source(const ts_pdf *pdf) { return pdf ? pdf->source : ""; }

/* The number whose logarithm a knot is, without the noise of its last digits. */
static double from_logarithm(double logarithm)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.12g", exp(logarithm));
    return strtod(digits, NULL);
}

ts_pdf_facts ts_pdf_describe(const ts_pdf *pdf)
{
    OWN_ENVIRONMENT;
    if (!pdf)
        return (ts_pdf_facts){.description = "", .reference = "", .alpha_s_type = ""};
    static const char *const types[] = {"analytic", "ipol", "ode"};
    const struct pdf_grid *grid = &pdf->grid;
    return (ts_pdf_facts){
        .description = pdf->description,
        .reference = pdf->reference,
        .alpha_s_type = types[pdf->coupling.type],
        .x_min = from_logarithm(grid->log_x[0]),
        .x_max = from_logarithm(grid->log_x[grid->x_count - 1]),
        .q_min = from_logarithm(grid->log_q2[0] / 2),
        .q_max = from_logarithm(grid->log_q2[grid->q_count - 1] / 2),
        .flavours = grid->flavours,
        .flavour_count = grid->flavour_count,
        .x_knots = grid->x_count,
        .q_knots = grid->q_count,
        .order = pdf->order,
        .alpha_s_order = pdf->coupling.order,
        .member = pdf->member,
        .member_count = pdf->member_count,
        .error_type = pdf->error_type ? pdf->error_type : "unknown",
        .confidence = pdf->confidence,
    };
}

int pdf_has_flavour(const ts_pdf *pdf, int pdg)
{
    const ts_pdf_facts facts = ts_pdf_describe(pdf);
    for (size_t i = 0; i < facts.flavour_count; ++i)
        if (facts.flavours[i] == pdg || (pdg == 21 && facts.flavours[i] == 0))
            return 1;
    return 0;
}
