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

/* Reads an order, "QED=2" or "QED<=2". Returns 0 with a sentence. */
int order_read(const ts_model *model, const char *word, struct orders *most, char sentence[SENTENCE_BYTES]);

/* A word as a slot: a particle, a line or a label. Returns 0 with a sentence. */
int word_slot(const ts_model *model, const struct label_list *labels, const char *word, struct label *slot,
              char sentence[SENTENCE_BYTES]);

/* A word as a slot of particles that come in, go out or decay. Returns 0 with a sentence. */
int particle_slot(const ts_model *model, const struct label_list *labels, const char *word,
                  struct label *slot, char sentence[SENTENCE_BYTES]);

/* A particle or a label of the production with its helicities, as in "w+{0}". Returns 0 with a sentence. */
int polarised_slot(const ts_model *model, const struct label_list *labels, const char *word,
                   struct label *slot, char sentence[SENTENCE_BYTES]);

/* "{0}" behind the name of a particle, or nothing. */
const char *states_text(const ts_model *model, int pdg, int states);

/* The parts of a process, one behind the other. Those behind the final particles have any order among
 * themselves. */
enum part {
    PART_INCOMING,
    PART_REQUIRED,
    PART_FINAL,
    PART_EXCLUDED,
    PART_NO_S_CHANNEL,
    PART_OFF_SHELL,
    PART_ORDERS
};

/* Reads a sign on its own (">", "/", "$", "$$"), which begins the next part; a sentence where it stands where
 * it may not. `more`: whether another ">" is behind. Returns 0 where the word is no such sign. */
int begin_part(const char *sign, int more, const struct notation *notation, enum part *part,
               char sentence[SENTENCE_BYTES]);

/* Reads a word of what lines may be or must be. Returns 0 with a sentence. */
int read_line_word(const ts_model *model, const struct label_list *labels, const char *word, enum part part,
                   struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Refuses a list of such words that is empty. */
void check_line_words(enum part part, const struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Writes " / a $$ t t~". Returns how long it is. */
size_t lines_print(const struct exclusion *excluded, char *text, size_t bytes);

/* Writes "z | a > ", or nothing. Returns how long it is. */
size_t required_print(const struct exclusion *excluded, char *text, size_t bytes);

/* Reads the decays behind a production that stands in the notation. Returns 0 with a sentence. */
int decays_read(const ts_model *model, const struct label_list *labels, const struct words *words,
                struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Writes the decays of what a decay makes, or of what the production (-1) does: ", (t > w+ b, w+ > e+ ve)".
 * Returns the bytes. */
size_t decays_print(const ts_model *model, const struct notation *notation, int inside, char *text,
                    size_t bytes);

#endif
