/* The card that a command line names. */
#ifndef TESSERA_CLI_CARD_OF_H
#define TESSERA_CLI_CARD_OF_H

#include "arguments.h"

#include "tessera/card.h"

/* What stands for standard input in messages and in the name of a folder. */
#define CARD_OF_STDIN "stdin"

/* Reads CARD or --card, where it is given (- is standard input), then applies each --set and --seed. Where it
 * returns NULL it has complained, and the subcommand ends with *exit_status. */
ts_card *card_of(ts_context *context, const struct arguments *arguments, int *exit_status);

#endif
