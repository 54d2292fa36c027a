/* What a card asks for, as enumerations and numbers. The field of an option has its key as its path:
 * cuts.jet.pt_min is card_request(card)->cuts.jet.pt_min. A number without a value is NAN, a count 0, a text
 * "". An option says in its help what it means (options.c); a choice stands in the order of its words there.
 */
#ifndef TESSERA_CORE_REQUEST_H
#define TESSERA_CORE_REQUEST_H

#include "tessera/card.h"

enum merging_scheme { MERGED_NOT, MERGED_CKKWL, MERGED_UMEPS, MERGED_MLM };
enum request_merging_cut {
    MERGING_CUT_AUTO,
    MERGING_CUT_KT_DURHAM,
    MERGING_CUT_PT_LUND,
    MERGING_CUT_XQCUT,
    MERGING_CUT_XQCUT_PARTONS
};
enum request_merging_by { MERGING_BY_READER, MERGING_BY_SHOWER };
enum request_colour { COLOUR_AUTO, COLOUR_LEADING, COLOUR_FULL };
enum colour_stages { COLOUR_STAGES_AUTO, COLOUR_STAGES_1, COLOUR_STAGES_2 };

/* Phase spaces that a card may ask for in place of auto: name, word, and what it is for, as refusals say. */
#define REQUEST_SPACES(X)                                                           \
    X(SPACE_RAMBO, "rambo", "RAMBO serves gluon jets and photons")                  \
    X(SPACE_RAMBO_DIET, "rambo_diet", "RAMBO serves gluon jets and photons")        \
    X(SPACE_CHILI, "chili", "Chili serves collisions of two hadrons")               \
    X(SPACE_CHAIN, "chain", "the chain follows the one colour order of gluon jets") \
    X(SPACE_CHANNELS, "channels",                                                   \
      "channels are of two hadrons that collide, in processes derived from the model")

#define REQUEST_SPACE(name, word, purpose) name,
enum request_space { SPACE_AUTO, REQUEST_SPACES(REQUEST_SPACE) };
#undef REQUEST_SPACE

enum request_precision { AUTO_PRECISION, SINGLE_PRECISION, DOUBLE_PRECISION, MIXED_PRECISION };
enum request_polarization { POLARIZATION_RANDOM, POLARIZATION_HELICITY };
enum request_helicities { HELICITY_SUM, HELICITY_SAMPLE };
enum request_recursion { RECURSION_AUTO, RECURSION_N3, RECURSION_N4 };
enum request_jets { JETS_ANTIKT, JETS_CAMBRIDGE, JETS_KT };
enum request_recoil { RECOIL_LOCAL, RECOIL_GLOBAL };
enum request_coupling { SHOWER_COUPLING_OWN, SHOWER_COUPLING_OF_PDF };
enum request_combination { COMBINATION_SAMPLES, COMBINATION_INVERSE_VARIANCE };
enum request_processes { PROCESSES_AUTO, PROCESSES_SUBPROCESSES, PROCESSES_MULTIPLICITIES };
enum request_resonances { RESONANCES_AUTO, RESONANCES_ON_SHELL, RESONANCES_CHAIN, RESONANCES_NONE };

/* Entries of a MAP. */
struct request_map {
    const ts_card_entry *entries;
    size_t count;
};

/* Limits of one kind of particle; NAN: of a kind that has no such option. */
struct request_limits {
    double pt_min, pt_max, eta_max, y_max, dr_min, dr_jet, ht_min, ht_max;
    int dr_jet_given;
    struct {
        double r, epsilon, n;
    } isolation;
};

/* Fields with _given: whether the card gives the option. */
struct request {
    const char *process, *decay, *polarization_frame, *pdf;
    struct request_map define, orders, model;
    struct {
        const char *particles[2];
        double energy;
        int energy_given;
    } beams;
    struct {
        ts_scale renormalization, factorization;
    } scales;
    struct {
        unsigned scales, pdf; /* 0: none */
    } variations;
    struct {
        double alpha_s, m_z;
    } couplings;
    struct {
        struct request_limits jet, photon, lepton, missing, heavy;
        double q2_min;
        struct request_map pair;
        const char *expression, *after_shower;
    } cuts;
    struct {
        enum merging_scheme scheme;
        enum request_merging_cut cut;
        enum request_merging_by by;
        double value, d;
    } merging;
    enum request_colour colour;
    enum colour_stages colour_stages;
    enum request_space phase_space;
    enum request_precision precision;
    struct {
        enum request_polarization polarization;
        enum request_helicities helicities;
        enum request_recursion recursion;
        unsigned threads; /* 0: auto; else 2 to the power of threads - 1 */
    } amplitude;
    struct {
        int enabled, order, thresholds, cmw, max_partons, variations, matrix_element;
        double alpha_s, cutoff, renormalization_factor, factorization_factor;
        double jet_radius, jet_pt_min, jet_eta_max;
        const char *start;
        enum request_recoil recoil;
        enum request_coupling coupling;
        enum request_jets jet_algorithm;
    } shower;
    struct {
        double relative_error, alpha;
        uint64_t events, max_events, seed;
        int bins, warmup;
        enum request_combination combination;
    } integration;
    struct {
        uint64_t count; /* UINT64_MAX: all */
        const char *format;
        int split, weighted;
        enum request_processes processes;
        enum request_resonances resonances;
        double overweight;
    } events;
    struct {
        const char *multiplicities, *enhance;
        double enhance_from;
    } sampling;
};

/* What a card asks for; the texts are the card's own, until it changes. */
const struct request *card_request(const ts_card *card);

/* Reads what a card asks for once more, where it has changed. */
void request_read(const ts_card *card, struct request *request);

/* The type that an option has as a field: TEXT of lists of words and numbers; HISTOGRAMS where it has none.
 */
ts_option_type request_type(const char *key);

/* The word of a phase space. */
const char *request_space_word(enum request_space space);

/* Refuses a phase space that a process does not have. `served`: a bit, 1 << SPACE_..., of each that it has
 * beside auto. */
ts_status request_check_space(ts_context *context, const ts_card *card, unsigned served);

#endif
