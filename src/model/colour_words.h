/* Colour structures of a model's own: sums of products of strings and traces of the legs' generators.
 *
 * T(a,i,j), f(a,b,c), Identity(i,j) and products of them, with negative numbers for what is summed over, as a
 * UFO writes them (arXiv:1108.2040, table 6). Inner gluons are summed by the identity of colour/flow.h. */
#ifndef TESSERA_MODEL_COLOUR_WORDS_H
#define TESSERA_MODEL_COLOUR_WORDS_H

enum { COLOUR_LEGS = 6, COLOUR_WORDS_MOST = 64, COLOUR_WORD_END = -1 };

/* One product: next[i] is the leg behind leg i. An antitriplet begins a string, a triplet ends it; gluons
 * alone go round in a trace. */
struct colour_word {
    int numerator, denominator;
    signed char next[COLOUR_LEGS];
};

struct colour_words {
    int count;
    struct colour_word list[COLOUR_WORDS_MOST];
    int turns;        /* powers of i that it has besides */
    int is_commuted;  /* whether it is made of f alone: its traces are those of commutators */
    const char *text; /* as its table has it first; last, and of no part in what it is */
};

/* Reads a structure of `legs` legs, whose representations are 1, 3, -3 or 8 as they come in. Returns 0 with a
 * sentence where it is none; -1 where it has no such words (Epsilon, sextets, d). */
int colour_words_read(const char *text, int legs, const int *representations, struct colour_words *words,
                      char *sentence, int bytes);

#endif
