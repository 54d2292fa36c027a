/* Minimax polynomials for functions.h and expression_functions.h, written by tools/fit_polynomials.py. */
#ifndef TESSERA_POLYNOMIALS_H
#define TESSERA_POLYNOMIALS_H

#include "dialect.h"

/* (log(1+f) - f + f^2/2) / f^3 for sqrt(1/2) <= 1+f <= sqrt(2) */
FN real log_tail(real f)
{
#if PRECISION_DOUBLE
    /* within 1.4e-18 of the whole */
    real p = R(-0.02427657492277931);
    p = r_fma(p, f, R(0.05696915016362919));
    p = r_fma(p, f, R(-0.062750381034481079));
    p = r_fma(p, f, R(0.054159426720458155));
    p = r_fma(p, f, R(-0.053267735354202268));
    p = r_fma(p, f, R(0.058177858058695832));
    p = r_fma(p, f, R(-0.062698026039438984));
    p = r_fma(p, f, R(0.066751476785700203));
    p = r_fma(p, f, R(-0.071419998983690905));
    p = r_fma(p, f, R(0.076917145071417545));
    p = r_fma(p, f, R(-0.083333457708339692));
    p = r_fma(p, f, R(0.090909335044954409));
    p = r_fma(p, f, R(-0.10000000382912019));
    p = r_fma(p, f, R(0.11111110516075222));
    p = r_fma(p, f, R(-0.12499999982025121));
    p = r_fma(p, f, R(0.14285714293840926));
    p = r_fma(p, f, R(-0.16666666666914356));
    p = r_fma(p, f, R(0.19999999999946139));
    p = r_fma(p, f, R(-0.2499999999999892));
    p = r_fma(p, f, R(0.33333333333333454));
#else
    /* within 1.5e-09 of the whole */
    real p = R(0.0693729296);
    p = r_fma(p, f, R(-0.118467353));
    p = r_fma(p, f, R(0.118887991));
    p = r_fma(p, f, R(-0.123774871));
    p = r_fma(p, f, R(0.142171174));
    p = r_fma(p, f, R(-0.166694835));
    p = r_fma(p, f, R(0.200021878));
    p = r_fma(p, f, R(-0.249999836));
    p = r_fma(p, f, R(0.333333135));
#endif
    return p;
}

/* (2 atanh(s) - 2s) / s^3 with z = s^2, for |s| <= (sqrt(2)-1)/(sqrt(2)+1); compensated sums */
FN real atanh_tail(real z)
{
#if PRECISION_DOUBLE
    /* within 5.2e-19 of the whole */
    real p = R(0.13250522916662763);
    p = r_fma(p, z, R(0.13250213648633885));
    p = r_fma(p, z, R(0.15387086166813133));
    p = r_fma(p, z, R(0.18181775779952056));
    p = r_fma(p, z, R(0.22222222645229808));
    p = r_fma(p, z, R(0.28571428569097324));
    p = r_fma(p, z, R(0.40000000000006208));
    p = r_fma(p, z, R(0.66666666666666663));
#else
    /* within 3.1e-10 of the whole */
    real p = R(0.235813573);
    p = r_fma(p, z, R(0.285373539));
    p = r_fma(p, z, R(0.400003344));
    p = r_fma(p, z, R(0.666666627));
#endif
    return p;
}

/* (exp(x) - 1 - x) / x^2 for |x| <= log(2)/2 */
FN real exp_tail(real x)
{
#if PRECISION_DOUBLE
    /* within 5.4e-20 of the whole */
    real p = R(2.0823217252015612e-09);
    p = r_fma(p, x, R(2.5112071293440873e-08));
    p = r_fma(p, x, R(2.7557593031019791e-07));
    p = r_fma(p, x, R(2.755723476598819e-06));
    p = r_fma(p, x, R(2.4801586913149688e-05));
    p = r_fma(p, x, R(0.00019841269896476418));
    p = r_fma(p, x, R(0.0013888888889122867));
    p = r_fma(p, x, R(0.0083333333333169991));
    p = r_fma(p, x, R(0.041666666666666075));
    p = r_fma(p, x, R(0.16666666666666682));
    p = r_fma(p, x, R(0.5));
#else
    /* within 3.1e-09 of the whole */
    real p = R(0.00138122845);
    p = r_fma(p, x, R(0.00836873706));
    p = r_fma(p, x, R(0.0416684188));
    p = r_fma(p, x, R(0.166665211));
    p = r_fma(p, x, R(0.49999994));
#endif
    return p;
}

/* (sin(x) - x) / x^3 with z = x^2, for |x| <= pi/4 */
FN real sine_tail(real z)
{
#if PRECISION_DOUBLE
    /* within 3.6e-18 of the whole */
    real p = R(1.5896204483120684e-10);
    p = r_fma(p, z, R(-2.5050747332324714e-08));
    p = r_fma(p, z, R(2.7557313618696198e-06));
    p = r_fma(p, z, R(-0.00019841269829581868));
    p = r_fma(p, z, R(0.0083333333333221096));
    p = r_fma(p, z, R(-0.1666666666666663));
#else
    /* within 5.2e-12 of the whole */
    real p = R(2.71811291e-06);
    p = r_fma(p, z, R(-0.000198393114));
    p = r_fma(p, z, R(0.00833332911));
    p = r_fma(p, z, R(-0.166666672));
#endif
    return p;
}

