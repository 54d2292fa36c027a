/** @file
 * What a process stands for: its subprocesses, in groups of one matrix element. */
#ifndef TESSERA_SUBPROCESS_H
#define TESSERA_SUBPROCESS_H

#include "card.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TS_LEGS_MOST = 12,      /**< external particles of a process, at most */
    TS_ORDERS_MOST = 24,    /**< combinations of orders of a process, at most */
    TS_RESONANCES_MOST = 10 /**< resonances that a process names, at most */
};

/** A subprocess: incoming particles first. */
typedef struct ts_subprocess {
    int pdg[TS_LEGS_MOST];    /**< codes, in the order of the legs of the first subprocess of its group */
    int mirrored;             /**< whether pdg[0] comes from the second beam and pdg[1] from the first */
    int states[TS_LEGS_MOST]; /**< helicities that the process asks for: 1, 2 and 4 for -1, 0 and +1, 8 and
                                 16 for -2 and 2, added; 0: all */
} ts_subprocess;

/** Diagrams of certain powers of the couplings. */
typedef struct ts_subprocess_order {
    int qcd, qed;    /**< powers of the strong and the electroweak coupling in the amplitude */
    double diagrams; /**< number of diagrams, exact below 2^53 */
} ts_subprocess_order;

/** A resonance that the process names. */
typedef struct ts_resonance {
    int pdg;       /**< code of what decays */
    unsigned legs; /**< what comes from it in the end: 1 << i for leg i of the subprocess */
    int states;    /**< helicities that the process asks for: 1, 2 and 4 for -1, 0 and +1, added; 0: all */
} ts_resonance;

/** Subprocesses with the same squared matrix element, as a function of the momenta of their legs. */
typedef struct ts_subprocess_group {
    size_t subprocess_count;
    size_t order_count;
    ts_subprocess_order orders[TS_ORDERS_MOST]; /**< [order_count] */
    int helicities;                             /**< combinations of all legs */
    double average;                             /**< 1 over the spins and colours of the incoming particles */
    double identical; /**< product of n! for n equal particles of the production or of one decay, by which a
                       * cross section is divided */
    size_t resonance_count;
    ts_resonance resonances[TS_RESONANCES_MOST]; /**< outer ones before those inside */
    size_t legs;                                 /**< external particles of each subprocess */
} ts_subprocess_group;

/** A part of a process that is a sum: one multiplicity of a range, or one process of a list. */
typedef struct ts_subprocess_part {
    const char *name;                /**< in its normal form; lives as long as the handle */
    size_t legs;                     /**< external particles */
    size_t first_group, group_count; /**< place and number of its groups among those of all parts */
    int qcd, qed;                    /**< as ts_subprocesses_orders() has them */
} ts_subprocess_part;

/** Opaque: an expanded process. */
typedef struct ts_subprocesses ts_subprocesses;

/** Expands a process into its subprocesses.
 * @param card its options `define` and `orders`, and `process` where the next but one is NULL
 * @param model the model of the card (ts_model_create()); must live as long as what this makes
 * @param process "p p > e+ e- j j QED=2", "p p > e+ e- 0..2 j", several with ";" between them, or NULL
 * @param subprocesses receives the handle; NULL after a failure
 * @return TS_OK; TS_ERROR_INPUT where the process makes no sense, has no diagram, or has a
 * subprocess twice; TS_ERROR_MEMORY */
TS_API ts_status ts_subprocesses_create(ts_context *context, const ts_card *card, const ts_model *model,
                                        const char *process, ts_subprocesses **subprocesses);

/** Frees it and sets the handle to NULL. */
TS_API void ts_subprocesses_destroy(ts_subprocesses **subprocesses);

/** The process in its normal form, with the orders that were asked for. */
TS_API const char *ts_subprocesses_name(const ts_subprocesses *subprocesses);

/** The number of external particles; of the largest part, where there are several. */
TS_API size_t ts_subprocesses_legs(const ts_subprocesses *subprocesses);

/** The number of subprocesses, of all groups together. */
TS_API size_t ts_subprocesses_count(const ts_subprocesses *subprocesses);

/** The number of groups. */
TS_API size_t ts_subprocesses_group_count(const ts_subprocesses *subprocesses);

/** The number of parts: 1, unless the process has a range or is a list. */
TS_API size_t ts_subprocesses_part_count(const ts_subprocesses *subprocesses);

/** A part by its number. */
TS_API ts_subprocess_part ts_subprocesses_part(const ts_subprocesses *subprocesses, size_t number);

/** The highest powers of the couplings that were taken, of the production alone; 99: any. Of the first part,
 * where there are several. */
TS_API void ts_subprocesses_orders(const ts_subprocesses *subprocesses, int *qcd, int *qed);

/** A group by its number. */
TS_API ts_subprocess_group ts_subprocesses_group(const ts_subprocesses *subprocesses, size_t group);

/** A subprocess of a group by its number there. The first is the one whose legs stand as the process names
 * them. */
TS_API ts_subprocess ts_subprocesses_member(const ts_subprocesses *subprocesses, size_t group, size_t number);

/** What the recursion of a matrix element holds, over full colour. */
typedef struct ts_subprocess_currents {
    size_t currents; /**< off-shell currents, external legs with them; each made once for all colour orders */
    size_t products; /**< vertices with the currents that meet there */
    size_t flows;    /**< colour flows, each with an amplitude of its own */
    double operations;  /**< arithmetic of a point, helicities summed, a fused multiply-add being one */
    double nanoseconds; /**< of a point on one core with AVX-512 in double precision: an estimate */
} ts_subprocess_currents;

/** Counts them for a group, without compiling anything.
 * @return TS_OK; TS_ERROR_INPUT where there are too many for a program, which may be known without counting;
 * TS_ERROR_MEMORY; TS_INTERRUPTED */
TS_API ts_status ts_subprocesses_currents(ts_context *context, const ts_subprocesses *subprocesses,
                                          size_t group, ts_subprocess_currents *currents);

/** The power of any order of the model in the diagrams of one row of a group's `orders`.
 * @param group number of the group
 * @param row number of the row
 * @param order place of the order in ts_model_orders(); of others than QCD and QED powers are known where
 * they are bounded
 * @return the power; 0 where there is no such row or order, or nothing is known */
TS_API int ts_subprocesses_power(const ts_subprocesses *subprocesses, size_t group, size_t row, size_t order);

/** Writes a subprocess with its incoming particles in the order of the beams: "u g > e+ e- u". */
TS_API void ts_subprocesses_print(const ts_subprocesses *subprocesses, const ts_subprocess *subprocess,
                                  char *text, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
