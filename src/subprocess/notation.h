/* MadGraph's notation of processes: "p p > e+ e- j j / h QED=2", "p p > t t~, t > w+ b, t~ > w- b~". */
#ifndef TESSERA_SUBPROCESS_NOTATION_H
#define TESSERA_SUBPROCESS_NOTATION_H

#include "model/model.h"

#include <stddef.h>

enum {
    LEGS_MOST = 12, /* external particles of a process, at most */
    LEGS_IN = 2,
    MEMBERS_MOST = 48, /* particles that a label stands for, at most */
    LABELS_MOST = 32,
    EXCLUDED_MOST = 8, /* words behind "/", "$" or "$$", and between two ">" */
    DECAYS_MOST = 10,  /* decays of a process, at most */
    SENTENCE_BYTES = 600
};

/* Sets of helicities that a process asks for of a leg, a bit each; no bit: all of them. */
enum { STATE_MINUS = 1, STATE_ZERO = 2, STATE_PLUS = 4, STATE_MINUS_TWO = 8, STATE_PLUS_TWO = 16 };

/* The bit of a helicity from -2 to 2. */
static inline int state_of_helicity(int helicity)
{
    return helicity == -2 ? STATE_MINUS_TWO : helicity == 2 ? STATE_PLUS_TWO : 1 << (helicity + 1);
}

/* A label and the particles that it stands for. */
struct label {
    char name[16];
    int count;
    int pdg[MEMBERS_MOST];
    int states; /* helicities of a particle of a process: "w+{0}" */
};

struct label_list {
    int count;
    struct label labels[LABELS_MOST];
};

/* Words of a process, each a particle or a label. */
struct word_list {
    int count;
    struct label words[EXCLUDED_MOST];
};

/* What lines inside diagrams may be and must be (lines.h). */
struct exclusion {
    int count; /* particles that no line may be, nor their antiparticles: what stands behind "/" */
    struct label words[EXCLUDED_MOST];
    struct word_list no_s_channel;  /* particles that no s-channel line may be: behind "$$" */
    struct word_list off_shell;     /* particles that one may not be on its mass shell: behind "$" */
    struct word_list required;      /* particles of lines that diagrams have: between two ">" */
    int alternative[EXCLUDED_MOST]; /* which set of required lines a word belongs to, parted by "|" */
};
int exclusion_has(const struct exclusion *exclusion, int pdg); /* NULL excludes nothing */

/* Whether any part of it names this particle or its antiparticle. */
int exclusion_names(const struct exclusion *exclusion, int pdg);

/* A decay as it is written, "t > w+ b". */
struct decay {
    int pdg;    /* of what decays */
    int inside; /* the decay that makes it; -1: the production does */
    int count;
    struct label slots[LEGS_MOST - LEGS_IN];
    struct orders most; /* of the decay alone; ORDER_DEFAULT where nothing is said */
};

/* How many particles stand for a slot, "0..4 j"; slot 0: there is no range. */
struct range {
    int slot, low, high;
};

/* A process as it is written: incoming particles first. Decays stand behind the production. */
struct notation {
    int count;                     /* of the production */
    int incoming;                  /* LEGS_IN, or 1 where may_decay is set */
    int may_decay;                 /* whether one particle may come in; for the caller to set */
    struct label slots[LEGS_MOST]; /* a particle is a slot of one */
    struct exclusion excluded;
    struct orders most; /* of the production; ORDER_DEFAULT where nothing is said */
    struct square_bounds squares;
    struct decay decays[DECAYS_MOST];
    int decay_count;
    struct range range;
    unsigned frame; /* particles of the production, a bit each, in whose rest frame helicities are; 0: what
                       comes in */
    int fixed; /* whether the first leg comes from the first beam in all subprocesses, for beams are unlike */
};

/* The labels of the model: p, j, q, l+ and so on, without the particles that are to be massless and are not.
 */
void labels_of_model(const ts_model *model, struct label_list *labels);

/* Adds or replaces a label. `words`: names of particles and labels, separated by blanks. Returns 0 where the
 * definition makes no sense, with a sentence that has a question mark at its end or nothing. */
int label_define(const ts_model *model, struct label_list *labels, const char *name, const char *words,
                 char sentence[SENTENCE_BYTES]);

/* Reads one bound of an order that the model names, such as "QED" and "2". Returns 0 with a sentence. */
int order_set(const ts_model *model, struct orders *orders, const char *name, const char *value,
              char sentence[SENTENCE_BYTES]);

/* Whether a word has the form of a range, "0..4". */
int word_is_range(const char *word);

/* Reads a range of what stands behind it, the next final particle. Where it is none
 * that a process can have there is a sentence. */
void range_read(const char *word, struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Whether a process that is read has what its range is of, and room for it. Returns 0 with a sentence. */
int range_check(const struct notation *notation, char sentence[SENTENCE_BYTES]);

/* The process with `count` particles where its range stands. */
struct notation range_taken(const struct notation *notation, int count);

/* Reads a process. Orders in the text take the place of those in notation->most, which the caller sets
 * before, as may_decay. Returns 0 where the text is none, with a sentence. */
int notation_read(const ts_model *model, const struct label_list *labels, const char *text,
                  struct notation *notation, char sentence[SENTENCE_BYTES]);

/* Whether a particle of the process has helicities that it asks for. */
int notation_is_polarised(const struct notation *notation);

/* Takes the legs in whose rest frame helicities are, numbers from 1 on with blanks between. Returns 0 with a
 * sentence. */
int notation_set_frame(const ts_model *model, struct notation *notation, const char *legs,
                       char sentence[SENTENCE_BYTES]);

/* Writes bounds that are said, " QCD=2 QED=1". Returns how long it is. */
size_t orders_print(const ts_model *model, const struct orders *most, char *text, size_t bytes);

/* Writes what stands behind the final particles, " / a h QCD=2". Returns how long it is. */
size_t bounds_print(const ts_model *model, const struct exclusion *excluded, const struct orders *most,
                    const struct square_bounds *squares, char *text, size_t bytes);

/* Writes it in its normal form: one space between names, exclusions and orders behind, then decays. */
void notation_print(const ts_model *model, const struct notation *notation, char *text, size_t bytes);

#endif
