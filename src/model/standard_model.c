/* The Standard Model at tree level, in unitary gauge, with a unit CKM matrix.
 *
 * Couplings have the names, signs and normalisations of HELAS (KEK-91-11). Fermions of charge Q couple to
 * photons by -e Q and to gluons by -g_s, three vectors by +e, +e c_w / s_w and +g_s. Complex masses
 * (arXiv:hep-ph/0605312) enter through mu_w, mu_z, mu_h and mu_t alone, in couplings and propagators; without
 * them these are the masses. */
#include "model/standard_model.h"

#define ALPHA_MZ "alpha_mz"
#define GMU "gmu"
#define INPUT TS_PARAMETER_INPUT
#define DERIVED TS_PARAMETER_DERIVED
#define COUPLING TS_PARAMETER_COUPLING

enum { MOST_MASS = 100000 };

/* The usual one takes G_F, alpha and M_Z, as MadGraph does. */
static const char *const schemes[] = {ALPHA_MZ, GMU, NULL};

#define MASS(name, value, of)                                        \
    {                                                                \
        name, "GeV", NULL, INPUT, value, 0, MOST_MASS, "mass of " of \
    }
#define WIDTH(name, value, of)                                        \
    {                                                                 \
        name, "GeV", NULL, INPUT, value, 0, MOST_MASS, "width of " of \
    }
#define YUKAWA(of, mass)                                                             \
    {                                                                                \
        "ym_" of, "GeV", NULL, INPUT, mass, 0, 0, "mass in the coupling of h to " of \
    }
#define SQUARE(name, mass, width, of)                                                     \
    {                                                                                     \
        name, "GeV^2", NULL, DERIVED, mass "^2 - i*complex_masses*" mass "*" width, 0, 0, \
            "square of the complex mass of " of                                           \
    }
#define ROOT(name, square, of)                                                      \
    {                                                                               \
        name, "GeV", NULL, DERIVED, "sqrt(" square ")", 0, 0, "complex mass of " of \
    }

