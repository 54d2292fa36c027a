/* Whether a cross section is finite within its cuts, by its diagrams alone: no map of phase space has a part.
 *
 * A squared tree amplitude is infinite where lines come on their mass shell. Of massless lines those decide
 * that join two external legs. Where another one does so several legs are collinear. Then a line between two
 * of them does too, or what stands between them is heavy, and phase space wins. So these are tested: two that
 * are collinear, one along a beam, soft gluons and photons, soft pairs that one of these makes. A line with a
 * mass is infinite where it has no width and can be real. Between hadrons all may be soft together. */
#ifndef TESSERA_PHASE_SPACE_FINITE_H
#define TESSERA_PHASE_SPACE_FINITE_H

#include "phase_space/finite_lines.h"
#include "selection/particle_cuts.h"

struct finite_setting {
    const struct graph *graph;
    const struct chain *chain; /* NULL: no resonance is named */
    const struct particle_cuts *cuts;
    int known;     /* whether the beams' energy is that of all final particles */
    double root_s; /* of the beams [GeV] */
    double least;  /* mass that all final particles have together at least [GeV] */
};

enum finite_verdict { FINITE, INFINITE, FINITE_NO_MEMORY };

/* Says which it is. INFINITE comes with a key [64] of the card, where it is so, and what would be right, in a
 * sentence without full stop. */
enum finite_verdict finite_check(const struct finite_setting *setting, char key[64],
                                 char sentence[SENTENCE_BYTES]);

/* A part of that: 0, with both, where a line with a mass has no width and can be real. */
int finite_check_widths(const struct finite_setting *setting, char key[64], char sentence[SENTENCE_BYTES]);

#endif
