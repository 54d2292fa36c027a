/* Squared matrix elements by one kernel over items (kernels/map.h) that a family brings along: each point is
 * a sum over its items. */
#ifndef TESSERA_FAMILIES_AMPLITUDE_MAP_H
#define TESSERA_FAMILIES_AMPLITUDE_MAP_H

#include "device/device.h"
#include "process/family.h"
#include "program/program.h"

/* One evaluation at work. */
struct evaluation {
    ts_context *context;
    const struct amplitude_map *map;
    struct particle_list particles;
    int double_precision, fixed_helicities;
    ts_parameter coupling;
    uint64_t items; /* of a point; its sum is that of theirs */
    double factor;  /* |M|^2 over that sum, in units where energies are near one */
    struct device *device;
    struct device_program *program;
    size_t points; /* of a launch, at most */
    /* Momenta of these, helicities, and sums: on the host scalars of the precision. Then two numbers: the
     * first item of a point, and how many a point has. */
    struct device_buffer *buffers[MAP_BUFFERS];
    void *momenta, *helicities, *sums;
    double *units; /* [points], GeV */
};

struct amplitude_map {
    /* Sets coupling, items and factor from particles and helicities; refuses what makes no sense. */
    ts_status (*prepare)(struct evaluation *work, const ts_amplitude_settings *settings);
    void (*write)(const struct evaluation *work, struct source *text);
    const char *kernel; /* name; buffers are those of struct evaluation, momenta and helicities outgoing */
    /* The amplitude is infinite where a particle is collinear with one before it whose number is below this.
     */
    int singular;
    const char *includes, *includes_one; /* of a sum over helicities, of one configuration */
};

/* What a family's evaluate() is asked for, by its map. */
ts_status amplitude_map_evaluate(ts_context *context, const struct amplitude_map *map,
                                 const struct amplitude_request *request, double *values,
                                 ts_amplitude_info *info);

#endif
