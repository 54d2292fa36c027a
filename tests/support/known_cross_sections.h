/* Cross sections in pb that tests hold the program's against, all with the embedded densities. Those of two
 * particles to two are by quadrature (tests/process/test_quadrature.c). The others, with their error, are
 * those of the published table of CTEQ6L1 times a ratio near one (docs/validation.md). */
#ifndef TESSERA_TEST_KNOWN_CROSS_SECTIONS_H
#define TESSERA_TEST_KNOWN_CROSS_SECTIONS_H

/* Gluons at 14 TeV, mu = 91.188 GeV, pT > 20 GeV, |eta| < 2.5, Delta R > 0.4. n = 5 is by Monte Carlo of the
 * closed form; n = 6 to 8 are 10^12 events of flat phase space, good to 0.003, 0.02 and 0.1 %. */
#define closed_form_4 2.3121774e8
#define closed_form_5 1.425224e7
#define closed_form_5_error 1.7e3
#define known_gluons_6 2.82251e6
#define known_gluons_7 6.2594e5
#define known_gluons_8 1.5944e5

/* p p at 13 TeV, alpha_s = 0.129808, mu = 91.188 GeV, couplings and masses of
 * tests/data/matrix-elements.yaml. Jets have pT > 30 GeV, |eta| < 4.5, Delta R > 0.4; leptons pT > 20 GeV,
 * |eta| < 2.5 and pairs of 66 to 116 GeV. */
#define known_jets 1.3484359e8
#define known_jets_gg_gg 7.7292094e7
#define known_jets_gg_qq 2.7063051e6
#define known_jets_qa_qa 6.8951436e5
#define known_jets_qa_rb 6.9976669e4
#define known_jets_qa_gg 7.6913917e4
#define known_tops 653.32294
#define known_tops_gg 567.62604
#define known_tops_qa 85.696894
#define known_leptons 670.02238
#define known_leptons_down 389.91142
#define known_leptons_up 280.11096
/* With a Z' of 2 TeV and a width of 1 GeV (examples/models/zprime), pairs of 1.5 to 2.5 TeV; good to 1e-5. */
#define known_z_prime 0.3294189
/* One of 1 TeV and 100 GeV: its interference with photon and Z alone, pairs of 0.5 to 1.5 TeV. */
#define known_interference -1.9627064e-3

/* MG5_aMC 3.5.7 and an independent Monte Carlo of its matrix elements, combined. */
#define known_leptons_jet 124.335
#define known_leptons_jet_error 0.10
#define known_tops_jet 629.9
#define known_tops_jet_error 0.7

/* u from the first proton and u~ from the second at 14 TeV, Q = 20 GeV, alpha = 1/132.507, pT > 20 GeV,
 * |eta| < 2.5, Delta R > 0.4. Three photons are a Monte Carlo of the closed form, four as published
 * (arXiv:0908.4403, Table 5). */
#define known_two_photons 10.822944
#define known_three_photons 6.7727e-3
#define known_three_photons_error 0.014e-3
#define known_four_photons 1.23921e-5
#define known_four_photons_error 0.0030e-5

#endif