static const struct parameter_row parameters[] = {
    {"complex_masses", "", NULL, INPUT, "0", 0, 1, "whether masses in couplings and propagators are complex"},
    {"g_fermi", "GeV^-2", NULL, INPUT, "1.16639e-5", 1e-12, 1, "Fermi's constant"},
    {"m_z", "GeV", NULL, INPUT, "91.188", 1e-3, MOST_MASS, "mass of Z"},
    {"alpha", "", ALPHA_MZ, INPUT, "1/132.507", 1e-9, 1, "electromagnetic coupling at M_Z"},
    {"m_w", "GeV", ALPHA_MZ, DERIVED, "sqrt(m_z^2/2 + sqrt(m_z^4/4 - pi*alpha*m_z^2/(sqrt(2)*g_fermi)))",
     1e-3, MOST_MASS, "mass of W"},
    {"m_w", "GeV", GMU, INPUT, "80.41900244575616", 1e-3, MOST_MASS, "mass of W"},
    {"sin2_theta_w", "", NULL, DERIVED, "1 - m_w^2/m_z^2", 1e-6, 1 - 1e-6,
     "squared sine of the weak mixing angle"},
    {"alpha", "", GMU, DERIVED, "sqrt(2)*g_fermi*m_w^2*sin2_theta_w/pi", 1e-9, 1, "electromagnetic coupling"},
    {"alpha_s", "", NULL, INPUT, "0.129808", 1e-9, 2, "strong coupling"},
    {"heavy_top", "", NULL, INPUT, "0", 0, 1, "whether gluons couple to h, as where the top quark is heavy"},

    MASS("m_d", "0", "d"),
    MASS("m_u", "0", "u"),
    MASS("m_s", "0", "s"),
    MASS("m_c", "0", "c"),
    MASS("m_b", "0", "b"),
    MASS("m_t", "173", "t"),
    MASS("m_e", "0", "e-"),
    MASS("m_mu", "0", "mu-"),
    MASS("m_tau", "0", "ta-"),
    MASS("m_h", "125", "h"),
    WIDTH("gamma_z", "2.441404", "Z"),
    WIDTH("gamma_w", "2.0476", "W"),
    WIDTH("gamma_t", "0", "t"),
    WIDTH("gamma_h", "0.006382339", "h"),

    SQUARE("mu2_z", "m_z", "gamma_z", "Z"),
    SQUARE("mu2_w", "m_w", "gamma_w", "W"),
    SQUARE("mu2_t", "m_t", "gamma_t", "t"),
    SQUARE("mu2_h", "m_h", "gamma_h", "h"),
    ROOT("mu_z", "mu2_z", "Z"),
    ROOT("mu_w", "mu2_w", "W"),
    ROOT("mu_t", "mu2_t", "t"),
    ROOT("mu_h", "mu2_h", "h"),
    YUKAWA("d", "m_d"),
    YUKAWA("u", "m_u"),
    YUKAWA("s", "m_s"),
    YUKAWA("c", "m_c"),
    YUKAWA("b", "m_b"),
    YUKAWA("t", "mu_t"),
    YUKAWA("e", "m_e"),
    YUKAWA("mu", "m_mu"),
    YUKAWA("tau", "m_tau"),

    {"e", "", NULL, DERIVED, "sqrt(4*pi*alpha)", 0, 0, "charge of the positron"},
    {"g_s", "", NULL, DERIVED, "sqrt(4*pi*alpha_s)", 0, 0, "strong charge"},
    {"c_w", "", NULL, DERIVED, "sqrt(mu2_w/mu2_z)", 0, 0, "cosine of the weak mixing angle"},
    {"s_w", "", NULL, DERIVED, "sqrt(1 - mu2_w/mu2_z)", 0, 0, "sine of the weak mixing angle"},
    {"g_w", "", NULL, DERIVED, "e/s_w", 0, 0, "weak charge"},
    {"g_z", "", NULL, DERIVED, "e/(s_w*c_w)", 0, 0, "charge of the Z boson's couplings"},
    {"v", "GeV", NULL, DERIVED, "2*mu_w/g_w", 0, 0, "expectation value of the Higgs field"},

    {"gg", "", NULL, COUPLING, "-g_s", 0, 0, "gluon to quarks"},
    {"ggg", "", NULL, COUPLING, "g_s", 0, 0, "three gluons; its square: four"},
    {"gal", "", NULL, COUPLING, "e", 0, 0, "photon to e, mu, tau"},
    {"gau", "", NULL, COUPLING, "-2/3*e", 0, 0, "photon to u, c, t"},
    {"gad", "", NULL, COUPLING, "e/3", 0, 0, "photon to d, s, b"},
    {"gwf", "", NULL, COUPLING, "-g_w/sqrt(2)", 0, 0, "W to left-handed fermions"},
    {"gzn_l", "", NULL, COUPLING, "-g_z/2", 0, 0, "Z to left-handed neutrinos"},
    {"gzl_l", "", NULL, COUPLING, "-g_z*(-1/2 + s_w^2)", 0, 0, "Z to left-handed e, mu, tau"},
    {"gzl_r", "", NULL, COUPLING, "-g_z*s_w^2", 0, 0, "Z to right-handed e, mu, tau"},
    {"gzu_l", "", NULL, COUPLING, "-g_z*(1/2 - 2/3*s_w^2)", 0, 0, "Z to left-handed u, c, t"},
    {"gzu_r", "", NULL, COUPLING, "2/3*g_z*s_w^2", 0, 0, "Z to right-handed u, c, t"},
    {"gzd_l", "", NULL, COUPLING, "-g_z*(-1/2 + s_w^2/3)", 0, 0, "Z to left-handed d, s, b"},
    {"gzd_r", "", NULL, COUPLING, "-g_z*s_w^2/3", 0, 0, "Z to right-handed d, s, b"},
    {"zero", "", NULL, COUPLING, "0", 0, 0, "right-handed fermions to W, and neutrinos to Z"},
    {"gwwa", "", NULL, COUPLING, "e", 0, 0, "W to photon"},
    {"gwwz", "", NULL, COUPLING, "e*c_w/s_w", 0, 0, "W to Z"},
    {"gwwh", "GeV", NULL, COUPLING, "g_w*mu_w", 0, 0, "W to Higgs boson"},
    {"gzzh", "GeV", NULL, COUPLING, "g_z*mu_z", 0, 0, "Z to Higgs boson"},
    {"gwwhh", "", NULL, COUPLING, "g_w^2/2", 0, 0, "W to two Higgs bosons"},
    {"gzzhh", "", NULL, COUPLING, "g_z^2/2", 0, 0, "Z to two Higgs bosons"},
    {"ghhh", "GeV", NULL, COUPLING, "-3*mu2_h/v", 0, 0, "three Higgs bosons"},
    {"ghhhh", "", NULL, COUPLING, "-3*mu2_h/v^2", 0, 0, "four Higgs bosons"},
    {"ghd", "", NULL, COUPLING, "-ym_d/v", 0, 0, "Higgs boson to d"},
    {"ghu", "", NULL, COUPLING, "-ym_u/v", 0, 0, "Higgs boson to u"},
    {"ghs", "", NULL, COUPLING, "-ym_s/v", 0, 0, "Higgs boson to s"},
    {"ghc", "", NULL, COUPLING, "-ym_c/v", 0, 0, "Higgs boson to c"},
    {"ghb", "", NULL, COUPLING, "-ym_b/v", 0, 0, "Higgs boson to b"},
    {"ght", "", NULL, COUPLING, "-ym_t/v", 0, 0, "Higgs boson to t"},
    {"ghe", "", NULL, COUPLING, "-ym_e/v", 0, 0, "Higgs boson to e"},
    {"ghmu", "", NULL, COUPLING, "-ym_mu/v", 0, 0, "Higgs boson to mu"},
    {"ghta", "", NULL, COUPLING, "-ym_tau/v", 0, 0, "Higgs boson to tau"},
    /* clang-format off */
    {"ghgg", "1/GeV", NULL, COUPLING, "-heavy_top*alpha_s/(3*pi*v)", 0, 0, "Higgs boson to two gluons"},
    {"ghggg", "1/GeV", NULL, COUPLING, "g_s*ghgg", 0, 0, "Higgs boson to three gluons"},
    {"ghgx", "1/GeV", NULL, COUPLING, "ghgg/4", 0, 0, "Higgs boson to four gluons, a fourth of it: one of them and a point"},
    {"gggx", "", NULL, COUPLING, "heavy_top*g_s", 0, 0, "three gluons to a point; its square"},
    /* clang-format on */
};

