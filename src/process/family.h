/* A family of processes: all that depends on which process is asked for, as a row of functions and facts.
 *
 * `run`, `compile`, `amplitude` and `processes` know families from here alone (registry.c). */
#ifndef TESSERA_PROCESS_FAMILY_H
#define TESSERA_PROCESS_FAMILY_H

#include "core/request.h"
#include "process/particles.h"
#include "process/process.h"
#include "tessera/amplitude.h"
#include "tessera/process.h"

enum { FAMILY_USES = 16, FAMILY_COUPLINGS = 8 };

/* A coupling, mass or width: the option couplings.NAME. */
struct family_coupling {
    const char *name;
    double usual; /* value where a card says nothing; 0: the default of the option, or none */
};

/* Squared matrix elements that are asked for. */
struct amplitude_request {
    struct particle_list particles;
    const ts_amplitude_settings *settings;
    int double_precision;
    const double *momenta; /* [points][particles][4] as ts_amplitude_evaluate() takes them */
    size_t points;
    const struct gradient_list *by; /* derivatives that are asked for (run/gradients.h); NULL: none */
    double *gradients;              /* [points][columns] of them */
};

struct process_family {
    ts_process_info info;

    /* Whether the family holds this process. */
    int (*matches)(const struct particle_list *list);

    /* Says why a process that looks like this family's is none of it, in a sentence without full stop; 0: it
     * does not look like one. May be NULL. */
    int (*explains)(const struct particle_list *list, const char *name, char *sentence, size_t bytes);

    /* Makes the integrand of a card. NULL: there are amplitudes only. */
    ts_status (*create)(ts_context *context, const ts_card *card, const struct particle_list *list,
                        struct process *process);

    /* Evaluates squared matrix elements and says in `info` what they are, as ts_amplitude_evaluate() does.
     * NULL: there are none. */
    ts_status (*evaluate)(ts_context *context, const struct amplitude_request *request, double *values,
                          ts_amplitude_info *info);

    int showers;   /* SHOWERS_... behind which its histograms are, for `info`; 0: that has their names */
    int electrons; /* whether an electron and a positron are its beams; else protons */
    enum request_precision precision;                   /* what `precision: auto` of a card means */
    struct family_coupling couplings[FAMILY_COUPLINGS]; /* couplings with a part in the process, as results
                                                         * list them */
    /* Other options, and groups of them, with a part in it; those of all processes aside. */
    const char *uses[FAMILY_USES];
};

/* THE list of families, of which the first that matches counts. */
#define FAMILIES(X)      \
    X(gluon_jets_family) \
    X(photons_family) X(electron_photons_family) X(quark_pairs_family) X(subprocess_family)
#define DECLARE(name) extern const struct process_family name;
FAMILIES(DECLARE)
#undef DECLARE

/* The families in the order of the documentation; row `index`, or NULL behind the last one. */
const struct process_family *family_at(size_t index);

/* The family that makes an integrand of a process, or squared matrix elements of one; NULL: none does. */
const struct process_family *family_of_integrand(const struct particle_list *list);
const struct process_family *family_of_amplitude(const struct particle_list *list);

/* Whether an option has a part in the family: "cuts.jet.pt_min". */
int family_uses(const struct process_family *family, const char *key);

#endif
