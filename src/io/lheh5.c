#include "io/lheh5.h"

#include "core/context.h"
#include "core/file.h"
#include "io/formats.h"
#include "io/h5.h"
#include "io/les_houches.h"

#include <stdlib.h>
#include <string.h>

/* Events that are written at a time: each is a row of a few hundred bytes. */
enum { EVENTS_AT_ONCE = 1024 };

struct lheh5_writer {
    ts_context *context;
    struct file_new file;
    struct h5_file *tables;
    struct h5_table event_table, particle_table;
    double unit, scale, scale_r, alpha_s, alpha;
    size_t most;      /* particles of an event */
    size_t columns;   /* of an event */
    size_t used;      /* events in memory */
    uint64_t written; /* events that are in the file already */
    uint64_t tried;   /* until the last event */
    double *events, *particles;
    char *names; /* of the variations, one behind the other, each ended by its 0 */
};

static const char *const init_names[] = {"beamA",       "beamB",     "energyA",
                                         "energyB",     "PDFgroupA", "PDFgroupB",
                                         "PDFsetA",     "PDFsetB",   "weightingStrategy",
                                         "numProcesses"};
static const char *const process_names[] = {"procId", "npLO", "npNLO", "xSection", "error", "unitWeight"};
static const char *const event_names[] = {"pid",    "nparticles", "start", "trials", "scale",
                                          "fscale", "rscale",     "aqed",  "aqcd"};
static const char *const particle_names[] = {"id", "status", "mother1", "mother2", "color1",   "color2", "px",
                                             "py", "pz",     "e",       "m",       "lifetime", "spin"};

static void discard(void *opened)
{
    struct lheh5_writer *writer = opened;
    if (!writer)
        return;
    h5_close(&writer->tables);
    file_new_discard(&writer->file);
    free(writer->events);
    free(writer->particles);
    free(writer->names);
    free(writer);
}

/* The weight that most events of a process have [pb]; where each has its own, the largest. */
static double unit_of(const struct event_run *run, const struct event_process *process)
{
    return !(run->unit > 0) ? process->largest : process->unit > 0 ? process->unit : run->unit;
}

/* How many particles events of a process have in their list. */
static int particles_of(const struct event_run *run, size_t process)
{
    return run->processes[process].particles ? run->processes[process].particles : run->particles_most;
}

static ts_status put_head(struct lheh5_writer *writer, const struct event_run *run)
{
    const double version[] = {2, 0, 1};
    const double init[LHEH5_INIT] = {
        run->beams[0].pdg,   run->beams[1].pdg,   run->beams[0].e,  run->beams[1].e,           0, 0,
        run->density_set[0], run->density_set[1], LES_HOUCHES_MEAN, (double)run->process_count};
    double *rows = malloc((run->process_count + 1) * LHEH5_PROCESS * sizeof *rows);
    struct h5_table table;
    if (!rows)
        return ts_fail_memory(writer->context, "the file of events");
    for (size_t i = 0; i < run->process_count; ++i) {
        const double row[LHEH5_PROCESS] = {
            (double)(i + 1),         (double)particles_of(run, i),    -1, run->processes[i].cross_section,
            run->processes[i].error, unit_of(run, &run->processes[i])};
        memcpy(rows + i * LHEH5_PROCESS, row, sizeof row);
    }
    ts_status status = h5_put_list(writer->tables, "version", version, 3, 1);
    if (!status)
        status = h5_put_list(writer->tables, "init", init, LHEH5_INIT, 0);
    if (!status)
        status = h5_put_words(writer->tables, "init", "properties", init_names, LHEH5_INIT);
    if (!status)
        status = h5_begin(writer->tables, "procInfo", LHEH5_PROCESS, run->process_count, &table);
    if (!status)
        status = h5_append(writer->tables, &table, rows, run->process_count);
    if (!status)
        status = h5_put_words(writer->tables, "procInfo", "properties", process_names, LHEH5_PROCESS);
    free(rows);
    return status;
}

static ts_status make_room(struct lheh5_writer *writer, const struct event_run *run)
{
    writer->columns = LHEH5_EVENT + 1 + run->variation_count;
    writer->events = malloc(EVENTS_AT_ONCE * writer->columns * sizeof *writer->events);
    writer->particles = malloc(EVENTS_AT_ONCE * writer->most * LHEH5_PARTICLE * sizeof *writer->particles);
    writer->names = event_variation_names(run);
    return writer->events && writer->particles && writer->names
               ? TS_OK
               : ts_fail_memory(writer->context, "the file of events");
}

/* The list of an event begins with what comes out of the beams, or, where nothing does, with these. */
static ts_status open(ts_context *context, const char *path, const struct event_run *run, void **opened)
{
    struct lheh5_writer *writer = calloc(1, sizeof *writer);
    *opened = NULL;
    if (!writer)
        return ts_fail_memory(context, "the file of events");
    *writer = (struct lheh5_writer){.context = context,
                                    .unit = run->unit > 0 ? run->unit : 1,
                                    .scale = run->scale,
                                    .scale_r = run->scale_r,
                                    .alpha_s = run->alpha_s,
                                    .alpha = run->alpha,
                                    .most = (size_t)run->particles_most};
    ts_status status = make_room(writer, run);
    if (!status)
        status = file_new_create(context, path, &writer->file);
    else
        writer->file.descriptor = -1;
    if (!status)
        status = h5_create(context, writer->file.temporary, path, writer->file.descriptor, &writer->tables);
    if (!status)
        status = put_head(writer, run);
    if (status)
        discard(writer);
    else
        *opened = writer;
    return status;
}

