#include "events/event_assembly.h"

#include "core/context.h"
#include "event/record_layout.h"
#include "events/nearest_shell.h"
#include "events/resonances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Events that wait for their files: of each thread so many that its cache has them still. */
enum { EVENTS_MOST = 1 << 13, THREAD_EVENTS = 1 << 10, NUMBERS_MOST = 1 << 20 };

double event_batch_value(const struct event_batch *batch, int row, size_t slot)
{
    const size_t place = slot * batch->stride + (size_t)row;
    return batch->wide ? ((const double *)batch->rows)[place] : (double)((const float *)batch->rows)[place];
}

int event_batch_next(struct event_batch *record, size_t slot)
{
    const size_t rows = (size_t)event_batch_value(record, RECORD_NEXT, slot);
    record->rows = (const char *)record->rows + rows * (record->wide ? sizeof(double) : sizeof(float));
    return rows > 0;
}

/* `numbers` [PARTICLE_ROWS], of a record. */
static struct event_particle particle_of(const double *numbers)
{
    const int is_final = (int)numbers[PARTICLE_STATUS] == EVENT_FINAL; /* which clustering takes off */
    return (struct event_particle){
        .e = numbers[PARTICLE_E],
        .x = numbers[PARTICLE_X],
        .y = numbers[PARTICLE_Y],
        .z = numbers[PARTICLE_Z],
        .mass = numbers[PARTICLE_MASS],
        .pdg = (int)numbers[PARTICLE_PDG],
        .status = (int)numbers[PARTICLE_STATUS],
        .colour = (int)numbers[PARTICLE_COLOUR],
        .anticolour = (int)numbers[PARTICLE_ANTICOLOUR],
        .mothers = {(int)numbers[PARTICLE_MOTHER1], (int)numbers[PARTICLE_MOTHER2]},
        .helicity = (int)numbers[PARTICLE_HELICITY],
        .scale = is_final ? numbers[PARTICLE_SCALE] : 0,
    };
}

/* A particle of a record in single precision. */
static struct event_particle particle_of_floats(const float *record)
{
    double numbers[PARTICLE_ROWS];
    for (int i = 0; i < PARTICLE_ROWS; ++i)
        numbers[i] = (double)record[i];
    return particle_of(numbers);
}

/* Momenta in single precision miss masses and balance by their last digits, which a check of the file finds.
 * Here the particle of most energy takes the rest of px and py. Energies follow from masses, and what comes
 * in along both beams from the sums. Beams themselves keep their energies: copies of them differ by such
 * digits. */
static void settle(struct event_particle *list, int count)
{
    struct event_particle *incoming[2] = {NULL, NULL}, *hardest = NULL;
    double e = 0, x = 0, y = 0, z = 0;
    for (int i = 0; i < count; ++i) {
        struct event_particle *p = &list[i];
        if (p->status == EVENT_INCOMING)
            incoming[p->z < 0] = p;
        if (p->status != EVENT_FINAL)
            continue;
        x += p->x;
        y += p->y;
        z += p->z;
        if (!hardest || p->e > hardest->e)
            hardest = p;
    }
    if (!hardest)
        return;
    hardest->x -= x;
    hardest->y -= y;
    for (int i = 0; i < count; ++i) {
        struct event_particle *p = &list[i];
        if (p->status != EVENT_FINAL)
            continue;
        p->e = sqrt(p->x * p->x + p->y * p->y + p->z * p->z + p->mass * p->mass);
        e += p->e;
    }
    if (!incoming[0] || !incoming[1])
        return;
    incoming[0]->e = incoming[0]->z = (e + z) / 2;
    incoming[1]->e = (e - z) / 2;
    incoming[1]->z = -incoming[1]->e;
}

void event_batch_particles(const struct event_batch *batch, size_t slot, struct event_particle *list,
                           int count)
{
    const size_t first = slot * batch->stride + RECORD_PARTICLE;
    for (int i = 0; i < count; ++i) {
        const size_t place = first + (size_t)i * PARTICLE_ROWS;
        list[i] = batch->wide ? particle_of((const double *)batch->rows + place)
                              : particle_of_floats((const float *)batch->rows + place);
    }
    if (!batch->wide)
        settle(list, count);
}