/* (cos(x) - 1 + x^2/2) / x^4 with z = x^2, for |x| <= pi/4 */
FN real cosine_tail(real z)
{
#if PRECISION_DOUBLE
    /* within 1.9e-19 of the whole */
    real p = R(-1.1367866605213758e-11);
    p = r_fma(p, z, R(2.0875895463480936e-09));
    p = r_fma(p, z, R(-2.7557315721733763e-07));
    p = r_fma(p, z, R(2.4801587294570409e-05));
    p = r_fma(p, z, R(-0.0013888888888882753));
    p = r_fma(p, z, R(0.04166666666666665));
#else
    /* within 2.6e-10 of the whole */
    real p = R(2.4463503e-05);
    p = r_fma(p, z, R(-0.00138876517));
    p = r_fma(p, z, R(0.041666653));
#endif
    return p;
}

/* (atan(x) - x) / x^3 with z = x^2, for 0 <= x <= 1 */
FN real atan_tail(real z)
{
#if PRECISION_DOUBLE
    /* within 4.6e-18 of the whole */
    real p = R(1.3224718254338647e-05);
    p = r_fma(p, z, R(-0.00015215768426623849));
    p = r_fma(p, z, R(0.00083130914069133252));
    p = r_fma(p, z, R(-0.0028848886997120838));
    p = r_fma(p, z, R(0.0071964588370872296));
    p = r_fma(p, z, R(-0.013900518625010665));
    p = r_fma(p, z, R(0.021984834395404735));
    p = r_fma(p, z, R(-0.029903865824717154));
    p = r_fma(p, z, R(0.036641931537450781));
    p = r_fma(p, z, R(-0.042191808417034987));
    p = r_fma(p, z, R(0.047223233066839093));
    p = r_fma(p, z, R(-0.052535189949558594));
    p = r_fma(p, z, R(0.058805279440714044));
    p = r_fma(p, z, R(-0.066664040849552936));
    p = r_fma(p, z, R(0.076922798434050352));
    p = r_fma(p, z, R(-0.090909070034160086));
    p = r_fma(p, z, R(0.11111111007054765));
    p = r_fma(p, z, R(-0.14285714282576267));
    p = r_fma(p, z, R(0.19999999999951484));
    p = r_fma(p, z, R(-0.33333333333333071));
#else
    /* within 2.6e-09 of the whole */
    real p = R(-0.00179371447);
    p = r_fma(p, z, R(0.0109150494));
    p = r_fma(p, z, R(-0.0311787352));
    p = r_fma(p, z, R(0.0579585582));
    p = r_fma(p, z, R(-0.0840351135));
    p = r_fma(p, z, R(0.109522082));
    p = r_fma(p, z, R(-0.142642468));
    p = r_fma(p, z, R(0.199985489));
    p = r_fma(p, z, R(-0.333332986));
#endif
    return p;
}

/* (erf(x) - x) / x with z = x^2, for 0 <= x <= 1 */
FN real erf_tail(real z)
{
#if PRECISION_DOUBLE
    /* within 1.3e-19 of the whole */
    real p = R(5.9449791084476248e-11);
    p = r_fma(p, z, R(-1.1365496968629933e-09));
    p = r_fma(p, z, R(1.4657835488841254e-08));
    p = r_fma(p, z, R(-1.6350018500948739e-07));
    p = r_fma(p, z, R(1.6460972165876362e-06));
    p = r_fma(p, z, R(-1.4925593464713084e-05));
    p = r_fma(p, z, R(0.00012055331035042226));
    p = r_fma(p, z, R(-0.00085483269786867445));
    p = r_fma(p, z, R(0.0052239776247797673));
    p = r_fma(p, z, R(-0.026866170645072757));
    p = r_fma(p, z, R(0.11283791670954857));
    p = r_fma(p, z, R(-0.37612638903183748));
    p = r_fma(p, z, R(0.12837916709551259));
#else
    /* within 1.2e-09 of the whole */
    real p = R(7.85350785e-05);
    p = r_fma(p, z, R(-0.000801009068));
    p = r_fma(p, z, R(0.00518831611));
    p = r_fma(p, z, R(-0.0268538054));
    p = r_fma(p, z, R(0.112835847));
    p = r_fma(p, z, R(-0.37612626));
    p = r_fma(p, z, R(0.128379166));
#endif
    return p;
}

/* exp(x^2) erfc(x) with u = (x - 5/2) / (x + 3), for 1 <= x <= 6; the whole is erf(x) */
FN real erfc_scaled(real u)
{
#if PRECISION_DOUBLE
    /* within 3.6e-19 of the whole */
    real p = R(-1.8619869202997829e-05);
    p = r_fma(p, u, R(2.0584918195134988e-06));
    p = r_fma(p, u, R(0.00017790157424682558));
    p = r_fma(p, u, R(-3.6571512294087888e-05));
    p = r_fma(p, u, R(-0.0012213297871390264));
    p = r_fma(p, u, R(0.0021134531722262905));
    p = r_fma(p, u, R(0.0062004520567983503));
    p = r_fma(p, u, R(-0.041056454668139272));
    p = r_fma(p, u, R(0.11792238660420719));
    p = r_fma(p, u, R(-0.23142268954251174));
    p = r_fma(p, u, R(0.34546400452777426));
    p = r_fma(p, u, R(-0.40891040734387207));
    p = r_fma(p, u, R(0.21080636406114342));
#else
    /* within 3.1e-10 of the whole */
    real p = R(0.002478807);
    p = r_fma(p, u, R(0.00591869932));
    p = r_fma(p, u, R(-0.0411410183));
    p = r_fma(p, u, R(0.11794138));
    p = r_fma(p, u, R(-0.231417328));
    p = r_fma(p, u, R(0.345463663));
    p = r_fma(p, u, R(-0.408910483));
    p = r_fma(p, u, R(0.21080637));
#endif
    return p;
}

#endif
