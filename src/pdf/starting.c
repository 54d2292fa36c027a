#include "pdf/starting.h"

#include <math.h>

/* J. Pumplin et al., JHEP 07 (2002) 012 [hep-ph/0201195]: the form of eq. (2), with
 * parameters that were fitted to the published CTEQ6L1 table at Q0, which they
 * give within 3e-5. The strange quark has 0.2 of up and down antiquarks together. */
static const double up_valence[6] = {0.964025231, 0.40948731, 2.93229182,
                                     -1.55051952, 1.60594126, 1.71349641};
static const double down_valence[6] = {0.557543892, 0.395825864, 5.37528585,
                                       0.11591666,  0.687363242, 3.40481954};
static const double gluon[6] = {2.4452671, -0.073596972, 6.9393228, 4.6973273, 1.2886389, -1.3789838};
static const double light_sea[6] = {0.12114809, -0.25498197, 7.4524379, 0.84402513, 3.0553273, 0.66771028};

/* A0 x^A1 (1-x)^A2 exp(A3 x) (1 + exp(A4) x)^A5. */
static double shape(const double a[6], double x)
{
    return a[0] * exp(a[1] * log(x) + a[2] * log1p(-x) + a[3] * x + a[5] * log1p(exp(a[4]) * x));
}

/* The down antiquark over the up antiquark. */
static double sea_ratio(double x)
{
    return exp(4.39067194) * pow(x, 1.88424257) * pow(1 - x, 5.72077348) +
           (1 + 5.01494103 * x) * pow(1 - x, 4.46204088);
}

void starting_densities(double x, double density[EVOLVED_COUNT])
{
    double sea = shape(light_sea, x), ratio = sea_ratio(x);
    density[EVOLVED_GLUON] = shape(gluon, x);
    density[EVOLVED_UP_VALENCE] = shape(up_valence, x);
    density[EVOLVED_DOWN_VALENCE] = shape(down_valence, x);
    density[EVOLVED_UP_SEA] = sea / (1 + ratio);
    density[EVOLVED_DOWN_SEA] = sea * ratio / (1 + ratio);
    density[EVOLVED_STRANGE] = 0.2 * sea;
    density[EVOLVED_CHARM] = 0;
    density[EVOLVED_BOTTOM] = 0;
}

struct alpha_s starting_coupling(void)
{
    /* (33 - 2 n) log(m^2 / L_n^2) is the same for n = 4 and 5 at m = m_b. */
    const double lambda5 = 0.1652;
    double log4 = 23 / 25.0 * log(STARTING_BOTTOM / lambda5);
    return (struct alpha_s){
        .type = ALPHA_S_ANALYTIC,
        .order = 0,
        .largest_flavour = 5,
        .threshold = {[5] = STARTING_BOTTOM},
        .mass = {[5] = STARTING_BOTTOM},
        .lambda = {[4] = STARTING_BOTTOM * exp(-log4), [5] = lambda5},
        .reference_scale = 91.188,
    };
}