#define QUARK(pdg, name, charge, mass)                                          \
    {                                                                           \
        pdg, name, name "~", 2, 3, charge, 1, 0, 0, 0, {0, 0}, mass, NULL, NULL \
    }
#define LEPTON(pdg, name, family, mass)                                              \
    {                                                                                \
        pdg, name "-", name "+", 2, 1, -3, 0, family, 0, 0, {0, 0}, mass, NULL, NULL \
    }
#define NEUTRINO(pdg, name, family)                                             \
    {                                                                           \
        pdg, name, name "~", 2, 1, 0, 0, family, 0, 0, {0, 0}, NULL, NULL, NULL \
    }

enum { POINT = 9000021 };

static const ts_particle particles[] = {
    QUARK(1, "d", -1, "m_d"),
    QUARK(2, "u", 2, "m_u"),
    QUARK(3, "s", -1, "m_s"),
    QUARK(4, "c", 2, "m_c"),
    QUARK(5, "b", -1, "m_b"),
    {6, "t", "t~", 2, 3, 2, 1, 0, 0, 0, {0, 0}, "m_t", "gamma_t", "mu_t"},
    LEPTON(11, "e", 1, "m_e"),
    NEUTRINO(12, "ve", 1),
    LEPTON(13, "mu", 2, "m_mu"),
    NEUTRINO(14, "vm", 2),
    LEPTON(15, "ta", 3, "m_tau"),
    NEUTRINO(16, "vt", 3),
    {21, "g", "g", 3, 8, 0, 0, 0, 0, 0, {0, 0}, NULL, NULL, NULL},
    {22, "a", "a", 3, 1, 0, 0, 0, 0, 0, {0, 0}, NULL, NULL, NULL},
    {23, "z", "z", 3, 1, 0, 0, 0, 0, 0, {0, 0}, "m_z", "gamma_z", "mu_z"},
    {24, "w+", "w-", 3, 1, 3, 0, 0, 0, 0, {0, 0}, "m_w", "gamma_w", "mu_w"},
    {25, "h", "h", 1, 1, 0, 0, 0, 0, 0, {0, 0}, "m_h", "gamma_h", "mu_h"},
    {POINT, "gx", "gx", 3, 8, 0, 0, 0, 0, 0, {0, 0}, NULL, NULL, NULL},
};

