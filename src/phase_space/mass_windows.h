/* Masses that a process leaves out, "$ t": of s-channel lines that are off their mass shell alone. */
#ifndef TESSERA_PHASE_SPACE_MASS_WINDOWS_H
#define TESSERA_PHASE_SPACE_MASS_WINDOWS_H

#include "amplitude/graph.h"
#include "observable/particles_layout.h"

enum { WINDOWS_MOST = 32 };

/* Events in which final particles together have a mass [GeV] between both ends have no weight. */
struct mass_window {
    unsigned final; /* a bit each */
    int pdg;        /* of the line */
    double low, high;
};

struct mass_windows {
    int count;
    struct mass_window list[WINDOWS_MOST];
};

/* Finds those of the lines in a graph: RESONANCE_WIDTHS widths to both sides of the mass. Returns 0 where
 * there are too many. */
int mass_windows_find(const struct graph *graph, const struct exclusion *excluded, const struct chain *chain,
                      struct mass_windows *windows);

/* Writes WINDOW_NUMBERS numbers each, of so many windows, in units of `unit` GeV. Those that are missing
 * leave out nothing. */
void mass_windows_write(const struct mass_windows *windows, int count, double unit, double *numbers);

#endif
