/* Colour structures of a model's own: sums of products of strings and traces of the legs' generators.
 *
 * They are T(a,i,j), f(a,b,c), d(a,b,c), Identity(i,j), Epsilon, EpsilonBar, K6, K6Bar, T6 and products of
 * them. Negative numbers are summed over, as a UFO writes them (arXiv:1108.2040, table 6). Inner gluons are
 * summed by the identity of colour/flow.h.
 *
 * A sextet is two lines of quarks in a symmetric state, whose tensors K6 are normalised to
 * K6(s,i,j) K6Bar(t,i,j) = delta_st. An epsilon tensor is a junction: three places that strings begin with,
 * or end at, in an antisymmetric state. */
#ifndef TESSERA_MODEL_COLOUR_WORDS_H
#define TESSERA_MODEL_COLOUR_WORDS_H

enum { COLOUR_LEGS = 6, COLOUR_WORDS_MOST = 64, COLOUR_WORD_END = -1 };

/* Places of a word: legs, the second lines of legs that are sextets, and three arms of each junction. */
enum {
    COLOUR_SECOND = COLOUR_LEGS,
    COLOUR_JUNCTION = 2 * COLOUR_LEGS,
    COLOUR_JUNCTIONS = 3,
    COLOUR_ARMS = 3,
    COLOUR_PLACES = COLOUR_JUNCTION + COLOUR_ARMS * COLOUR_JUNCTIONS
};

/* One product: next[i] is the place behind place i. An antitriplet begins a string, a triplet ends it; gluons
 * alone go round in a trace. */
struct colour_word {
    int numerator, denominator;
    signed char next[COLOUR_PLACES];
};

struct colour_words {
    int count;
    struct colour_word list[COLOUR_WORDS_MOST];
    int turns;        /* powers of i that it has besides */
    int is_commuted;  /* whether it is made of f alone: its traces are those of commutators */
    int is_symmetric; /* whether it has d, whose traces are those of no commutators */
    int junctions;    /* epsilon tensors */
    int is_tangled;   /* whether it has junctions or sextets */
    const char *text; /* as its table has it first; last, and of no part in what it is */
};

/* Reads a structure of `legs` legs, whose representations are 1, 3, -3, 6, -6 or 8 as they come in. Returns 0
 * with a sentence where it is none. */
int colour_words_read(const char *text, int legs, const int *representations, struct colour_words *words,
                      char *sentence, int bytes);

#endif