/* Four gluons and a Higgs boson meet in a point, in which one of the gluons and the Higgs boson join first.
 * Each of the four may be the one, so that each has a fourth. */
static const int contacts[] = {POINT, 0};

/* Vertices that every quark, every lepton and every doublet has. */
#define QUARK_VERTICES(pdg, photon, z_left, z_right, higgs)                          \
    {{pdg, -(pdg), 21}, TS_LORENTZ_IOV, TS_COLOUR_T, "gg", NULL, 1, 0},              \
        {{pdg, -(pdg), 22}, TS_LORENTZ_IOV, TS_COLOUR_DELTA, photon, NULL, 0, 1},    \
        {{pdg, -(pdg), 23}, TS_LORENTZ_IOV, TS_COLOUR_DELTA, z_left, z_right, 0, 1}, \
    {                                                                                \
        {pdg, -(pdg), 25}, TS_LORENTZ_IOS, TS_COLOUR_DELTA, higgs, NULL, 0, 1        \
    }
#define LEPTON_VERTICES(pdg, higgs)                                                     \
    {{pdg, -(pdg), 22}, TS_LORENTZ_IOV, TS_COLOUR_ONE, "gal", NULL, 0, 1},              \
        {{pdg, -(pdg), 23}, TS_LORENTZ_IOV, TS_COLOUR_ONE, "gzl_l", "gzl_r", 0, 1},     \
        {{pdg, -(pdg), 25}, TS_LORENTZ_IOS, TS_COLOUR_ONE, higgs, NULL, 0, 1},          \
    {                                                                                   \
        {(pdg) + 1, -(pdg)-1, 23}, TS_LORENTZ_IOV, TS_COLOUR_ONE, "gzn_l", "zero", 0, 1 \
    }
#define DOUBLET_VERTICES(up, down, colour)                              \
    {{down, -(up), 24}, TS_LORENTZ_IOV, colour, "gwf", "zero", 0, 1},   \
    {                                                                   \
        {up, -(down), -24}, TS_LORENTZ_IOV, colour, "gwf", "zero", 0, 1 \
    }

