/* Events as LHEH5 files, version 2.0.1: the Les Houches accords' numbers as tables of HDF5, which Sherpa and
 * Pythia read many at a time.
 *
 * S. Hoeche, S. Prestel, H. Schulz, Phys. Rev. D 100 (2019) 014024 (arXiv:1905.05120), and E. Bothmann et
 * al., arXiv:2309.13154, section 4, for the second version. All numbers are doubles, but those of `version`.
 *
 *     version    2, 0, 1
 *     init       beamA, beamB, energyA, energyB, PDFgroupA, PDFgroupB, PDFsetA, PDFsetB, weightingStrategy,
 *                numProcesses
 *     procInfo   of each process: procId (from 1), npLO (particles of an event), npNLO (-1), xSection, error,
 *                unitWeight [pb]
 *     events     of each event: pid, nparticles, start (its row among the particles), trials, scale, fscale,
 *                rscale [GeV], aqed, aqcd, and its weights [pb], the first of them NOMINAL
 *     particles  npLO rows of each event, zeros behind its last: id, status, mother1, mother2, color1,
 * color2, px, py, pz, e, m, lifetime, spin
 *
 * The sum of the weights over the sum of the trials is the cross section. An event counts those that were
 * generated since the one before it in the file. */
#ifndef TESSERA_IO_LHEH5_H
#define TESSERA_IO_LHEH5_H

#include <stddef.h>

enum { LHEH5_INIT = 10, LHEH5_PROCESS = 6, LHEH5_EVENT = 9 /* before the weights */, LHEH5_PARTICLE = 13 };

/* Places of a row. */
enum {
    H5_PID,
    H5_PARTICLES,
    H5_START,
    H5_TRIALS,
    H5_SCALE,
    H5_FSCALE,
    H5_RSCALE,
    H5_AQED,
    H5_AQCD,
    H5_NOMINAL
};
enum {
    H5_ID,
    H5_STATUS,
    H5_MOTHER1,
    H5_MOTHER2,
    H5_COLOR1,
    H5_COLOR2,
    H5_PX,
    H5_PY,
    H5_PZ,
    H5_E,
    H5_M,
    H5_LIFETIME,
    H5_SPIN
};

/* Whether a row of events, of so many columns, stands for trials alone: no particles, and weights of 0. Other
 * programs write such. */
static inline int lheh5_is_empty(const double *row, size_t columns)
{
    int is_empty = columns > H5_NOMINAL && row[H5_PARTICLES] == 0;
    for (size_t i = H5_NOMINAL; i < columns && is_empty; ++i)
        is_empty = row[i] == 0;
    return is_empty;
}

#endif
