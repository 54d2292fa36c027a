/* Variations of an event of a group of subprocesses: factors of its weight, of one power of alpha_s or of
 * several. Included by subprocess.h, behind its matrix element. */
#ifndef TESSERA_PROCESS_SUBPROCESS_VARIATIONS_H
#define TESSERA_PROCESS_SUBPROCESS_VARIATIONS_H

#if VARIED > 0
#if STRONG_POWERS > 0
/* Values of alpha_s, over that in the matrix element, at which |M|^2 is computed. */
FN real subprocess_node(int i) { return r_set(S(0.5) * (scalar)(i + 1)); }

/* |M|^2 over alpha_s^STRONG_LEAST is a polynomial in alpha_s: Newton's divided differences of its values. */
FN void subprocess_powers(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                          real power[STRONG_POWERS])
{
    for (int i = 0; i < STRONG_POWERS; ++i) {
        const real inverse = R(1.0) / subprocess_node(i);
        power[i] = subprocess_squared(p, tables, state, subprocess_node(i));
        for (int k = 0; k < STRONG_LEAST; ++k)
            power[i] = power[i] * inverse;
    }
    for (int order = 1; order < STRONG_POWERS; ++order)
        for (int i = STRONG_POWERS - 1; i >= order; --i)
            power[i] = (power[i] - power[i - 1]) / (subprocess_node(i) - subprocess_node(i - order));
}

FN real subprocess_at(const real power[STRONG_POWERS], real alpha_s)
{
    real value = power[STRONG_POWERS - 1];
    for (int i = STRONG_POWERS - 2; i >= 0; --i)
        value = r_fma(value, alpha_s - subprocess_node(i), power[i]);
    for (int k = 0; k < STRONG_LEAST; ++k)
        value = value * alpha_s;
    return value;
}

/* Gives each variation the |M|^2 of its alpha_s over that of the event, `own`. */
FN void subprocess_vary_strong(CONSTANT parameters *p, GLOBAL const scalar *tables, event_state state,
                               const varied_event *e, real own, real factor[VARIED])
{
    GLOBAL const scalar *row = tables + (int)p->variations;
    const real inverse = variation_inverse(p, tables, e);
    real power[STRONG_POWERS];
    subprocess_powers(p, tables, state, power);
    const real itself = subprocess_at(power, own);
    const mask none = itself == R(0.0);
    const real over = r_select(none, R(0.0), R(1.0) / r_select(none, R(1.0), itself));
    for (int k = 0; k < VARIED; ++k, row += VARIATION_NUMBERS)
        factor[k] = factor[k] * over *
                    subprocess_at(power, own * variation_alpha_s(p, tables, row, e, inverse));
}
#endif

/* Factors of the weights of other scales and densities. */
FN void subprocess_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                        event_state state, real factor[VARIED])
{
    subprocess_scales scales = subprocess_fixed_scales();
    const mask mirrored = subprocess_mirrored(p, event);
#if SCALES_DYNAMIC
    particle_set set;
    subprocess_particles(state, mirrored, &set);
    scales = subprocess_scales_of(p, tables, state, &set);
#endif
    const real member = subprocess_choose(p, tables, event, state, mirrored, scales.log_f2).member;
    real log_x[2];
    subprocess_log_x(state, mirrored, log_x);
    const varied_event e = {
        {r_floor_index(subprocess_number(p, tables, member, MEMBER_FIRST)),
         r_floor_index(subprocess_number(p, tables, member, MEMBER_SECOND))},
        {log_x[0], log_x[1]},
        scales.log_r2,
        scales.log_f2,
#if SCALE_R_CLUSTERS
        &scales.history
#endif
    };
    variations_factors(p, tables, &e, factor);
#if STRONG_POWERS > 0
    subprocess_vary_strong(p, tables, state, &e, subprocess_coupling(p, tables, &scales), factor);
#endif
}
#endif

FN_SHARED void integrand_vary(CONSTANT parameters *p, GLOBAL const scalar *tables, event_number event,
                              event_state state, real factor[VARIATIONS])
{
#if VARIED > 0
    subprocess_vary(p, tables, event, state, factor);
#endif
#if ENHANCED
    particle_set set;
    (void)tables;
    subprocess_particles(state, subprocess_mirrored(p, event), &set);
    factor[VARIED] = R(1.0) / subprocess_enhancement(p, &set);
    for (int k = 0; k < VARIED; ++k)
        factor[k] = factor[k] * factor[VARIED];
#endif
}

#endif