static const struct vertex_row vertices[] = {
    QUARK_VERTICES(1, "gad", "gzd_l", "gzd_r", "ghd"),
    QUARK_VERTICES(2, "gau", "gzu_l", "gzu_r", "ghu"),
    QUARK_VERTICES(3, "gad", "gzd_l", "gzd_r", "ghs"),
    QUARK_VERTICES(4, "gau", "gzu_l", "gzu_r", "ghc"),
    QUARK_VERTICES(5, "gad", "gzd_l", "gzd_r", "ghb"),
    QUARK_VERTICES(6, "gau", "gzu_l", "gzu_r", "ght"),
    LEPTON_VERTICES(11, "ghe"),
    LEPTON_VERTICES(13, "ghmu"),
    LEPTON_VERTICES(15, "ghta"),
    DOUBLET_VERTICES(2, 1, TS_COLOUR_DELTA),
    DOUBLET_VERTICES(4, 3, TS_COLOUR_DELTA),
    DOUBLET_VERTICES(6, 5, TS_COLOUR_DELTA),
    DOUBLET_VERTICES(12, 11, TS_COLOUR_ONE),
    DOUBLET_VERTICES(14, 13, TS_COLOUR_ONE),
    DOUBLET_VERTICES(16, 15, TS_COLOUR_ONE),
    {{21, 21, 21}, TS_LORENTZ_VVV, TS_COLOUR_F, "ggg", NULL, 1, 0},
    {{24, -24, 22}, TS_LORENTZ_VVV, TS_COLOUR_ONE, "gwwa", NULL, 0, 1},
    {{24, -24, 23}, TS_LORENTZ_VVV, TS_COLOUR_ONE, "gwwz", NULL, 0, 1},
    {{21, 21, 21, 21}, TS_LORENTZ_GGGG, TS_COLOUR_FF, "ggg", NULL, 2, 0},
    {{24, -24, 24, -24}, TS_LORENTZ_WWWW, TS_COLOUR_ONE, "gwwa", "gwwz", 0, 2},
    {{24, 22, -24, 22}, TS_LORENTZ_W3W3, TS_COLOUR_ONE, "gwwa", "gwwa", 0, 2},
    {{24, 22, -24, 23}, TS_LORENTZ_W3W3, TS_COLOUR_ONE, "gwwa", "gwwz", 0, 2},
    {{24, 23, -24, 23}, TS_LORENTZ_W3W3, TS_COLOUR_ONE, "gwwz", "gwwz", 0, 2},
    {{24, -24, 25}, TS_LORENTZ_VVS, TS_COLOUR_ONE, "gwwh", NULL, 0, 1},
    {{23, 23, 25}, TS_LORENTZ_VVS, TS_COLOUR_ONE, "gzzh", NULL, 0, 1},
    {{24, -24, 25, 25}, TS_LORENTZ_VVSS, TS_COLOUR_ONE, "gwwhh", NULL, 0, 2},
    {{23, 23, 25, 25}, TS_LORENTZ_VVSS, TS_COLOUR_ONE, "gzzhh", NULL, 0, 2},
    {{25, 25, 25}, TS_LORENTZ_SSS, TS_COLOUR_ONE, "ghhh", NULL, 0, 1},
    {{25, 25, 25, 25}, TS_LORENTZ_SSSS, TS_COLOUR_ONE, "ghhhh", NULL, 0, 2},
    {{21, 21, 25}, TS_LORENTZ_VVSH, TS_COLOUR_GLUONS, "ghgg", NULL, 2, 1},
    {{21, 21, 21, 25}, TS_LORENTZ_VVVSH, TS_COLOUR_F, "ghggg", NULL, 3, 1},
    {{21, POINT, 25}, TS_LORENTZ_VVS, TS_COLOUR_GLUONS, "ghgx", NULL, 2, 1},
    {{21, 21, 21, POINT}, TS_LORENTZ_GGGG, TS_COLOUR_FF, "gggx", NULL, 2, 0},
};

/* Protons, jets and quarks hold what is massless; the top quark, whatever its mass, is none of them. */
static const struct label_row labels[] = {
    {"p", 1, {21, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5, 0}},
    {"p~", 1, {21, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5, 0}},
    {"j", 1, {21, 1, 2, 3, 4, 5, -1, -2, -3, -4, -5, 0}},
    {"q", 1, {1, 2, 3, 4, 5, 0}},
    {"q~", 1, {-1, -2, -3, -4, -5, 0}},
    {"l-", 0, {11, 13, 0}},
    {"l+", 0, {-11, -13, 0}},
    {"vl", 0, {12, 14, 16, 0}},
    {"vl~", 0, {-12, -14, -16, 0}},
};

#define ROWS(table) (sizeof(table) / sizeof *(table))

const struct model_table standard_model = {
    .name = "sm",
    .schemes = schemes,
    .parameters = parameters,
    .parameter_count = ROWS(parameters),
    .particles = particles,
    .particle_count = ROWS(particles),
    .vertices = vertices,
    .vertex_count = ROWS(vertices),
    .labels = labels,
    .label_count = ROWS(labels),
    .contacts = contacts,
};

ts_status model_create_standard(ts_context *context, const struct model_setting *settings,
                                size_t setting_count, ts_model **model)
{
    return model_create(context, &standard_model, settings, setting_count, model);
}

const ts_particle *model_standard_particle(size_t index)
{
    return index < ROWS(particles) ? &particles[index] : NULL;
}
