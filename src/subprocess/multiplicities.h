/* Several processes as one sum: "p p > e+ ve 0..4 j", or "p p > t t~; p p > t t~ j". */
#ifndef TESSERA_SUBPROCESS_MULTIPLICITIES_H
#define TESSERA_SUBPROCESS_MULTIPLICITIES_H

#include "subprocess/subprocess.h"

/* What all parts of a process have in common. */
struct sum_setting {
    const struct label_list *labels;
    struct orders most; /* what the card bounds */
    int fixed;          /* as struct notation has it */
    const char *frame;  /* legs in whose rest frame helicities are, as notation_set_frame() takes them */
    int wrong_frame;    /* 1: the sentence is about these */
};

/* Reads and expands the processes of a text, each multiplicity of a range as a part of its own. `made` has
 * its model and receives names and parts. Returns TS_ERROR_INPUT with a sentence where the text makes no
 * sense or two parts have a common subprocess; TS_ERROR_MEMORY. multiplicities_free() is for the caller. */
ts_status multiplicities_create(ts_context *context, struct sum_setting *setting, const char *text,
                                struct ts_subprocesses *made, char sentence[SENTENCE_BYTES]);

void multiplicities_free(struct ts_subprocesses *made);

#endif
