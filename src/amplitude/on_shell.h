/* Lines of a graph that may be resonances on their mass shells, and which of them one of its diagrams has
 * together. Particles of final states come from such a line in events (events/nearest_shell.h). */
#ifndef TESSERA_AMPLITUDE_ON_SHELL_H
#define TESSERA_AMPLITUDE_ON_SHELL_H

#include "amplitude/graph.h"

#include <stdint.h>

enum {
    SHELL_LINES_MOST = 64, /* of a graph; those of few legs come first */
    SHELL_SETS_MOST = 1024,
    SHELL_TOGETHER_MOST = 6 /* lines of a diagram that are resonances at once */
};

/* A line that decays: its mass is above those of its products, less RESONANCE_WIDTHS. */
struct shell_line {
    unsigned legs;      /* final ones, a bit each */
    int pdg;            /* as it comes out */
    int colour;         /* representation, an antiparticle's below 0 */
    double mass, width; /* GeV */
};

/* A final state of the graph: its subprocesses have lines of other particles with equal masses and widths. */
struct shell_state {
    int pdg[LEGS_MOST];             /* of all legs; only the final ones count */
    int line_pdg[SHELL_LINES_MOST]; /* 0: the line has several that it may be */
};

struct on_shell {
    int line_count, set_count, state_count;
    struct shell_line *lines;   /* [line_count] */
    uint64_t *sets;             /* [set_count], a bit a line; with a set all parts of it are there too */
    struct shell_state *states; /* [state_count] */
};

/* Finds lines and sets; a line that the chain names is none, nor is one of its particle within another, which
 * radiates. `chain` may be NULL. TS_ERROR_MEMORY. */
ts_status on_shell_create(ts_context *context, const struct graph *graph, const struct chain *chain,
                          struct on_shell *shell);
void on_shell_free(struct on_shell *shell);

/* The largest number of lines in a set. */
int on_shell_most(const struct on_shell *shell);

#endif
