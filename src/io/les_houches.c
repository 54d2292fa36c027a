#include "io/les_houches.h"

const char les_houches_escaped[] = "&<>\"'";
const char *const les_houches_escapes[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};

int les_houches_first(const struct event *event)
{
    for (int i = event->incoming; i < event->incoming + event->outgoing; ++i)
        if (event->particles[i].status == EVENT_INCOMING)
            return event->incoming;
    return 0;
}

struct les_houches_particle les_houches_particle(const struct event_particle *particle, int first)
{
    const int comes_in = particle->status == EVENT_INCOMING || particle->status == EVENT_BEAM;
    const int lines[] = {particle->colour, particle->anticolour};
    struct les_houches_particle result = {.status = comes_in ? LES_HOUCHES_INCOMING : particle->status};
    for (int i = 0; i < 2; ++i) {
        result.mothers[i] = comes_in || particle->mothers[i] <= first ? 0 : particle->mothers[i] - first;
        result.colours[i] = lines[i] > 0   ? lines[i] + LES_HOUCHES_LINES_FROM
                            : lines[i] < 0 ? lines[i] - LES_HOUCHES_LINES_FROM
                                           : 0;
    }
    return result;
}

double les_houches_known(double value, double of_run)
{
    if (value > 0)
        return value;
    return of_run > 0 ? of_run : LES_HOUCHES_UNKNOWN;
}
