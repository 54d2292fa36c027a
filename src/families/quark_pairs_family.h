/* e+ e- > a quark and its antiquark, one flavour or all five, and their parton shower. */
#ifndef TESSERA_FAMILIES_QUARK_PAIRS_FAMILY_H_HOST
#define TESSERA_FAMILIES_QUARK_PAIRS_FAMILY_H_HOST

/* The electromagnetic coupling unless a card says another. */
#define QUARK_PAIRS_ALPHA (1 / 128.802)

#include "process/process.h"

/* Photon and Z boson. */
struct electroweak {
    double alpha, sin2_theta_w, m_z, gamma_z; /* GeV */
};

struct electroweak quark_pair_electroweak(const struct process *process);

/* What multiplies 1 + c^2 and c in the squared matrix element of a quark over N_c (4 pi alpha)^2
 * (kernels/process/quark_pairs.h). c is the cosine of its angle to the electron. `energy`: sqrt(s) in GeV. */
struct quark_angles {
    double even, odd;
};
struct quark_angles quark_pair_angles(const struct electroweak *electroweak, double energy, int pdg);

#endif
