/* Which events pass the cuts of the card, and by what an expression of it enlarges their weights. Included by
 * the kinematics of a process, behind its parameters. */
#ifndef TESSERA_PROCESS_CUTS_H
#define TESSERA_PROCESS_CUTS_H

#ifdef CUT_EXPRESSION
/* The card's expression, true where it is no number: a weight goes on to be counted as what it is. */
FN mask cuts_expression(CONSTANT parameters *p, const particle_set *measured)
{
    const particle_set set = *measured;
    const real unit = r_set(p->unit);
    mask passes;
    (void)unit;
    CUT_EXPRESSION(passes)
    return passes;
}
#endif

#if ENHANCED
/* By what the weight of an event is larger for the card's expression, 1 up to where that begins. What is no
 * number stays none: such a weight is counted as what it is. */
FN real cuts_enhancement(CONSTANT parameters *p, const particle_set *measured)
{
    const particle_set set = *measured;
    const real unit = r_set(p->unit), from = r_set(p->enhanced_from);
    real value;
    (void)unit;
    ENHANCEMENT(value)
    return r_select(value < from, from, value) / from;
}
#endif

/* The lanes that pass all cuts of the card, of which the expression alone may tell an event from its mirror
 * image. Where some members are mirrored it is not known yet which the event is: lanes stay that pass as one
 * of both. */
FN mask cuts_pass(CONSTANT parameters *p, const particle_set *measured)
{
    mask pass = particles_pass(measured, p->cut, JETS_SET, NEUTRINOS_SET);
#if MASS_WINDOWS > 0
    pass = m_and(pass, particles_outside(measured, p->window, MASS_WINDOWS));
#endif
#if MERGING_SET && !MERGING_VERTICES /* else by the event's history, where that is found */
    pass = m_and(pass, merging_pass(measured, p->merging));
#endif
#if PHOTON_ISOLATION
    pass = m_and(pass, particles_isolated(measured, p->cut + CUT_NUMBERS(FINAL) - EVENT_CUTS, JETS_SET,
                                          PHOTONS_SET));
#endif
#ifdef CUT_EXPRESSION
    const int members = (int)p->mirrored;
    mask either = m_none();
    if (members != MIRRORED_ALL)
        either = cuts_expression(p, measured);
    if (members != MIRRORED_NONE) {
        particle_set mirrored = *measured;
        for (int i = 0; i < FINAL; ++i)
            mirrored.momentum[i].z = -mirrored.momentum[i].z;
        particles_measure(&mirrored);
        either = m_or(either, cuts_expression(p, &mirrored));
    }
    return m_and(pass, either);
#else
    return pass;
#endif
}

#endif
