#include "core/environment.h"
#include "pdf/set.h"
#include "tessera/pdf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* How many standard deviations hold so much of a normal distribution, from 0 to 1. */
static double deviations_of(double level)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        if (erf(middle / sqrt(2)) < level)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Members 1 and 2, 3 and 4, ... are both ends of an eigenvector. */
static void add_hessian(const double *values, size_t count, double *up, double *down)
{
    for (size_t i = 1; i + 1 < count; i += 2) {
        const double plus = values[i] - values[0], minus = values[i + 1] - values[0];
        *up += pow(fmax(fmax(plus, minus), 0), 2);
        *down += pow(fmax(fmax(-plus, -minus), 0), 2);
    }
}

static void add_symmetric(const double *values, size_t count, double *up, double *down)
{
    for (size_t i = 1; i < count; ++i)
        *up += pow(values[i] - values[0], 2);
    *down = *up;
}

static void add_replicas(const double *values, size_t count, double *central, double *up, double *down)
{
    const double members = (double)count - 1;
    double sum = 0, squares = 0;
    for (size_t i = 1; i < count; ++i)
        sum += values[i];
    *central = sum / members;
    for (size_t i = 1; i < count; ++i)
        squares += pow(values[i] - *central, 2);
    *up = *down = members > 1 ? squares / (members - 1) : 0;
}

int ts_pdf_uncertainty(const ts_pdf *pdf, const double *values, ts_pdf_spread *spread)
{
    OWN_ENVIRONMENT;
    if (!pdf || !values || !spread)
        return 0;
    static const char with_alpha_s[] = "+as";
    char type[32];
    size_t count = (size_t)pdf->member_count;
    snprintf(type, sizeof type, "%s", pdf->error_type);
    char *more = strchr(type, '+');
    const int alpha_s = more && !strcmp(more, with_alpha_s) && count > 3;
    if (more && !alpha_s)
        return 0;
    if (more)
        *more = '\0';
    count -= alpha_s ? 2 : 0;
    double up = 0, down = 0;
    *spread = (ts_pdf_spread){.central = values[0]};
    const int replicas = !strcmp(type, "replicas");
    if (count < 2)
        return 0;
    if (!strcmp(type, "hessian"))
        add_hessian(values, count, &up, &down);
    else if (!strcmp(type, "symmhessian"))
        add_symmetric(values, count, &up, &down);
    else if (replicas)
        add_replicas(values, count, &spread->central, &up, &down);
    else
        return 0;
    if (!replicas) {
        const double scale = 1 / pow(deviations_of(pdf->confidence / 100), 2);
        up *= scale;
        down *= scale;
    }
    if (alpha_s) { /* the last two members are the ends of its range */
        double ends[3] = {values[0], values[count], values[count + 1]};
        add_hessian(ends, 3, &up, &down);
    }
    spread->up = sqrt(up);
    spread->down = sqrt(down);
    return 1;
}
