#ifndef TESSERA_CLI_MANUAL_H
#define TESSERA_CLI_MANUAL_H

/* Prints the man page, made from the tables of subcommands and of options. */
int print_manual(void);

#endif
