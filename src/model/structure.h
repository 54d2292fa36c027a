/* Lorentz structures of a model's own: sums of products of tensors, with the words of a UFO (arXiv:1108.2040,
 * table 7). Indices from 1 on are those of legs, negative ones are summed over. A leg of spin 2 has two, 1000
 * and 2000 more than its number. */
#ifndef TESSERA_MODEL_STRUCTURE_H
#define TESSERA_MODEL_STRUCTURE_H

enum { STRUCTURE_LEGS = 6, STRUCTURE_FACTORS_MOST = 16, STRUCTURE_TERMS_MOST = 4000 };

enum structure_token {
    STRUCTURE_P,       /* P(mu, leg): the momentum that comes in */
    STRUCTURE_METRIC,  /* Metric(mu, nu) */
    STRUCTURE_EPSILON, /* Epsilon(mu, nu, rho, sigma) */
    STRUCTURE_TENSOR,  /* the field of a leg of spin 2, which no text names: mu, nu, leg */
    STRUCTURE_FORM,    /* a form factor, whose place in the table is its first index */
    STRUCTURE_GAMMA,   /* Gamma(mu, row, column) */
    STRUCTURE_GAMMA5,  /* Gamma5(row, column), and so on */
    STRUCTURE_PROJM,
    STRUCTURE_PROJP,
    STRUCTURE_IDENTITY,
    STRUCTURE_C,     /* C(row, row), of charge conjugation: none is left in what is read */
    STRUCTURE_SIGMA, /* Sigma(mu, nu, row, column) = i/2 [gamma^mu, gamma^nu]: likewise */
    STRUCTURE_TOKENS
};

/* The leg of a positive index, from 0 on, and whether it is the second one of a leg of spin 2. */
enum { STRUCTURE_SECOND = 1000 };
static inline int structure_leg_of(int index) { return index % STRUCTURE_SECOND - 1; }
static inline int structure_is_second(int index) { return index / STRUCTURE_SECOND == 2; }

struct form_row; /* forms.h */

struct structure_factor {
    enum structure_token token;
    int index[4];
};

struct structure_term {
    double re, im;
    int count;
    struct structure_factor factor[STRUCTURE_FACTORS_MOST];
};

struct structure {
    const char *name, *text;         /* as its table has them */
    int legs, spins[STRUCTURE_LEGS]; /* 2 s + 1 */
    int term_count;
    struct structure_term *terms;
    const struct form_row *forms; /* form factors that it may name, while it is read */
    int form_count;
    int parts_behind; /* rows behind this one that are parts of the same structure */
};

/* Reads "Gamma(3,2,-1)*ProjM(-1,1)"; legs, spins and form factors are there. Returns 0 with a sentence; -1
 * where there is no memory, 2 where it has words or powers that are not available. structure_free() frees
 * what it makes. */
int structure_read(const char *text, struct structure *structure, char *sentence, int bytes);
void structure_free(struct structure *structure);

/* Takes terms from `rest` that have as many momenta as the first one, and the same legs in rows. So all are
 * of one dimension. Returns 0 where there is no memory. */
int structure_take_part(struct structure *rest, struct structure *part);

/* The power of energy in a coupling of it: 4 less those of the fields and of the momenta, which are alike in
 * all terms. */
int structure_dimension(const struct structure *structure);

/* How many momenta its terms have, which are alike in all of them. */
int structure_momenta(const struct structure *structure);

/* Whether the leg at this place of a structure stands in a row, not a column, of its spinors; of a fermion.
 */
int structure_is_row(const struct structure *structure, int leg);

/* Whether a word is that of a tensor, or i. */
int structure_has_word(const char *word);

/* How many indices a token has. */
int structure_indices(enum structure_token token);

#endif
