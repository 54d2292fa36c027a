/* A process as its subprocesses: particles for labels, where tree diagrams exist, in groups of one matrix
 * element. */
#ifndef TESSERA_SUBPROCESS_SUBPROCESS_H
#define TESSERA_SUBPROCESS_SUBPROCESS_H

#include "subprocess/trees.h"

/* A subprocess, its legs in the order of its group's first one. */
struct subprocess {
    int pdg[LEGS_MOST];   /* incoming ones first */
    int mirrored;         /* whether pdg[0] comes from the second beam and pdg[1] from the first */
    int typed[LEGS_MOST]; /* the process names leg typed[i] in place i */
    int group, number;    /* place in the list of groups; order in which it was found */
};

/* Subprocesses whose squared matrix element is one function of the momenta of their legs. The first one has
 * its legs as the process names them. */
struct subprocess_group {
    struct trees trees;   /* trees whose signature is that of the legs in alignment */
    struct chain chain;   /* what decays of the legs of its subprocesses */
    struct orders most;   /* of the production; those of decays are the chain's */
    int place[LEGS_MOST]; /* aligned leg i is leg place[i] (alignment.h) */
    const struct subprocess *members;
    int member_count;
    int helicities;   /* combinations of all legs */
    double average;   /* 1 over the spins and colours of what comes in */
    double identical; /* product of n! for n equal particles of the production or of one decay: |M|^2 is
                         divided by it in cross sections */
};

struct subprocess_list {
    int legs;
    struct orders most; /* of the production */
    struct exclusion excluded;
    struct square_bounds squares;
    struct subprocess_group *groups;
    int group_count;
    struct subprocess *members; /* group by group */
    int member_count;
};

/* Expands a process. Orders are those of the production, and decays have their own (decays.h). Orders that it
 * does not bound are free if it bounds one, or one of the square. If it bounds none, the amplitude has the
 * least power of the electroweak coupling for which one of the subprocesses exists. Subprocesses that need
 * more are left out (MadGraph's default). Returns TS_ERROR_INPUT where nothing is left, with the reason in
 * `sentence`, without full stop; TS_ERROR_MEMORY. */
ts_status subprocess_list_create(ts_context *context, const ts_model *model, const struct notation *notation,
                                 struct subprocess_list *list, char sentence[SENTENCE_BYTES]);
void subprocess_list_free(struct subprocess_list *list);

/* Splits groups into parts, a group each: part[i] is that of list->members[i] in its group, from 0 on without
 * a gap. The first member of each group has its legs as the process names them again. TS_ERROR_MEMORY. */
ts_status subprocess_list_split(ts_context *context, struct subprocess_list *list, const int *part);

/* Parts of a process that is a sum, at most. */
enum {
    MULTIPLICITIES_MOST = 16,
    PROCESS_NAME_BYTES = (LEGS_MOST + 4 * EXCLUDED_MOST) * 24 + DECAYS_MOST * 120 + 40
};

/* One of several processes whose sum is asked for, a multiplicity of a range or an entry of a list. */
struct subprocess_part {
    char name[PROCESS_NAME_BYTES];
    struct subprocess_list list;
};

/* What the library has given to others as one handle. */
struct ts_subprocesses {
    const ts_model *model;
    struct subprocess_part parts[MULTIPLICITIES_MOST];
    int part_count;
    int is_polarised; /* whether it asks for helicities of any leg */
    char name[4 * PROCESS_NAME_BYTES];
};

/* A group by its number among those of all parts, and its list; NULL: there is none. */
const struct subprocess_group *subprocesses_find(const struct ts_subprocesses *subprocesses, size_t group,
                                                 const struct subprocess_list **list);

/* Writes legs with the incoming ones in the order of the beams. `states`: what the process asks of their
 * helicities, or NULL. */
void subprocess_print(const ts_model *model, int legs, const int *pdg, const unsigned char *states,
                      int mirrored, char *text, size_t bytes);

/* Whether a beam of a card is a hadron. */
int subprocess_beam_is_hadron(const ts_card *card, int beam);

/* The labels of the model and those of a card's `define`. */
ts_status subprocess_labels(ts_context *context, const ts_card *card, const ts_model *model,
                            struct label_list *labels);

/* Says why a process has no subprocess; returns TS_ERROR_INPUT, or TS_ERROR_MEMORY. */
struct combinations;
ts_status subprocess_explain(ts_context *context, const ts_model *model, struct tree_finder *finder,
                             const struct combinations *combinations, char sentence[SENTENCE_BYTES]);

#endif
