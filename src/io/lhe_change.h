/* Lines of Les Houches event files with other numbers in them: cross sections, weights, particles. */
#ifndef TESSERA_IO_LHE_CHANGE_H
#define TESSERA_IO_LHE_CHANGE_H

#include "io/event_copy.h"
#include "io/text_writer.h"
#include "tessera/events.h"

/* The first line of <init>, with another IDWTUP. */
void lhe_change_weighting(struct text_writer *text, const char *line, int weighting);

/* A line of the head. Where it says the cross section of all events, as in <TesseraRun> and MadGraph's
 * <MGGenerationInfo>, the new one is put. Returns whether it does. *inside: the block that the line before
 * left open, NULL at first. */
int lhe_change_summary(struct text_writer *text, const char *line, const struct changed_total *total,
                       const char **inside);

/* A process of <init>: cross section, error and largest weight. */
void lhe_change_process(struct text_writer *text, const char *line, const struct changed_process *changed);

/* The first line of an event: its number of particles, and its weight times a factor. */
void lhe_change_head(struct text_writer *text, const char *line, size_t count, double factor);

/* A particle. The line that it had keeps its lifetime; NULL: it is new. */
void lhe_change_particle(struct text_writer *text, const char *line, const ts_event_particle *particle);

/* A line behind an event's particles, whose weights, in <wgt> and <weights>, are multiplied with a factor.
 * *inside: the mark that the line before left open, NULL at first. *passing: what ends a comment. Returns
 * whether the event ends here. */
int lhe_change_rest(struct text_writer *text, const char *line, double factor, const char **inside,
                    const char **passing);

#endif
