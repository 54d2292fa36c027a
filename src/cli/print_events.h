/* Files of events and single events, as text and as JSON. */
#ifndef TESSERA_CLI_PRINT_EVENTS_H
#define TESSERA_CLI_PRINT_EVENTS_H

#include "tessera/events.h"

#include <jansson.h>

void print_event(const ts_event_head *head, const ts_event *event);
void print_survey(const char *path, const ts_event_head *head, const ts_event_survey *survey);

/* A line for each thing that was tested. */
void print_faults(const ts_event_survey *survey);

/* How many of them are wrong. */
int survey_faults(const ts_event_survey *survey);

/* The caller's reference. `check`: with what was tested. */
json_t *event_json(const ts_event_head *head, const ts_event *event);
json_t *survey_json(const ts_event_head *head, const ts_event_survey *survey, int check);

/* The table of an event's particles. */
void print_particles(const ts_event_particle *particles, size_t count);
json_t *particles_json(const ts_event_particle *particles, size_t count);

#endif
