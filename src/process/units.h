/* From natural units to picobarn. */
#ifndef TESSERA_PROCESS_UNITS_H
#define TESSERA_PROCESS_UNITS_H

/* (hbar c)^2 in GeV^2 pb, CODATA 2018 */
static const double gev2_pb = 0.3893793721e9;

#endif
