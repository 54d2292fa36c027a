/* From natural units to picobarn, and the flux of beams. */
#ifndef TESSERA_PROCESS_UNITS_H
#define TESSERA_PROCESS_UNITS_H

/* (hbar c)^2 in GeV^2 pb, CODATA 2018 */
static const double gev2_pb = 0.3893793721e9;

/* The flux 1 / (2 s) of massless beams whose energies' square is `s` [GeV^2], in pb. */
static inline double flux_pb(double s) { return gev2_pb / (2 * s); }

#endif
