#include "pdf/embedded.h"

#include "core/cache.h"
#include "core/context.h"
#include "core/file.h"
#include "pdf/find.h"
#include "pdf/starting.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Scales below and above the bottom quark's mass. */
enum { BELOW_BOTTOM = 15, ABOVE_BOTTOM = 43, SCALES = BELOW_BOTTOM + ABOVE_BOTTOM };

static const int lhapdf_number = 10042; /* of CTEQ6L1 */
static const int partons[] = {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 21};
enum { PARTONS = sizeof partons / sizeof partons[0] };

/* x f of a parton from the densities that are evolved. */
static double parton_value(int pdg, const double f[EVOLVED_COUNT])
{
    switch (pdg) {
    case -1:
        return f[EVOLVED_DOWN_SEA];
    case -2:
        return f[EVOLVED_UP_SEA];
    case 1:
        return f[EVOLVED_DOWN_VALENCE] + f[EVOLVED_DOWN_SEA];
    case 2:
        return f[EVOLVED_UP_VALENCE] + f[EVOLVED_UP_SEA];
    case 3:
    case -3:
        return f[EVOLVED_STRANGE];
    case 4:
    case -4:
        return f[EVOLVED_CHARM];
    case 5:
    case -5:
        return f[EVOLVED_BOTTOM];
    default:
        return f[EVOLVED_GLUON];
    }
}

/* Writes one row of scales from low to high, both included. Steps are in log log(Q^2/L^2), in which
 * everything varies evenly. They shrink smoothly to a tenth at the ends, where the interpolation has
 * one-sided differences only. */
static void fill_scales(double lambda, double low, double high, size_t count, double *log_q2)
{
    double from = log(2 * log(low / lambda)), to = log(2 * log(high / lambda));
    const double turn = 2 * acos(-1);
    for (size_t i = 0; i < count; ++i) {
        double t = (double)i / (double)(count - 1);
        log_q2[i] = 2 * log(lambda) + exp(from + (to - from) * (t - 0.9 * sin(turn * t) / turn));
    }
    log_q2[0] = 2 * log(low);
    log_q2[count - 1] = 2 * log(high);
}

/* The points of the evolution that become knots. Towards x = 1 they lie too close for a
 * quick look-up; that far only those in steps of 0.008 in log x are taken. */
static size_t choose_points(const struct evolution *evolution, size_t *points)
{
    const double least = 0.008;
    size_t count = 0;
    double before = -INFINITY;
    for (size_t i = 0; i < evolution->count; ++i) {
        double log_x = log(evolution->x[i]);
        if (log_x - before < least || log_x > -least)
            continue;
        points[count++] = i;
        before = log_x;
    }
    return count;
}

/* The bottom quark's mass stands twice: there its density begins. */
static void fill_axes(const struct evolution *evolution, const size_t *points, const struct alpha_s *coupling,
                      struct pdf_grid *grid)
{
    for (size_t i = 0; i + 1 < grid->x_count; ++i)
        grid->log_x[i] = log(evolution->x[points[i]]);
    grid->log_x[grid->x_count - 1] = 0;
    memcpy(grid->flavours, partons, sizeof partons);
    fill_scales(coupling->lambda[4], STARTING_SCALE, STARTING_BOTTOM, BELOW_BOTTOM, grid->log_q2);
    fill_scales(coupling->lambda[5], STARTING_BOTTOM, STARTING_HIGHEST, ABOVE_BOTTOM,
                grid->log_q2 + BELOW_BOTTOM);
}

static ts_status fill_values(ts_context *context, const struct evolution *evolution, const size_t *points,
                             const struct alpha_s *coupling, double (*density)[EVOLVED_COUNT],
                             struct pdf_grid *grid)
{
    for (size_t q = 0; q < SCALES; ++q) {
        if (q > 0 && grid->log_q2[q] > grid->log_q2[q - 1]) {
            int flavours = q < BELOW_BOTTOM ? 4 : 5;
            double before = alpha_s_value(coupling, exp(grid->log_q2[q - 1]));
            double after = alpha_s_value(coupling, exp(grid->log_q2[q]));
            ts_status status = evolution_advance(context, evolution, flavours,
                                                 evolution_time(flavours, before, after), density);
            if (status)
                return status;
        }
        for (size_t f = 0; f < PARTONS; ++f)
            for (size_t i = 0; i + 1 < grid->x_count; ++i) /* at x = 1 they are zero */
                pdf_grid_row(grid, q, f)[i] = parton_value(partons[f], density[points[i]]);
    }
    return TS_OK;
}

/* The grid of an evolution from `density`, with room for the numbers of its points. */
static ts_status make_grid(ts_context *context, const struct evolution *evolution,
                           const struct alpha_s *coupling, double (*density)[EVOLVED_COUNT], size_t *points,
                           struct pdf_grid *grid)
{
    size_t knots = choose_points(evolution, points) + 1;
    ts_status status = pdf_grid_create(context, knots, SCALES, PARTONS, grid);
    if (status)
        return status;
    fill_axes(evolution, points, coupling, grid);
    return fill_values(context, evolution, points, coupling, density, grid);
}

