/* Squared matrix elements of the events of a file: `tessera amplitude --events`. */
#ifndef TESSERA_CLI_AMPLITUDE_EVENTS_H
#define TESSERA_CLI_AMPLITUDE_EVENTS_H

#include "arguments.h"

#include "tessera/context.h"

/* Evaluates them and prints them as a table, as CSV or as JSON. @return the exit status */
int amplitude_events(ts_context *context, const struct arguments *arguments);

/* What of the command line has no part there, or makes no sense. @return 0 or the exit status */
int amplitude_events_check(const struct arguments *arguments);

/* Settings that such options of a command line stand for: --device, --helicities file, --unknown zero. */
struct ts_reweight_settings;
void settings_of_events(const struct arguments *arguments, struct ts_reweight_settings *settings);

#endif
