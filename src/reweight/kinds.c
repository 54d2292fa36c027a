#include "reweight/kinds.h"

#include "core/context.h"
#include "io/les_houches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { FINAL = 1, MOTHERS_MOST = 64 /* generations */ };

void kinds_free(struct kinds *kinds)
{
    free(kinds->list);
    free(kinds->energies);
    free(kinds->places);
    *kinds = (struct kinds){0};
}

/* An external particle while they are put in order. */
struct external {
    const ts_event_particle *particle;
    size_t place; /* in the event, from 0 */
};

/* What has decayed into a particle, from its place; the event's length: nothing has. */
static size_t parent_of(const ts_event *event, size_t place)
{
    const int mother = event->particles[place].mothers[0];
    const size_t none = event->particle_count;
    if (mother < 1 || (size_t)mother > none || (size_t)mother - 1 == place)
        return none;
    const ts_event_particle *found = &event->particles[mother - 1];
    return found->status == LES_HOUCHES_INCOMING || found->status == FINAL ? none : (size_t)mother - 1;
}

static int by_code(const void *left, const void *right)
{
    const struct external *a = left, *b = right;
    const int codes = (a->particle->pdg < b->particle->pdg) - (a->particle->pdg > b->particle->pdg);
    const int mothers = (a->particle->mothers[0] > b->particle->mothers[0]) -
                        (a->particle->mothers[0] < b->particle->mothers[0]);
    if (codes)
        return codes;
    return mothers ? mothers : (a->place > b->place) - (a->place < b->place);
}

/* Finds external particles in their order; returns 0 where no matrix element has so many. */
static int order(const ts_event *event, struct external list[LEGS_MOST])
{
    int in = 0, legs = 0;
    for (int status = LES_HOUCHES_INCOMING; status <= FINAL; status += FINAL - LES_HOUCHES_INCOMING) {
        for (size_t i = 0; i < event->particle_count; ++i) {
            if (event->particles[i].status != status)
                continue;
            if (legs == LEGS_MOST)
                return 0;
            list[legs++] = (struct external){&event->particles[i], i};
        }
        in = status == FINAL ? in : legs;
    }
    if (in != LEGS_IN || legs <= LEGS_IN)
        return 0;
    qsort(list, LEGS_IN, sizeof *list, by_code);
    qsort(list + LEGS_IN, (size_t)legs - LEGS_IN, sizeof *list, by_code);
    return legs;
}

/* Notes that a leg comes from a line of the event. */
static void note_line(struct event_kind *kind, size_t places[KIND_LINES_MOST], const ts_event *event,
                      size_t line, int leg)
{
    int i = 0;
    while (i < kind->line_count && places[i] != line)
        ++i;
    if (i == KIND_LINES_MOST)
        return;
    if (i == kind->line_count) {
        places[i] = line;
        kind->lines[i].pdg = event->particles[line].pdg;
        ++kind->line_count;
    }
    kind->lines[i].legs |= 1u << leg;
}

static void find_lines(const ts_event *event, const struct external *list, struct event_kind *kind)
{
    size_t places[KIND_LINES_MOST];
    for (int leg = LEGS_IN; leg < kind->legs; ++leg) {
        size_t line = parent_of(event, list[leg].place);
        for (int i = 0; i < MOTHERS_MOST && line < event->particle_count; ++i) {
            note_line(kind, places, event, line, leg);
            line = parent_of(event, line);
        }
    }
}

int helicities_are_open(const signed char helicity[LEGS_MOST])
{
    int are_open = 1;
    for (int leg = 0; leg < LEGS_MOST; ++leg)
        are_open &= helicity[leg] == HELICITY_OPEN;
    return are_open;
}

static ts_status find_helicities(ts_context *context, const char *path, const ts_event *event,
                                 enum helicities_taken taken, const struct external *list,
                                 struct event_kind *kind)
{
    for (int leg = 0; leg < kind->legs; ++leg) {
        const double found = list[leg].particle->helicity;
        const int is_known = fabs(found) <= 2 && found == rint(found);
        if (!is_known && taken == HELICITIES_WHERE_KNOWN)
            continue;
        if (!is_known)
            return ts_fail(context, TS_ERROR_INPUT,
                           "%s: event %llu: particle %zu (code %d) has no helicity, its SPINUP is %g: "
                           "helicities have to be summed over.",
                           path, (unsigned long long)event->place, list[leg].place + 1, kind->pdg[leg],
                           found);
        kind->helicity[leg] = (signed char)found;
    }
    return TS_OK;
}

