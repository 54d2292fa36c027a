/* The partons that are seen of an event that showered between hadrons: of them are jets, scales and event
 * shapes. */
#ifndef TESSERA_OBSERVABLE_HADRON_PARTONS_H
#define TESSERA_OBSERVABLE_HADRON_PARTONS_H

#include "shower/settle.h"

/* Whether final parton i, counted from 0, of LANES neighbouring events is there and has colour. Top quarks
 * and heavy particles of models are left out, for they decay. */
FN mask hadron_parton_seen(event_list events, int i, uint32 slot)
{
    const int row = EVENT_PARTON + PARTON_ROWS * (i + 2);
    const real count = event_fetch(events, EVENT_PARTONS, slot), none = R(0.0);
    const real pdg = event_fetch(events, row + PARTON_PDG, slot);
    const mask light = m_or(r_abs(pdg) < R(6.0), pdg == r_set(PDG_GLUON));
    const mask coloured = m_or(event_fetch(events, row + PARTON_COLOUR, slot) > none,
                               event_fetch(events, row + PARTON_ANTICOLOUR, slot) > none);
    return m_and(m_and(coloured, light), r_set((scalar)(i + 2)) < count);
}

#endif
