/* --state and --grid of tessera integrate. */
#ifndef TESSERA_CLI_INTEGRATE_STATE_H
#define TESSERA_CLI_INTEGRATE_STATE_H

#include "arguments.h"

#include "tessera/integrate.h"

/* What an integral begins with: NULL where nothing was asked for or nothing is there yet. */
struct states {
    const char *path; /* of --state */
    ts_integral_state *begun, *grid;
};

/* Reads the files; an exit status, after saying what is wrong. Where the state cannot be written at the end
 * it says so before there is work to lose. */
int states_open(ts_context *context, const struct arguments *arguments, struct states *states);

/* Keeps the integral's state where --state says, and frees what was read. NULL: there is none to keep.
 * @return the exit status, which was `exit_status` before */
int states_close(ts_context *context, struct states *states, const ts_integral *integral, int exit_status);

#endif
