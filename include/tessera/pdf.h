/** @file
 * Parton densities and the strong coupling that belongs to them.
 *
 * A set is a grid of x f(x, Q) for the partons of a proton, or what the set is
 * for. It has its own definition of alpha_s. Any set in the LHAPDF6 grid
 * format (A. Buckley et al., Eur. Phys. J. C 75 (2015) 132) is read; CTEQ6L1
 * is embedded. */
#ifndef TESSERA_PDF_H
#define TESSERA_PDF_H

#include "context.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Opaque: one member of a set. Once made it never changes, so that several
 * threads may read it at the same time. */
typedef struct ts_pdf ts_pdf;

/** Reads one member of a set.
 * @param name a folder that holds a set, or else the name of a set. Names are sought in the
 *        folders of LHAPDF_DATA_PATH in the environment (separated by colons; without it,
 *        LHAPATH). Folders share/LHAPDF of a conda environment, of /usr/local and of /usr come
 *        next, unless the list ends with two colons; last "CTEQ6L1", the embedded set. Each may
 *        be followed by "/" and a member.
 * @param member 0 is the central one; 0 too where the name says which
 * @param pdf receives the handle; NULL on failure
 * @return TS_OK; TS_ERROR_MEMORY; TS_ERROR_INPUT where there is no such set or member, or the
 *         files cannot be read or hold no set. The sentence says where it was looked for, and the
 *         nearest name that is there */
TS_API ts_status ts_pdf_create(ts_context *context, const char *name, int member, ts_pdf **pdf);

/** Frees a set and sets the handle to NULL. */
TS_API void ts_pdf_destroy(ts_pdf **pdf);

/** x f(x, Q), by LHAPDF's log-bicubic interpolation.
 *
 * Beyond the grid LHAPDF's "continuation" holds, or the nearest border where the
 * set's own Extrapolator says "nearest". The continuation is a power law in x below
 * the lowest x and in Q above the grid. Below the lowest Q it is the power law with
 * an anomalous dimension of MSTW. Above the highest x the value there; zero from x =
 * 1.
 * @param pdg 21 (or 0) the gluon, 1 to 6 quarks, negative antiquarks, 22 the photon;
 *        zero for a parton that the set does not have
 * @param x momentum fraction, above 0
 * @param q factorisation scale in GeV, above 0
 * @return x f, or NAN where x or q is not a positive number, or the point lies
 *         beyond the grid of a set whose Extrapolator is "error" */
TS_API double ts_pdf_xfx(const ts_pdf *pdf, int pdg, double x, double q);

/** x f(x, Q) at many points, as ts_pdf_xfx() has it of one.
 * @param pdg,x,q [points]
 * @param xf [points], receives the values */
TS_API void ts_pdf_xfx_points(const ts_pdf *pdf, size_t points, const int *pdg, const double *x,
                              const double *q, double *xf);

/** The set's own strong coupling at the scale q in GeV. Infinite at and below
 * the Landau pole of an analytic or integrated definition. */
TS_API double ts_pdf_alpha_s(const ts_pdf *pdf, double q);

/** The name of the set. */
TS_API const char *ts_pdf_name(const ts_pdf *pdf);

/** Where it came from: "embedded", or the folder. */
TS_API const char *ts_pdf_source(const ts_pdf *pdf);

/** What a set says of itself. The pointers live as long as the set. */
typedef struct ts_pdf_facts {
    const char *description;  /**< SetDesc of the .info file, or "" */
    const char *reference;    /**< the publication, or "" */
    const char *alpha_s_type; /**< "analytic", "ipol" or "ode" */
    double x_min, x_max;      /**< the grid's range of x */
    double q_min, q_max;      /**< and of Q, GeV */
    const int *flavours;      /**< [flavour_count] PDG codes that the grid has */
    size_t flavour_count;
    size_t x_knots, q_knots;
    int order;         /**< of the evolution in QCD: 0 leading, 1 next-to-leading, ... */
    int alpha_s_order; /**< of alpha_s, counted in the same way */
    int member, member_count;
    const char *error_type; /**< how members make an uncertainty: "hessian", "symmhessian", "replicas", each
                               perhaps with "+as", or "unknown" */
    double confidence;      /**< per cent that this uncertainty stands for: 68.27, or 90; 0: not known */
} ts_pdf_facts;

/** The facts of a set. */
TS_API ts_pdf_facts ts_pdf_describe(const ts_pdf *pdf);

/** The uncertainty of a quantity that comes from the densities. */
typedef struct ts_pdf_spread {
    double central;  /**< of replicas the mean, else the value of member 0 */
    double up, down; /**< one standard deviation (68.27 per cent) up and down, 0 or more */
} ts_pdf_spread;

/** The uncertainty of a quantity from its values with all members of a set, by the formulas of LHAPDF6
 * (A. Buckley et al., Eur. Phys. J. C 75 (2015) 132): asymmetric or symmetric Hessian sets, whose confidence
 * level is brought to one standard deviation; or replicas. With "+as" the last two members are both ends of
 * alpha_s, added in quadrature.
 * @param values [member_count], that of member 0 first
 * @return 1, or 0 where the set does not say how its members make one */
TS_API int ts_pdf_uncertainty(const ts_pdf *pdf, const double *values, ts_pdf_spread *spread);

/** Receives one available set: its name, and its folder or "embedded".
 * A return value other than 0 ends the listing. */
typedef int ts_pdf_visit(const char *name, const char *source, void *data);

/** Names every set that ts_pdf_create() finds by name. The sets in the folders that it
 * looks through come folder by folder and in alphabetical order, then the embedded one.
 * @return TS_OK or TS_ERROR_MEMORY */
TS_API ts_status ts_pdf_list(ts_context *context, ts_pdf_visit *visit, void *data);

#ifdef __cplusplus
}
#endif
#endif