ts_status pdf_evolve(ts_context *context, const struct alpha_s *coupling,
                     void (*starting)(double x, double density[EVOLVED_COUNT]), struct pdf_grid *grid)
{
    struct evolution evolution;
    ts_status status = evolution_create(context, STARTING_LOWEST_X, &evolution);
    if (status)
        return status;
    double(*density)[EVOLVED_COUNT] = calloc(evolution.count, sizeof *density);
    size_t *points = calloc(evolution.count, sizeof *points);
    if (density && points) {
        for (size_t i = 0; i < evolution.count; ++i)
            starting(evolution.x[i], density[i]);
        status = make_grid(context, &evolution, coupling, density, points, grid);
    } else {
        status = ts_fail_memory(context, "parton densities that are evolved");
    }
    free(density);
    free(points);
    evolution_destroy(&evolution);
    return status;
}

/* The file in the cache: a header, then the arrays of the grid as they are in
 * memory. The header's first word tells apart versions and byte orders; increase
 * it with every change of the numbers. */
struct header {
    uint64_t version, x_count, q_count, flavour_count, checksum;
};
enum { VERSION = 0x7e55e004 };

static size_t payload_bytes(const struct pdf_grid *grid)
{
    size_t values = grid->x_count * grid->q_count * grid->flavour_count;
    return (grid->x_count + grid->q_count + values) * sizeof(double) + grid->flavour_count * sizeof(int);
}

/* FNV-1a (G. Fowler, L. C. Noll, P. Vo), 64 bits. */
static uint64_t checksum(const char *data, size_t bytes)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; ++i)
        hash = (hash ^ (unsigned char)data[i]) * 0x100000001b3u;
    return hash;
}

/* Copies the arrays of a grid to (out) or from a buffer. */
static void transfer(const struct pdf_grid *grid, char *buffer, int out)
{
    size_t values = grid->x_count * grid->q_count * grid->flavour_count;
    void *arrays[] = {grid->log_x, grid->log_q2, grid->values, grid->flavours};
    size_t bytes[] = {grid->x_count * sizeof(double), grid->q_count * sizeof(double), values * sizeof(double),
                      grid->flavour_count * sizeof(int)};
    for (int i = 0; i < 4; ++i) {
        if (out)
            memcpy(buffer, arrays[i], bytes[i]);
        else
            memcpy(arrays[i], buffer, bytes[i]);
        buffer += bytes[i];
    }
}

static ts_status cache_path(char *path, size_t bytes)
{
    char folder[PATH_MAX - 64];
    ts_status status = cache_folder(NULL, "pdf", folder, sizeof folder);
    if (!status)
        snprintf(path, bytes, "%s/%s-%08x.grid", folder, PDF_EMBEDDED_NAME, VERSION);
    return status;
}

/* Whether the cache held a good grid. */
static int load(const char *path, struct pdf_grid *grid)
{
    char *data;
    size_t bytes;
    struct header header;
    if (file_read(NULL, path, (size_t)1 << 28, &data, &bytes))
        return 0;
    int good = bytes > sizeof header;
    if (good) {
        memcpy(&header, data, sizeof header);
        good = header.version == VERSION && header.q_count == SCALES && header.flavour_count == PARTONS &&
               header.x_count > 8 && header.x_count < 100000 &&
               header.checksum == checksum(data + sizeof header, bytes - sizeof header) &&
               !pdf_grid_create(NULL, header.x_count, header.q_count, header.flavour_count, grid);
        if (good && payload_bytes(grid) != bytes - sizeof header) {
            pdf_grid_destroy(grid);
            good = 0;
        }
    }
    if (good)
        transfer(grid, data + sizeof header, 0);
    free(data);
    return good;
}

/* Keeps the grid; where that fails, the next run only has to evolve again. */
static void keep(ts_context *context, const char *path, const struct pdf_grid *grid)
{
    size_t bytes = payload_bytes(grid);
    struct header header = {VERSION, grid->x_count, grid->q_count, grid->flavour_count, 0};
    char *data = malloc(sizeof header + bytes);
    if (!data)
        return;
    transfer(grid, data + sizeof header, 1);
    header.checksum = checksum(data + sizeof header, bytes);
    memcpy(data, &header, sizeof header);
    if (file_write_atomically(NULL, path, data, sizeof header + bytes))
        ts_log(context, TS_LOG_INFO, "The evolved parton densities could not be kept as %s.", path);
    free(data);
}

ts_status pdf_embedded_create(ts_context *context, ts_pdf *pdf)
{
    pdf->name = strdup(PDF_EMBEDDED_NAME);
    pdf->number = lhapdf_number;
    pdf->source = strdup("embedded");
    pdf->description = strdup("CTEQ6L1, evolved at leading order from its starting distribution at 1.3 GeV");
    pdf->reference = strdup("hep-ph/0201195");
    if (!pdf->name || !pdf->source || !pdf->description || !pdf->reference)
        return ts_fail_memory(context, "the embedded parton densities");
    pdf->coupling = starting_coupling();
    char path[PATH_MAX];
    int have_cache = !cache_path(path, sizeof path);
    if (have_cache && load(path, &pdf->grid))
        return TS_OK;
    ts_status status = pdf_evolve(context, &pdf->coupling, starting_densities, &pdf->grid);
    if (!status && have_cache)
        keep(context, path, &pdf->grid);
    return status;
}
