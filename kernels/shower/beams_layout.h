/* The table of bounds of ratios of densities (beams.h): plain C, for the kernels and the host. */
#ifndef TESSERA_SHOWER_BEAMS_LAYOUT_H
#define TESSERA_SHOWER_BEAMS_LAYOUT_H

/* It begins with how many cells of ln(eta / (1 - eta)) there are, where they begin, and how many a unit is;
 * how many octaves of tau there are, and ln tau at which they begin for a parton without mass. */
enum { BOUNDS_ETAS, BOUNDS_ODDS_LOW, BOUNDS_ODDS_INVERSE, BOUNDS_TAUS, BOUNDS_LOG_LOW, BOUNDS_HEAD };

/* Behind the head are two numbers for each parton, cell of tau and cell of eta: bounds while it stays and
 * where another one comes in, of a gluon the sum over all quarks. Behind these are for the gluon those of all
 * quarks for each cell of tau and of eta. */
enum { BEAM_PARTONS = 11 };

/* Below this part of its mass squared in tau a heavy quark has to become a gluon. */
#define BOUNDS_LEAST_PART 0.00390625

/* What a shower begins from: the mass of what has no colour, or where final partons have one the least of
 * their transverse momenta; the mass of all; as high as it goes; a scale in GeV. */
enum { START_AUTO, START_MASS, START_POWER, START_FIXED };

#define LOG_2 0.69314718055994531

#endif
