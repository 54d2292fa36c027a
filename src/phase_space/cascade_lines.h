/* The lines of a process's diagrams, as its phase space sees them (kernels/phase_space/cascade.h). A line
 * parts the external legs in two. Where both beams are on one side it is a decay line, from which the final
 * particles of the other side come. Where a beam is on each side it is an exchange. */
#ifndef TESSERA_PHASE_SPACE_CASCADE_LINES_H
#define TESSERA_PHASE_SPACE_CASCADE_LINES_H

#include "amplitude/graph.h"
#include "selection/particle_cuts.h"

/* What says which lines there are, and which squared masses they may have. */
struct cascade_setting {
    const struct graph *graph;
    const struct chain *chain; /* NULL: no resonance is named */
    const struct particle_cuts *cuts;
    double root_s, unit; /* GeV; of the beams, and that of rows */
};

enum { LINE_PARTICLES = 8 };

/* The particles that flow between a set of legs and all others, particle or antiparticle. */
struct line {
    int count, pdg[LINE_PARTICLES];
};

/* What a line does to a cross section, the larger the more. */
enum line_rank {
    LINE_NONE,      /* no diagram has it */
    LINE_FAR,       /* poles are far from all squared masses that it may have */
    LINE_PEAKED,    /* without mass, or with a small one */
    LINE_RESONANCE, /* a mass shell is within reach */
    LINE_NAMED      /* the process names it: all diagrams have it */
};

/* Lines by sets of final particles, a bit each. */
struct cascade_lines {
    const struct cascade_setting *setting;
    int final;
    unsigned all;            /* the set of all final particles */
    struct line *decays;     /* [all + 1]: from which a set comes */
    struct line *exchanges;  /* [all + 1]: between the second beam with a set and the first with all others */
    unsigned char *decay;    /* [all + 1]: ranks of those, */
    unsigned char *exchange; /* and of these */
};

/* Returns 0 where memory is missing. */
int cascade_lines_create(const struct cascade_setting *setting, struct cascade_lines *lines);
void cascade_lines_free(struct cascade_lines *lines);

/* Limits of the mass [GeV] that a set of final particles has together, by masses and cuts. */
void cascade_limits(const struct cascade_setting *setting, unsigned set, double *low, double *high);

/* Whether a particle of a line may be on its mass shell between these limits. */
int cascade_is_resonant(const ts_particle *particle, double low, double high);

/* The lightest mass of a line's particles, GeV. */
double cascade_lightest(const struct cascade_lines *lines, const struct line *line);

#endif