static int grow_places(struct kinds *kinds)
{
    const size_t room = kinds->place_room ? 2 * kinds->place_room : 64;
    size_t *places = calloc(room, sizeof *places);
    if (!places)
        return 0;
    for (size_t i = 0; i < kinds->count; ++i) {
        size_t at = XXH3_64bits(&kinds->list[i], sizeof kinds->list[i]) % room;
        while (places[at])
            at = (at + 1) % room;
        places[at] = i + 1;
    }
    free(kinds->places);
    kinds->places = places;
    kinds->place_room = room;
    return 1;
}

/* The place of a kind in the list, where it is put if it is new. Its bytes are compared, all of them set. */
static ts_status keep(ts_context *context, struct kinds *kinds, const struct event_kind *kind, double energy,
                      size_t *place)
{
    if (2 * kinds->count + 2 > kinds->place_room && !grow_places(kinds))
        return ts_fail_memory(context, "the processes of events");
    size_t at = XXH3_64bits(kind, sizeof *kind) % kinds->place_room;
    while (kinds->places[at] && memcmp(&kinds->list[kinds->places[at] - 1], kind, sizeof *kind) != 0)
        at = (at + 1) % kinds->place_room;
    if (kinds->places[at]) {
        *place = kinds->places[at] - 1;
        return TS_OK;
    }
    if (kinds->count == kinds->room) {
        const size_t room = 2 * kinds->room + 16;
        struct event_kind *grown = realloc(kinds->list, room * sizeof *grown);
        if (grown)
            kinds->list = grown;
        double *energies = realloc(kinds->energies, room * sizeof *energies);
        if (energies)
            kinds->energies = energies;
        if (!grown || !energies)
            return ts_fail_memory(context, "the processes of events");
        kinds->room = room;
    }
    memcpy(&kinds->list[kinds->count], kind, sizeof *kind);
    kinds->energies[kinds->count] = energy;
    *place = kinds->count++;
    kinds->places[at] = *place + 1;
    return TS_OK;
}

/* The energy of two particles that come in, in their rest frame. */
static double energy_of(const double *p)
{
    const double e = p[0] + p[4], x = p[1] + p[5], y = p[2] + p[6], z = p[3] + p[7];
    return sqrt(fmax(e * e - x * x - y * y - z * z, 1e-12));
}

ts_status kinds_find(ts_context *context, struct kinds *kinds, const char *path, const ts_event *event,
                     enum helicities_taken helicities, size_t *place, double momenta[LEGS_MOST * MOMENTUM])
{
    struct event_kind kind;
    struct external list[LEGS_MOST];
    memset(&kind, 0, sizeof kind);
    memset(kind.helicity, HELICITY_OPEN, sizeof kind.helicity);
    kind.legs = order(event, list);
    for (int leg = 0; leg < kind.legs; ++leg) {
        const ts_event_particle *p = list[leg].particle;
        const double momentum[MOMENTUM] = {p->e, p->x, p->y, p->z};
        kind.pdg[leg] = p->pdg;
        kind.is_broken |= p->e < 0;
        memcpy(momenta + MOMENTUM * leg, momentum, sizeof momentum);
    }
    if (kind.legs)
        find_lines(event, list, &kind);
    const int has_none = helicities == HELICITIES_SUMMED || !kind.legs;
    const ts_status status = has_none ? TS_OK
                                      : find_helicities(context, path, event, helicities, list, &kind);
    return status ? status : keep(context, kinds, &kind, kind.legs ? energy_of(momenta) : 0, place);
}

int kinds_places(const ts_event *event, size_t places[LEGS_MOST])
{
    struct external list[LEGS_MOST];
    const int legs = order(event, list);
    for (int i = 0; i < legs; ++i)
        places[i] = list[i].place;
    return legs;
}

void event_print_codes(const ts_event *event, char *text, size_t bytes)
{
    size_t used = 0;
    *text = '\0';
    for (int status = LES_HOUCHES_INCOMING; status <= FINAL; status += FINAL - LES_HOUCHES_INCOMING) {
        for (size_t i = 0; i < event->particle_count && used < bytes; ++i)
            if (event->particles[i].status == status)
                used += (size_t)snprintf(text + used, bytes - used, "%s%d", used ? " " : "",
                                         event->particles[i].pdg);
        if (status != FINAL && used < bytes)
            used += (size_t)snprintf(text + used, bytes - used, " >");
    }
}
