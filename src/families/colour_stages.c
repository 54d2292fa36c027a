#include "families/colour_stages.h"

#include "families/final_state_of_card.h"
#include "selection/particle_observables.h"

#include <stdio.h>
#include <string.h>

/* Gluons from which on two stages are faster. One order of six costs some 60 ns an event, their 24 orders
 * that are independent some 40 us (docs/decisions.md). */
enum { GLUONS_OF_TWO_STAGES = 6 };

/* Orders that are summed: (n - 2)! of n gluons, of which the colour matrix of eight still fits. */
enum { GLUONS_OF_FULL_COLOUR = 8 };

/* The first option of the card in which the family has no part, but what is derived from the model has. */
static const char *missing(const ts_card *card, const struct process_family *family)
{
    size_t count;
    const ts_option *options = ts_option_table(&count);
    for (size_t i = 0; i < count; ++i)
        if (ts_card_has(card, options[i].key) && family_uses(&subprocess_family, options[i].key) &&
            !family_uses(family, options[i].key))
            return options[i].key;
    return NULL;
}

/* Why the first stage cannot be the family's; returns the option, or NULL: it can. */
static const char *obstacle(const ts_card *card, const struct process_family *family,
                            const struct particle_list *list, char *sentence, size_t bytes)
{
    static const char *const scales[] = {"scales.renormalization", "scales.factorization"};
    const ts_scale asked[] = {card_request(card)->scales.renormalization,
                              card_request(card)->scales.factorization};
    const char *key = missing(card, family),
               *unknown = massless_observables_unknown(card, 'j', list->count - INCOMING);
    if (list->count > GLUONS_OF_FULL_COLOUR) {
        snprintf(sentence, bytes, "%d gluons have too many colour orders for all colours: %d are the most",
                 list->count, GLUONS_OF_FULL_COLOUR);
        return "colour";
    }
    snprintf(sentence, bytes,
             "it has no part in the first of two stages, gluons at leading colour: take "
             "colour_stages: 1, or remove it");
    if (key)
        return key;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; ++i)
        if (!final_state_has_scale(asked[i]))
            return scales[i];
    for (int i = 0; i < INCOMING; ++i)
        if (strcmp(card_request(card)->beams.particles[i], "p") != 0)
            return "beams.particles";
    if (unknown) {
        snprintf(sentence, bytes,
                 "the first of two stages, gluons at leading colour, has no histogram "
                 "\"%s\": take colour_stages: 1, or one of " OBSERVABLES_OF_JETS,
                 unknown);
        return "histograms";
    }
    return NULL;
}

int colour_two_stages(const ts_card *card, const struct process_family *family,
                      const struct particle_list *list, const char **key, char *sentence, size_t bytes)
{
    const enum colour_stages stages = card_request(card)->colour_stages;
    const int full = card_request(card)->colour == COLOUR_FULL, must = stages == COLOUR_STAGES_2;
    *key = must ? "colour_stages" : NULL;
    *sentence = '\0';
    if (family != &gluon_jets_family || !full || stages == COLOUR_STAGES_1) {
        snprintf(sentence, bytes, "%s",
                 family == &gluon_jets_family ? "two stages give all colours: write colour: full, too"
                                              : "two stages serve g g > g g ... g alone: take auto, or 1");
        return 0;
    }
    *key = obstacle(card, family, list, sentence, bytes);
    if (!*key && (must || list->count >= GLUONS_OF_TWO_STAGES))
        return 1;
    if (!must && list->count <= GLUONS_OF_FULL_COLOUR)
        *key = NULL;
    return 0;
}
