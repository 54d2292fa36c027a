/* The marks of XML that Les Houches event files have, and the lines they stand on. */
#ifndef TESSERA_IO_LHE_MARKS_H
#define TESSERA_IO_LHE_MARKS_H

#include "io/event_file.h"
#include "io/text_reader.h"

/* The line from its first byte on that is no blank. */
const char *lhe_without_blanks(const char *line);

/* Whether a line begins with these bytes, blanks aside. */
int lhe_begins(const char *line, const char *bytes);

/* Whether a mark of this name begins here, or begins a line: "<event" is not "<eventgroup". */
int lhe_is_mark(const char *at, const char *name);
int lhe_opens(const char *line, const char *name);

/* The value of an attribute of the mark that begins here, between quotes; NULL: it has none. */
const char *lhe_attribute(const char *mark, const char *name, size_t *bytes);

/* The end of the mark that begins here, its '>'; NULL: it has none on this line. */
const char *lhe_mark_end(const char *mark);

/* Puts the bytes that a text of XML stands for in its place. @return their number */
size_t lhe_unescape(char *text, size_t bytes);

/* The name of a weight, its attribute id, for which its line is changed; NULL: it has none. */
const char *lhe_weight_name(char *mark, size_t *bytes);

/* Reads the next line, which has to be there: `what` it belongs to. */
ts_status lhe_next_line(struct text_reader *text, const char *what);

/* Reads what stands behind the particles of an event, to its end: its number and its weights
 * (src/io/lhe_weights.c). */
ts_status lhe_read_rest(ts_event_file *file, struct text_reader *text);

#endif
