/* Inputs of a model from a parameter card in SLHA's blocks (hep-ph/0311123), such as MadGraph's
 * param_card.dat. */
#ifndef TESSERA_MODEL_SLHA_H
#define TESSERA_MODEL_SLHA_H

#include "model/model.h"

/* A mass or width on a card that is none of the model's inputs, as it follows from them. */
struct slha_passed {
    int pdg, line, is_mass;
    double value; /* not finite: auto */
};

/* Settings of a card and others, which come before those of the card. */
struct slha_settings {
    struct model_setting *list;
    size_t count;
    char *text;                  /* what they point into */
    char hash[MODEL_HASH_BYTES]; /* a number of the card; empty: there is none */
    char (*where)[64];
    struct slha_passed *passed; /* [passed_count] */
    size_t passed_count;
};

/* Reads the values of a table's inputs by their blocks and codes; DECAY lines are the block DECAY. What no
 * input has is passed over. `path` NULL: others alone. TS_ERROR_INPUT where a number is none,
 * TS_ERROR_MEMORY, TS_ERROR_IO. */
ts_status slha_settings_read(ts_context *context, const char *path, const struct model_table *table,
                             const struct model_setting *others, size_t other_count,
                             struct slha_settings *settings);
/* Tells of masses and widths that were passed over and are not those that the model has, and of inputs that
 * the card lacks. */
void slha_settings_tell(ts_context *context, const char *path, const struct slha_settings *settings,
                        const ts_model *model);
void slha_settings_free(struct slha_settings *settings);

/* The values of a model in such blocks, with masses and widths. Particles that the Standard Model has not
 * have QNUMBERS too. To be freed; NULL: not enough memory. */
char *slha_text(ts_context *context, const ts_model *model);

#endif
