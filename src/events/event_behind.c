#include "events/event_behind.h"

#include "core/context.h"
#include "core/environment.h"
#include "core/stack.h"

ts_status event_behind_create(ts_context *context, const struct event_source *source,
                              struct event_behind *behind)
{
    *behind = (struct event_behind){.context = context, .threads = source->run.threads};
    ts_status status = ts_context_create(&behind->own);
    if (status)
        return ts_fail_memory(context, "a list of events");
    for (int i = 0; i < 2 && !status; ++i)
        status = event_assembly_create(context, source, &behind->assemblies[i]);
    return status;
}

void event_behind_destroy(struct event_behind *behind)
{
    event_behind_wait(behind);
    for (int i = 0; i < 2; ++i)
        event_assembly_destroy(&behind->assemblies[i]);
    ts_context_destroy(&behind->own);
}

struct event_assembly *event_behind_assembly(struct event_behind *behind)
{
    return &behind->assemblies[behind->filling];
}

ts_status event_behind_told(const struct event_behind *behind, ts_status status)
{
    return status ? ts_fail(behind->context, status, "%s", ts_context_error(behind->own)) : TS_OK;
}

static void *write_events(void *data)
{
    OWN_ENVIRONMENT; /* a thread begins with the process's locale */
    struct event_behind *behind = data;
    behind->status = TS_OK;
    for (size_t i = 0; i < behind->writer_count && !behind->status; ++i) {
        const struct event_writer *writer = &behind->writers[i];
        behind->status = writer->format->write(writer->file, behind->events, behind->count);
    }
    return NULL;
}

ts_status event_behind_wait(struct event_behind *behind)
{
    if (!behind->at_work)
        return TS_OK;
    pthread_join(behind->thread, NULL);
    behind->at_work = 0;
    return event_behind_told(behind, behind->status);
}

ts_status event_behind_write(struct event_behind *behind, const struct event_writer *writers, size_t count)
{
    const ts_status status = event_behind_wait(behind);
    if (status)
        return status;
    behind->events = event_assembly_take(event_behind_assembly(behind), &behind->count);
    if (!behind->count)
        return TS_OK;
    behind->filling = !behind->filling;
    behind->writers = writers;
    behind->writer_count = count;
    behind->at_work = behind->threads > 1 && count && !stack_thread(&behind->thread, write_events, behind);
    if (behind->at_work)
        return TS_OK;
    write_events(behind);
    return event_behind_told(behind, behind->status);
}
