/* tessera run CARD --event N: one event of a run, shown. */
#ifndef TESSERA_CLI_RUN_EVENT_H
#define TESSERA_CLI_RUN_EVENT_H

#include "arguments.h"

#include "tessera/run.h"

/* @return the exit status */
int run_event(ts_context *context, const struct arguments *arguments, const ts_card *card);

#endif
