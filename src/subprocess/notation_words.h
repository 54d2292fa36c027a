/* The words of a process while it is read. */
#ifndef TESSERA_SUBPROCESS_NOTATION_WORDS_H
#define TESSERA_SUBPROCESS_NOTATION_WORDS_H

#include "subprocess/notation.h"

enum { WORD_BYTES = 64, WORDS_MOST = 160 };

/* Words of a process, cut off where they are longer than messages show. Commas and parentheses are words. */
struct words {
    int count;
    int production; /* how many stand before the first comma or parenthesis */
    char word[WORDS_MOST][WORD_BYTES];
};

/* What MadGraph's notation has and Tessera has not, or a sign that is to stand between blanks. Returns the
 * sentence, or NULL. */
const char *word_not_available(const char *word);

/* A word as a slot: a particle or a label. Returns 0 with a sentence. */
int word_slot(const ts_model *model, const struct label_list *labels, const char *word, struct label *slot,
              char sentence[SENTENCE_BYTES]);

/* Reads the decays behind a production that stands in the notation. Returns 0 with a sentence. */
int decays_read(const ts_model *model, const struct label_list *labels, const struct words *words,
                struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Writes the decays of what a decay makes, or of what the production (-1) does: ", (t > w+ b, w+ > e+ ve)".
 * Returns the bytes. */
size_t decays_print(const ts_model *model, const struct notation *notation, int inside, char *text,
                    size_t bytes);

#endif
