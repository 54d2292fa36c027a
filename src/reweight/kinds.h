/* Kinds of events of a file: events with the same particles, which one matrix element is for. */
#ifndef TESSERA_REWEIGHT_KINDS_H
#define TESSERA_REWEIGHT_KINDS_H

#include "subprocess/notation.h"
#include "tessera/events.h"

enum { KIND_LINES_MOST = 16, HELICITY_OPEN = 9 /* unknown, or summed over */, MOMENTUM = 4 };

/* External particles in an order of their own: two incoming ones, then all that is final. Codes fall,
 * and equal particles are in the order of their mothers. */
struct event_kind {
    int legs; /* 0: no matrix element has so many, or so few, particles */
    int pdg[LEGS_MOST];
    signed char helicity[LEGS_MOST]; /* -2 to 2, or HELICITY_OPEN */
    int is_broken;                   /* whether the energy of one of them is below 0 */
    int line_count;                  /* particles of the list that have decayed */
    struct {
        int pdg;
        unsigned legs; /* what comes from it in the end, a bit each */
    } lines[KIND_LINES_MOST];
};

/* Which helicities of a file's particles count: none, as they are summed over; those of all; those that it
 * has. */
enum helicities_taken { HELICITIES_SUMMED, HELICITIES_OF_ALL, HELICITIES_WHERE_KNOWN };

/* Whether a choice of helicities leaves all of them open. */
int helicities_are_open(const signed char helicity[LEGS_MOST]);

/* The kinds of a file, in the order in which they come. */
struct kinds {
    struct event_kind *list;
    double *energies; /* GeV, of the first event of each in the rest frame of what comes in */
    size_t count, room;
    size_t *places; /* hash table: place in the list + 1; 0: free */
    size_t place_room;
};
void kinds_free(struct kinds *kinds);

/* The kind of an event, and its momenta (E, px, py, pz) in that order. TS_ERROR_INPUT where a
 * helicity that is to count is missing; `path` is for messages. */
ts_status kinds_find(ts_context *context, struct kinds *kinds, const char *path, const ts_event *event,
                     enum helicities_taken helicities, size_t *place, double momenta[LEGS_MOST * MOMENTUM]);

/* Places in an event of the particles of its kind. Returns how many they are. */
int kinds_places(const ts_event *event, size_t places[LEGS_MOST]);

/* "u u~ > e+ e- g" with codes in place of names, for messages about what no model knows. */
void event_print_codes(const ts_event *event, char *text, size_t bytes);

#endif
