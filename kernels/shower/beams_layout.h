/* The table of bounds of ratios of densities (beams.h): plain C, for the kernels and the host. */
#ifndef TESSERA_SHOWER_BEAMS_LAYOUT_H
#define TESSERA_SHOWER_BEAMS_LAYOUT_H

/* The head of the table: how many cells of ln(eta / (1 - eta)) there are, where they begin, how many a unit
 * is. Then come how many octaves of tau there are, and ln tau at which they begin for a parton without mass.
 */
enum { BOUNDS_ETAS, BOUNDS_ODDS_LOW, BOUNDS_ODDS_INVERSE, BOUNDS_TAUS, BOUNDS_LOG_LOW, BOUNDS_HEAD };

/* Two numbers stand behind the head for each parton, cell of tau and cell of eta. They are bounds while it
 * stays and where another one comes in, of a gluon the sum over all quarks. Behind these are for the gluon
 * those of all quarks for each cell of tau and of eta. */
enum { BEAM_PARTONS = 11 };

/* Below this part of its mass squared in tau a heavy quark has to become a gluon. */
#define BOUNDS_LEAST_PART 0.00390625

/* What a shower begins from. START_AUTO is the mass of all where none has colour. Else it is the least
 * transverse mass of those that have, or beside leptons what begin_least() says (begin.h). The others are the
 * mass of all, as high as it goes, a scale in GeV, and an expression of final particles. */
enum { START_AUTO, START_MASS, START_POWER, START_FIXED, START_EXPRESSION };

#define LOG_2 0.69314718055994531

/* The head of the table of variations of the shower. It is ln Q^2 between which densities are known, and
 * where the table of alpha_s at the scales of all begins. */
enum { SHOWER_VARIES_LOWEST, SHOWER_VARIES_HIGHEST, SHOWER_VARIES_COUPLING };

/* A row of it, behind the head, which is as long. */
enum {
    SHOWER_VARIES_LOG_R, /* ln of the factor of t in alpha_s, */
    SHOWER_VARIES_LOG_F, /* and in densities */
    SHOWER_VARIES_SAME,  /* 1: densities are those of the row before, of the first those of the shower itself
                          */
    SHOWER_VARIES_DENSITIES, /* where their table begins */
    SHOWER_VARIES_NUMBERS
};

#endif