/* Begins the tables of events, whose pieces on disk are as long as what is in memory. */
static ts_status begin_tables(struct lheh5_writer *writer)
{
    const size_t weights = writer->columns - LHEH5_EVENT, piece = writer->used ? writer->used : 1;
    const char **names = malloc(writer->columns * sizeof *names);
    const char *name = writer->names;
    if (!names)
        return ts_fail_memory(writer->context, "the file of events");
    memcpy(names, event_names, sizeof event_names);
    names[H5_NOMINAL] = "NOMINAL";
    for (size_t i = 1; i < weights; ++i, name += strlen(name) + 1)
        names[H5_NOMINAL + i] = name;
    ts_status status = h5_begin(writer->tables, "events", writer->columns, piece, &writer->event_table);
    if (!status)
        status = h5_put_words(writer->tables, "events", "events", names, writer->columns);
    if (!status)
        status = h5_begin(writer->tables, "particles", LHEH5_PARTICLE, piece * writer->most,
                          &writer->particle_table);
    if (!status)
        status = h5_put_words(writer->tables, "particles", "properties", particle_names, LHEH5_PARTICLE);
    free(names);
    return status;
}

static ts_status flush(struct lheh5_writer *writer)
{
    ts_status status = writer->event_table.id ? TS_OK : begin_tables(writer);
    if (!status)
        status = h5_append(writer->tables, &writer->event_table, writer->events, writer->used);
    if (!status)
        status = h5_append(writer->tables, &writer->particle_table, writer->particles,
                           writer->used * writer->most);
    writer->written += writer->used;
    writer->used = 0;
    return status;
}

static void fill_particle(const struct event_particle *particle, int first, double *row)
{
    const struct les_houches_particle listed = les_houches_particle(particle, first);
    row[H5_ID] = particle->pdg;
    row[H5_STATUS] = listed.status;
    row[H5_MOTHER1] = listed.mothers[0];
    row[H5_MOTHER2] = listed.mothers[1];
    row[H5_COLOR1] = listed.colours[0];
    row[H5_COLOR2] = listed.colours[1];
    row[H5_PX] = particle->x;
    row[H5_PY] = particle->y;
    row[H5_PZ] = particle->z;
    row[H5_E] = particle->e;
    row[H5_M] = particle->mass;
    row[H5_LIFETIME] = 0;
    row[H5_SPIN] = particle->helicity;
}

static void fill_event(const struct lheh5_writer *writer, const struct event *event, size_t particles,
                       double *row)
{
    const double scale = les_houches_known(event->scale, writer->scale);
    row[H5_PID] = event->process + 1;
    row[H5_PARTICLES] = (double)particles;
    row[H5_START] = (double)((writer->written + writer->used) * writer->most);
    row[H5_TRIALS] = (double)(event->tried - writer->tried);
    row[H5_SCALE] = scale;
    row[H5_FSCALE] = event->scale_f > 0 ? event->scale_f : scale;
    row[H5_RSCALE] = les_houches_known(event->scale_r, writer->scale_r);
    row[H5_AQED] = les_houches_known(0, writer->alpha);
    row[H5_AQCD] = les_houches_known(event->alpha_s, writer->alpha_s);
    row[H5_NOMINAL] = writer->unit * event->weight;
    for (size_t i = 0; i < event->variation_count; ++i)
        row[H5_NOMINAL + 1 + i] = writer->unit * event->variations[i];
}

static ts_status write_event(struct lheh5_writer *writer, const struct event *event)
{
    const int first = les_houches_first(event);
    const size_t count = (size_t)(event->incoming + event->outgoing - first);
    ts_status status = event_check(writer->context, event);
    if (status)
        return status;
    if (count > writer->most || event->variation_count + LHEH5_EVENT + 1 > writer->columns)
        return ts_fail(writer->context, TS_ERROR_NUMERIC,
                       "Event %llu has more particles or weights than its run said.",
                       (unsigned long long)event->number);
    double *rows = writer->particles + writer->used * writer->most * LHEH5_PARTICLE;
    double *row = writer->events + writer->used * writer->columns;
    memset(rows, 0, writer->most * LHEH5_PARTICLE * sizeof *rows);
    memset(row, 0, writer->columns * sizeof *row);
    fill_event(writer, event, count, row);
    for (size_t i = 0; i < count; ++i)
        fill_particle(&event->particles[(size_t)first + i], first, rows + i * LHEH5_PARTICLE);
    writer->tried = event->tried;
    return ++writer->used < EVENTS_AT_ONCE ? TS_OK : flush(writer);
}

static ts_status write_events(void *opened, const struct event *events, size_t count)
{
    ts_status status = TS_OK;
    for (size_t i = 0; i < count && !status; ++i)
        status = write_event(opened, &events[i]);
    return status;
}

static ts_status finish(void *opened)
{
    struct lheh5_writer *writer = opened;
    ts_status status = writer->used || !writer->event_table.id ? flush(writer) : TS_OK;
    if (!status)
        status = h5_close(&writer->tables);
    if (!status)
        status = file_new_finish(writer->context, &writer->file);
    discard(writer);
    return status;
}

const struct event_format lheh5_format = {
    .name = "lheh5",
    .file = "events.hdf5",
    .lacking = h5_lacking,
    .open = open,
    .write = write_events,
    .finish = finish,
    .discard = discard,
};
