/* What a dipole's mass and its ends make of it: how likely it radiates. Needs `parameters`. */
#ifndef TESSERA_SHOWER_DIPOLE_H
#define TESSERA_SHOWER_DIPOLE_H

#include "shower/parameters.h"
#include "shower/splitting.h"

/* The square of a dipole's mass, and the weight of its splittings, from its
 * ends. `dipole`: its place in the list of each lane's slot. */
FN void dipole_measure(CONSTANT parameters *p, event_list events, mask m, index slot, index dipole)
{
    index place = event_dipole(events, slot, dipole);
    index left = event_parton(events, slot, r_floor_index(event_get(events, DIPOLE_LEFT, place)));
    index right = event_parton(events, slot, r_floor_index(event_get(events, DIPOLE_RIGHT, place)));
    real square = v_pair_square(event_get_momentum(events, left), event_get_momentum(events, right));
    share_range range = share_range_of(square, p->cutoff);
    real weight = splittings_integral(range, event_get(events, PARTON_PDG, left)) +
                  splittings_integral(range, event_get(events, PARTON_PDG, right));
    event_put(events, DIPOLE_SQUARE, m, place, square);
    event_put(events, DIPOLE_WEIGHT, m, place, weight);
}

/* The dipole that a row of a parton names, where there is one. */
FN void dipole_measure_of(CONSTANT parameters *p, event_list events, mask m, index slot, real dipole)
{
    mask there = m_and(m, dipole >= R(0.0));
    if (r_any(there))
        dipole_measure(p, events, there, slot, r_floor_index(r_select(there, dipole, R(0.0))));
}

/* All dipoles of LANES neighbouring events, of which each has `count`. */
FN void dipoles_measure_all(CONSTANT parameters *p, event_list events, uint32 slot, int count)
{
    for (int i = 0; i < count; ++i)
        dipole_measure(p, events, m_all(), w_index(w_lane() + w_set(slot)), i_set(i));
}

/* The weights of all dipoles of each lane's event. */
FN real dipoles_weight(event_list events, mask m, index slot, real count)
{
    real sum = R(0.0);
    for (int i = 0; r_any(m_and(m, r_set((scalar)i) < count)); ++i) {
        real weight = event_get(events, EVENT_DIPOLE + DIPOLE_ROWS * i + DIPOLE_WEIGHT, slot);
        sum = sum + r_select(r_set((scalar)i) < count, weight, R(0.0));
    }
    return sum;
}

#endif