ts_status event_assembly_create(ts_context *context, const struct event_source *source,
                                struct event_assembly *assembly)
{
    const struct event_run *run = &source->run;
    const size_t numbers = run->variation_count + 1, most = NUMBERS_MOST / numbers;
    const size_t threads = run->threads > 1 ? (size_t)run->threads : 1;
    const size_t wanted = threads < EVENTS_MOST / THREAD_EVENTS ? threads * THREAD_EVENTS : EVENTS_MOST;
    const size_t events = most < 1 ? 1 : most < wanted ? most : wanted;
    *assembly = (struct event_assembly){.run = run,
                                        .chains = source->chains,
                                        .on_shell = source->on_shell,
                                        .rows = source->rows,
                                        .enhanced = source->enhanced,
                                        .events_room = events,
                                        .events = malloc(events * sizeof *assembly->events),
                                        .varied = malloc(events * numbers * sizeof *assembly->varied)};
    return assembly->events && assembly->varied ? TS_OK : ts_fail_memory(context, "a list of events");
}

void event_assembly_destroy(struct event_assembly *assembly)
{
    free(assembly->events);
    free(assembly->particles);
    free(assembly->varied);
    *assembly = (struct event_assembly){.run = NULL};
}

static ts_status make_room(ts_context *context, struct event_assembly *assembly, size_t particles)
{
    const size_t needed = assembly->particle_count + particles;
    if (needed <= assembly->particle_room)
        return TS_OK;
    struct event_particle *grown = realloc(assembly->particles, 2 * needed * sizeof *grown);
    if (!grown)
        return ts_fail_memory(context, "an event");
    assembly->particles = grown;
    assembly->particle_room = 2 * needed;
    return TS_OK;
}

/* Returns how many particles there are then. */
static int insert_resonances(const struct event_assembly *assembly, int process, struct event_particle *list,
                             int count)
{
    const struct chain *named = assembly->chains ? &assembly->chains[process] : NULL;
    if (!assembly->on_shell)
        return named ? resonances_insert(named, list, count, EVENT_BEAMS) : count;
    const struct chain chain = nearest_shell(named, &assembly->on_shell[process], list, count);
    return resonances_insert(&chain, list, count, EVENT_BEAMS);
}

ts_status event_assembly_add(ts_context *context, struct event_assembly *assembly,
                             const struct event_batch *batch, size_t slot, const struct kept_event *kept)
{
    const int particles = (int)event_batch_value(batch, RECORD_PARTICLES, slot);
    const int process = (int)event_batch_value(batch, RECORD_CHANNEL, slot);
    const size_t most = (size_t)particles + DECAYS_MOST + EVENT_BEAMS,
                 variations = assembly->run->variation_count;
    double *varied = assembly->varied + assembly->count * variations;
    const ts_status status = make_room(context, assembly, most);
    if (status)
        return status;
    struct event_particle *list = assembly->particles + assembly->particle_count;
    memcpy(list, assembly->run->beams, sizeof assembly->run->beams);
    event_batch_particles(batch, slot, list + EVENT_BEAMS, particles);
    const size_t all = EVENT_BEAMS +
                       (size_t)insert_resonances(assembly, process, list + EVENT_BEAMS, particles);
    const int first = (int)event_batch_value(batch, RECORD_VARIED, slot);
    const double own = assembly->enhanced ? event_batch_value(batch, first + (int)variations, slot) : 1;
    for (size_t k = 0; k < variations; ++k) {
        const double factor = event_batch_value(batch, first + (int)k, slot);
        varied[k] = isfinite(factor) ? kept->weight * factor : 0; /* as where it is integrated */
    }
    assembly->events[assembly->count++] =
        (struct event){.number = kept->number,
                       .process = assembly->rows ? assembly->rows[process] : process,
                       .tried = kept->tried,
                       .weight = kept->weight * own,
                       .group_size = kept->group_size,
                       .group_place = kept->group_place,
                       .scale = event_batch_value(batch, RECORD_SCALE, slot),
                       .scale_r = event_batch_value(batch, RECORD_SCALE_R, slot),
                       .alpha_s = event_batch_value(batch, RECORD_ALPHA_S, slot),
                       .incoming = EVENT_BEAMS,
                       .outgoing = (int)all - EVENT_BEAMS,
                       .variations = varied,
                       .variation_count = variations};
    assembly->particle_count += all;
    return TS_OK;
}

int event_assembly_full(const struct event_assembly *assembly)
{
    return assembly->count == assembly->events_room ||
           assembly->particle_count * PARTICLE_ROWS >= NUMBERS_MOST;
}

const struct event *event_assembly_take(struct event_assembly *assembly, size_t *count)
{
    size_t first = 0;
    for (size_t i = 0; i < assembly->count; ++i) { /* particles have their place now, which grew before */
        struct event *event = &assembly->events[i];
        event->particles = assembly->particles + first;
        first += (size_t)(event->incoming + event->outgoing);
    }
    *count = assembly->count;
    assembly->count = assembly->particle_count = 0;
    return assembly->events;
}
