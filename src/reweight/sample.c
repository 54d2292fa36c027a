#include "reweight/elements.h"

#include "amplitude/mass_shell.h"
#include "core/context.h"
#include "io/event_file.h"
#include "io/les_houches.h"
#include "reweight/massless.h"

#include <string.h>

/* What comes in from each beam: the first one flies along +z. */
static void find_partons(const ts_event *event, struct sample_event *kept)
{
    int count = 0;
    for (size_t i = 0; i < event->particle_count; ++i) {
        const ts_event_particle *p = &event->particles[i];
        if (p->status != LES_HOUCHES_INCOMING || count == LEGS_IN)
            continue;
        kept->parton[count] = p->pdg;
        kept->energy[count] = p->e;
        if (count++ && p->z > 0) { /* the two stand the other way round */
            const int code = kept->parton[0];
            const double energy = kept->energy[0];
            kept->parton[0] = kept->parton[1];
            kept->energy[0] = kept->energy[1];
            kept->parton[1] = code;
            kept->energy[1] = energy;
        }
    }
}

/* The event with light particles on the shells of the sample's model. That this moves more than rounding is
 * said once. */
static ts_event put_on_shells(ts_context *context, const char *path, const ts_event *event,
                              struct sample *sample, ts_event_particle particles[MASSLESS_PARTICLES_MOST])
{
    ts_event put = *event;
    const ts_event_particle *p = sample->model ? massless_put(sample->model, event, particles) : NULL;
    if (p)
        put.particles = particles;
    if (!p || sample->is_told || mass_shell_holds((double[]){p->e, p->x, p->y, p->z}, 0))
        return put;
    sample->is_told = 1;
    ts_log(
        context, TS_LOG_WARNING,
        "%s: event %llu: %s has the mass %.4g GeV, and none in the model: |M|^2 of it and such events is "
        "taken without the masses that showers need, what particles come from keeping its momentum. Set the "
        "mass in `model` if it is that of the matrix element.",
        path, (unsigned long long)event->place, ts_model_particle_name(sample->model, p->pdg), p->mass);
    return put;
}

ts_status sample_add(ts_context *context, const char *path, const ts_event *of_file,
                     enum helicities_taken helicities, struct sample *sample)
{
    ts_event_particle particles[MASSLESS_PARTICLES_MOST];
    const ts_event put = put_on_shells(context, path, of_file, sample, particles), *event = &put;
    const size_t i = sample->count;
    struct sample_event *kept = &sample->events[i];
    *kept = (struct sample_event){.place = event->place,
                                  .weight = event->weight,
                                  .trials = event->trials,
                                  .scale = event->scale,
                                  .scale_f = event->scale_f,
                                  .scale_r = event->scale_r,
                                  .alpha_s = event->alpha_s};
    find_partons(event, kept);
    const ts_status status = kinds_find(context, &sample->kinds, path, event, helicities, &kept->kind,
                                        sample->momenta[i]);
    if (status)
        return status;
    sample->unknown[i][0] = '\0';
    if (!sample->kinds.list[kept->kind].legs)
        event_print_codes(event, sample->unknown[i], sizeof sample->unknown[i]);
    ++sample->count;
    return TS_OK;
}

void sample_add_moved(ts_context *context, const char *path, const ts_event *event, const struct sample *of,
                      size_t i, struct sample *moved)
{
    ts_event_particle particles[MASSLESS_PARTICLES_MOST];
    size_t places[LEGS_MOST];
    const ts_event put = put_on_shells(context, path, event, moved, particles);
    const int legs = kinds_places(&put, places);
    double *momenta = moved->momenta[moved->count];
    moved->kinds = of->kinds;
    moved->events[moved->count++] = of->events[i];
    for (int leg = 0; leg < legs; ++leg) {
        const ts_event_particle *p = &put.particles[places[leg]];
        const double momentum[MOMENTUM] = {p->e, p->x, p->y, p->z};
        memcpy(momenta + MOMENTUM * leg, momentum, sizeof momentum);
    }
}

ts_status sample_read(ts_context *context, ts_event_file *file, enum helicities_taken helicities,
                      struct sample *sample)
{
    const ts_event *event = NULL;
    ts_status status = TS_OK;
    sample->count = 0;
    while (sample->count < EVENTS_AT_ONCE && !(status = ts_event_file_next(context, file, &event)) && event)
        if ((status = sample_add(context, file->path, event, helicities, sample)))
            return status;
    return status;
}
