/* The library's side of the table of options. */
#ifndef TESSERA_CORE_OPTIONS_H
#define TESSERA_CORE_OPTIONS_H

#include "tessera/card.h"

enum {
    OPTIONS_MOST = 100,    /* rows of the table, at most */
    OPTION_KEY_BYTES = 64, /* a key, at most */
    OPTION_TEXT_BYTES = 1024,
    HISTOGRAMS_MOST = 64,
    HISTOGRAM_BINS_MOST = 10000,
};

/* The row's place in the table, or -1. */
int option_index(const char *key);

/* Whether `key` is the front of dotted keys: "cuts", "cuts.jet". */
int option_is_group(const char *key);

/* Whether `key` is this option or within this group: "cuts.jet.pt_min" is within "cuts". */
int option_is_within(const char *key, const char *group);

/* The first key of a group; NULL where it is none. */
const char *option_of_group(const char *key);

/* Whether the words of `choices` (separated by one space) hold `word`, and the
 * word nearest to it (written to `nearest`, "" where none is near). */
int option_choice_valid(const ts_option *option, const char *word, char nearest[64]);

#endif
