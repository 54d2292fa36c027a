/* The squared matrix element of 2 -> 2 by the vertices of decays, which share no formula with currents. */
#ifndef TESSERA_TEST_DENSE_TENSORS_H
#define TESSERA_TEST_DENSE_TENSORS_H

#include "tree_identities.h"

#include "model/decay_amplitude.h"

static inline double square_by_tensors(const struct tested *tested, const struct decay_rows *rows)
{
    struct decay_amplitude amplitude;
    double incoming[4][4];
    int pdg[4];
    for (int leg = 0; leg < 4; ++leg) {
        pdg[leg] = leg < LEGS_IN ? tested->pdg[leg] : model_antiparticle(tested->model, tested->pdg[leg]);
        for (int i = 0; i < 4; ++i)
            incoming[leg][i] = leg < LEGS_IN ? tested->p[leg][i] : -tested->p[leg][i];
    }
    assert_status(tested->context, decay_amplitude_create(tested->context, rows, 4, pdg, &amplitude));
    const double square = decay_amplitude_square(&amplitude, (const double(*)[4])incoming);
    decay_amplitude_free(&amplitude);
    return square / averaged(tested);
}

#endif
