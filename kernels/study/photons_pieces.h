/* The amplitude of q q~ > photons by shared waves, its list of diagrams spread over PHOTONS_PIECES kernels
 * that make their waves anew: for measuring. An item is LANES events, each with one choice of helicities.
 * Real parts of the amplitudes lie in the first half of their buffer, imaginary parts in the second. `piece`
 * is which of the kernels this is, the first of which clears the sums. */

#include "map.h"
#include "study/photons_time_event.h"

#ifndef PHOTONS_PIECES
#define PHOTONS_PIECES 1
#endif
#ifndef PHOTONS_ITEMS
#define PHOTONS_ITEMS 1
#endif

#define PIECES_RE(item) (amplitude + (item)*LANES)
#define PIECES_IM(item) (amplitude + (PHOTONS_ITEMS + (item)) * LANES)

/* The number of the first diagram of a piece. */
FN int piece_begin(int piece) { return (int)((uint64)piece * PHOTON_ORDERS / PHOTONS_PIECES); }

MAP(photons_piece, GLOBAL scalar *, amplitude, GLOBAL const int *, piece, GLOBAL scalar *, none1,
    GLOBAL scalar *, none2)
{
    const int first = piece_begin(*piece);
    vector4 photon[PHOTONS], quark, antiquark;
    photon_line line;
    (void)none1;
    (void)none2;
    time_event(item, photon, &quark, &antiquark);
    photon_line_make(quark, antiquark, photon, &line);
    complex_number m = photons_shared_orders(&line, 1, first, piece_begin(*piece + 1) - first);
    if (*piece > 0)
        m = c_add(m, c_set(r_fetch(PIECES_RE(item)), r_fetch(PIECES_IM(item))));
    r_store(PIECES_RE(item), m.re);
    r_store(PIECES_IM(item), m.im);
}

MAP(photons_pieces_square, GLOBAL const scalar *, amplitude, GLOBAL scalar *, square, GLOBAL scalar *, none1,
    GLOBAL scalar *, none2)
{
    (void)none1;
    (void)none2;
    r_store(square + item * LANES, c_norm(c_set(r_fetch(PIECES_RE(item)), r_fetch(PIECES_IM(item)))));
}
