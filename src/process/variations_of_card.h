/* Variations of scales and densities on the host: which there are, their names, and the table that kernels
 * read (kernels/process/variations.h). */
#ifndef TESSERA_PROCESS_VARIATIONS_OF_CARD_H_HOST
#define TESSERA_PROCESS_VARIATIONS_OF_CARD_H_HOST

#include "process/family.h"
#include "process/scales_of_card.h"

/* One of them. */
struct process_variation {
    char name[128]; /* as MCnet recommends, arXiv:2203.08230: "MUR=0.5_MUF=1_LHAPDF=10042" */
    enum event_variation_kind kind;
    double mur, muf; /* factors of the scales */
    int member;      /* of the card's set */
    int density_set; /* LHAPDF's number of the set; 0: it has none */
};

/* What the tables of variations are made from. */
struct variation_setting {
    const struct process_scales *scales; /* of the weight itself; its tables stand */
    int alpha_s_power;                   /* the largest of all groups */
    double lowest_r, lowest_f; /* GeV: what scales that change from event to event fall to at the least */
};

/* Lists what the card asks for, once its set of densities is open and the couplings are read. Refuses scales
 * that change nothing, and warns of a set of one member. */
ts_status variations_read(ts_context *context, const ts_card *card, struct process *process);

/* Refuses variations of a process whose family has none. */
ts_status variations_refuse(ts_context *context, const ts_card *card, const struct process_family *family,
                            const char *name);

/* Fills the process's tables up to a place where a table can be found by its number of blocks. Does nothing
 * where there are no variations. */
ts_status variations_align(ts_context *context, struct process *process);

/* Adds the table of variations, still empty, behind the process's other small tables; `place`: where it is.
 */
ts_status variations_reserve(ts_context *context, struct process *process, size_t *place);

/* Adds densities and couplings of all variations, and fills that table. Nothing but such tables may be added
 * behind these. Refuses scales that fall below what the set is for. */
ts_status variations_add_tables(ts_context *context, const ts_card *card, struct process *process,
                                const struct variation_setting *setting);

/* Refuses more bins of histograms than memory is likely to hold for so many weights. */
ts_status variations_check_memory(ts_context *context, const ts_card *card, const struct process *process);

#endif
