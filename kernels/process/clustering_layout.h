/* What kernel and host agree on of clustering (clustering.h): the tables of a group's histories. Plain C, for
 * both.
 *
 * That of integers begins with whether what comes from either beam has colour, and whether each final leg may
 * be a jet. Rows of states follow. They have for each pair of blocks, but the two of the beams, where the row
 * of the next state begins, and the clustering's kind. The other table has the kinds. */
#ifndef TESSERA_PROCESS_CLUSTERING_LAYOUT_H
#define TESSERA_PROCESS_CLUSTERING_LAYOUT_H

enum { CLUSTER_COLOUR_FIRST, CLUSTER_COLOUR_SECOND, CLUSTER_JETS };
#define CLUSTER_STATES(final) (CLUSTER_JETS + (final))

/* Of a pair: 0 where no diagram has it, else where the next state is, or CLUSTER_LAST; and the kind. */
enum { CLUSTER_NEXT, CLUSTER_KIND, CLUSTER_PAIR };
enum { CLUSTER_LAST = 1 };

/* The number of a pair, i < k, k >= 2, and how many so many blocks have. */
#define CLUSTER_NUMBER(i, k) ((k) * ((k)-1) / 2 + (i)-1)
#define CLUSTER_ROW(blocks) ((((blocks) * ((blocks)-1)) / 2 - 1) * CLUSTER_PAIR)

/* A kind: */
enum {
    CLUSTER_POWER,      /* power of g_s in the vertex */
    CLUSTER_LINE,       /* whose jet goes on as that of the new block, */
    CLUSTER_ENDS,       /* and what ends at a vertex on a beam's side; */
    CLUSTER_LOW,        /* masses between which the line is on its mass shell: squares, in units; */
    CLUSTER_HIGH,       /* 0 where it is no resonance */
    CLUSTER_MASS,       /* squared mass of the resonance, */
    CLUSTER_MASS_WIDTH, /* and the product of its mass and width */
    CLUSTER_NUMBERS
};
enum { CLUSTER_LINE_NONE, CLUSTER_LINE_FIRST, CLUSTER_LINE_SECOND, CLUSTER_LINE_HARDER };
enum { CLUSTER_GOES_ON, CLUSTER_JETS_END, CLUSTER_COLOUR_ENDS };

#endif
