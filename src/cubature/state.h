/* The state of an integral: named facts, from which it goes on as if it had never stopped.
 *
 * What a method keeps is listed once, in a function of its own that names each fact. One list writes
 * them down (state_take(), cubature/resume.h) and puts them back. state_text.c makes a text of all. */
#ifndef TESSERA_CUBATURE_STATE_H
#define TESSERA_CUBATURE_STATE_H

#include "tessera/integrate.h"

__extension__ typedef __int128 state_sum;
__extension__ typedef unsigned __int128 state_unsigned;

enum state_kind {
    STATE_NUMBERS, /* double */
    STATE_COUNTS,  /* uint64_t */
    STATE_SUMS,    /* state_sum */
    STATE_WORDS    /* one text */
};

struct state_entry {
    char name[32];
    enum state_kind kind;
    size_t rows, columns; /* of a text: 1 and its length */
    void *data;
};

struct ts_integral_state {
    char *label; /* where it came from, for messages: "The file a.json"; NULL: from an integral */
    struct state_entry *entries;
    size_t count, room;
    size_t next; /* the one behind that which was put last: a list puts them in the same order each time */
};

/* Facts on their way into a state, or back out of it. The first failure stays in `status`, with its sentence
 * in the context; after it nothing is done. */
struct state_io {
    ts_context *context;
    ts_integral_state *state;
    int restoring;
    ts_status status;
};

/* One list of facts: `part` is what they belong to. */
typedef void state_fields(struct state_io *io, void *part);

/* Each of these writes down so many values, or puts them back: only what the kind of fact can be. Numbers are
 * finite; magnitudes are not below zero either; of bounds, some may be infinite; `state_shown()` takes any.
 */
void state_magnitudes(struct state_io *io, const char *name, double *values, size_t count);
void state_bounds(struct state_io *io, const char *name, double *values, size_t count);
void state_shown(struct state_io *io, const char *name, double *values, size_t count);
void state_numbers(struct state_io *io, const char *name, double *values, size_t count);
void state_counts(struct state_io *io, const char *name, uint64_t *values, size_t count);
void state_sums(struct state_io *io, const char *name, state_sum *values, size_t count);
void state_words(struct state_io *io, const char *name, char *text, size_t bytes);

/* Takes or puts back finite numbers in rows. */
void state_rows(struct state_io *io, const char *name, double *values, size_t rows, size_t columns);

/* One amount of something: restored, it is finite and not negative; of a whole number, in this range. */
void state_amount(struct state_io *io, const char *name, double *value);
void state_choice(struct state_io *io, const char *name, int *value, int low, int high);

/* What was put back agrees with nothing that could have been written: a failure, unless there is one already.
 */
void state_refuse(struct state_io *io, const char *name, const char *what);

/* An entry, or NULL. */
const struct state_entry *state_find(const ts_integral_state *state, const char *name);

/* What messages call it. */
const char *state_label(const ts_integral_state *state);

/* Forgets all entries but the first ones. */
void state_cut(ts_integral_state *state, size_t count);

/* Room for an entry of that shape under a name, which replaces one of another shape; NULL where memory lacks.
 */
struct state_entry *state_put(ts_integral_state *state, const char *name, enum state_kind kind, size_t rows,
                              size_t columns);

/* Puts all entries of one state into another. */
ts_status state_copy(ts_context *context, const ts_integral_state *from, ts_integral_state *to);

/* The bytes of one value. */
size_t state_size(enum state_kind kind);

/* What a text is of: its first line, and what messages call it. With `packs` long rows of numbers are their
 * bits, sixteen digits each behind STATE_BITS, which are read ten times as fast as decimals. */
struct state_format {
    const char *mark, *what;
    int packs;
};
#define STATE_BITS "bits:"
enum { STATE_PACKED_LEAST = 64, STATE_DIGITS = 16 };

/* A text of it, to be freed (state_write.c); NULL where memory lacks. */
char *state_text(const ts_integral_state *state, const struct state_format *format);

/* From such a text (state_read.c). sealed: its checksum is looked at. `label` is copied.
 * @return TS_OK, TS_ERROR_INPUT or TS_ERROR_MEMORY */
ts_status state_parse(ts_context *context, const char *label, const char *text, size_t bytes,
                      const struct state_format *format, int sealed, ts_integral_state **result);

/* The format of integrals' states. The number changes where an old state would be read wrongly. */
extern const struct state_format integral_format;

#endif
