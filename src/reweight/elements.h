/* Squared matrix elements of events of a file, for one choice of model, process and orders. */
#ifndef TESSERA_REWEIGHT_ELEMENTS_H
#define TESSERA_REWEIGHT_ELEMENTS_H

#include "device/device.h"
#include "reweight/kinds.h"
#include "subprocess/subprocess.h"
#include "tessera/card.h"
#include "tessera/subprocess.h"

enum { EVENTS_AT_ONCE = 1 << 14 };

/* What is kept of an event that was read. */
struct sample_event {
    uint64_t place; /* in the file, from 1 */
    size_t kind;
    double weight, trials;                   /* events that were generated for it */
    double scale, scale_f, scale_r, alpha_s; /* as struct ts_event has them */
    int parton[2];                           /* codes of what comes in from each beam */
    double energy[2];                        /* GeV, of these */
};

/* Some events of a file, all of them in memory. */
struct sample {
    size_t count;
    int varies;            /* alpha_s of the events that these are some of is not one number */
    const ts_model *model; /* whose masses events are put to, where these are light; NULL: to none */
    int is_told;           /* whether that was said of an event */
    int is_moved;          /* masses of final particles are those of their momenta, not the model's */
    struct kinds kinds;    /* of all events of the file so far */
    struct sample_event events[EVENTS_AT_ONCE];
    double momenta[EVENTS_AT_ONCE][LEGS_MOST * MOMENTUM]; /* in the order of their kinds */
    char unknown[EVENTS_AT_ONCE][120]; /* particles of those that no kind holds, for messages */
};

/* Some of its events, those of a rank: every so many of them, from one on. */
struct share {
    size_t first, step;
};

/* Adds an event to a sample that has room. `path` is for messages. */
ts_status sample_add(ts_context *context, const char *path, const ts_event *of_file,
                     enum helicities_taken helicities, struct sample *sample);

/* Adds event `i` of a sample with other momenta, as an event of the same kind: `moved` has the kinds of `of`,
 * which owns them. */
void sample_add_moved(ts_context *context, const char *path, const ts_event *event, const struct sample *of,
                      size_t i, struct sample *moved);

/* Reads events that follow; fewer than there is room for at the end of the file alone. */
ts_status sample_read(ts_context *context, ts_event_file *file, enum helicities_taken helicities,
                      struct sample *sample);

/* Opaque: the choice, and the programs of its kinds. */
struct elements;

/* The card's model, its process where it names one, and its orders. Without a process each event's is what
 * its particles say. The device is the caller's. */
ts_status elements_create(ts_context *context, const ts_card *card, struct device *device,
                          struct elements **made);
void elements_destroy(struct elements **made);

/* Matrix elements with the model and card of others, of the processes alone that elements_add() names. */
ts_status elements_create_named(ts_context *context, const struct elements *of, struct elements **made);
ts_status elements_add(ts_context *context, struct elements *elements, const char *process);

/* Whether two cards say the same of model, process, orders and helicities. */
int elements_same_choice(const ts_card *one, const ts_card *other);

/* Makes sure that each kind of the sample has its matrix element, where there is one. */
ts_status elements_prepare(ts_context *context, struct elements *elements, const struct kinds *kinds);

/* Why a kind that was prepared has no matrix element, a sentence without full stop; NULL: it has one. */
const char *elements_lack(const struct elements *elements, size_t kind);

/* The process of a kind as names, "u u~ > e+ e-". */
void elements_print(const struct elements *elements, const struct event_kind *kind, char *text, size_t bytes);

/* The subprocess of a kind that has a matrix element. Leg i of its group is particle place[i] of the kind. */
const struct subprocess_group *elements_group(const struct elements *elements, size_t kind,
                                              const struct subprocess_list **list, const int **place);

/* Whether the card's process bounds orders or those of squares. */
int elements_are_bounded(const struct elements *elements);

/* A number of the matrix element of a kind, which kinds with the same one share. */
size_t elements_number(const struct elements *elements, size_t kind);

/* The helicity of a kind's particle, where all that contributes has the same; else HELICITY_OPEN. */
int elements_helicity(const struct elements *elements, size_t kind, int particle);

/* How |M|^2 of a kind goes with alpha_s: 1 as a power of it, which *power receives; 0 in another way. */
int elements_power(const struct elements *elements, size_t kind, int *power);

/* Whether |M|^2 of a kind is known for the model's alpha_s alone, of which a coupling is no power. */
int elements_fixed(const struct elements *elements, size_t kind);

/* Whether alpha_s is not one number, of the sample's events and all that they are some of: those of an
 * element; NULL: of any. A rank's own may have one. */
struct element;
int elements_vary(const struct elements *elements, const struct element *element, const struct sample *sample,
                  const double *alpha_s);

/* |M|^2 of the sample's events, each with its alpha_s: summed over final and averaged over initial
 * helicities, or those of the kind, and colours. NAN where the kind has no matrix element, or the process is
 * known to have none with its helicities. TS_ERROR_INPUT where an event is not on the model's mass shells,
 * but of a sample that is moved. */
ts_status elements_evaluate(ts_context *context, struct elements *elements, const struct sample *sample,
                            const double *alpha_s, double *values);

/* |M|^2 for each choice of helicities that does not vanish, averaged over colours alone, of the events of
 * a share. values[first[i]] to values[first[i + 1]] are those of event i; others have none. `first` has room
 * for one more than the events; the values are to be freed. */
ts_status elements_evaluate_apart(ts_context *context, struct elements *elements, const struct sample *sample,
                                  struct share share, const double *alpha_s, size_t *first, double **values);

/* The helicities of a kind's particles in one of these choices. TS_ERROR_INPUT where there is none such. */
ts_status elements_choice(ts_context *context, const struct elements *elements, size_t kind, size_t choice,
                          signed char helicity[LEGS_MOST]);

/* A hash of the model: its files, and the values that it has. */
uint64_t elements_hash(const struct elements *elements, uint64_t seed);

/* The model. */
const ts_model *elements_model(const struct elements *elements);

/* Subprocesses of the card's process: NULL where it names none. */
const ts_subprocesses *elements_subprocesses(const struct elements *elements);

#endif
