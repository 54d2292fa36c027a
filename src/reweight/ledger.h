/* What was found for the events of a file so far, a row of numbers each: work that was stopped goes on from
 * it.
 *
 * Events are read and copied again, which costs little, and their rows are looked up. So a copy has the bytes
 * of one that never stopped, whatever its format, and with any number of ranks. Rank 0 has the file. */
#ifndef TESSERA_REWEIGHT_LEDGER_H
#define TESSERA_REWEIGHT_LEDGER_H

#include "core/context.h"
#include "io/event_copy.h"
#include "tessera/card.h"

#include <stdint.h>

struct ledger_request {
    const char *to;   /* the copy, beside which the ledger stands */
    const char *from; /* the file that is read */
    uint64_t made_of; /* hash of all else that rows depend on */
    size_t columns;   /* numbers of a row */
    double every;     /* seconds between two writings; 0: nothing is written */
    int resume;       /* whether to go on from one that is there */
    int replace;      /* whether one that is there may be lost */
};

struct ledger {
    ts_context *context;
    char *path;     /* NULL: there is none */
    int descriptor; /* -1: nothing was written yet */
    uint64_t made_of;
    size_t columns;
    double every, last; /* seconds: between two writings, and when the last was */
    uint64_t bytes;     /* of the file that are whole */
    uint64_t known;     /* rows of the file that was there, */
    uint64_t next;      /* and the event that is next, from 0 */
    uint64_t place;     /* in the file, of its row, */
    uint64_t left;      /* and rows of that block that are not read */
    double *rows;       /* [count][columns] that are not written yet */
    size_t count, room;
};

/* Adds a card, of which rows are, to a hash. */
ts_status ledger_hash_card(ts_context *context, const ts_card *card, uint64_t *hash);

/* Whether the next event has a row already. */
int ledger_has(const struct ledger *ledger);

/* Reads the rows of events that follow, as many as were added together; all ranks together. */
ts_status ledger_read(struct ledger *ledger, double *rows, size_t count);

/* Adds rows of events that follow. Where they cannot be written the work goes on, with a warning. */
ts_status ledger_add(struct ledger *ledger, const double *rows, size_t count);

/* Makes a copy of events with a ledger beside it, which copy_all() looks up and adds to; all ranks together.
 * `status`: what this rank has come to before. *copy: NULL in ranks that do not write; it ends in any case.
 * TS_ERROR_INPUT where a ledger that is there is of other work, or would be lost, or other work has it.
 *
 * The ledger's file goes where the work is done or cannot be done. It stays where the work was stopped, and
 * where any failure follows on earlier work: the message then says so. */
ts_status ledger_copy(ts_context *context, ts_status status, const struct ledger_request *request,
                      ts_status (*copy_all)(void *work, struct event_copy *copy), void *work,
                      struct event_copy **copy, struct ledger *ledger);

#endif
