/* Which cross sections are infinite within their cuts: processes and cuts, with what is said of those that
 * are refused. Verdicts are by power counting of the field theory, none by integration. A process that is
 * finite is made, with its phase space, and not run. */
#include "test_support.h"

#include "process/process.h"
#include "tessera/card.h"

#include <string.h>

enum { BINS = 64, ROW_OPTIONS = 12 };

/* Beams. */
#define EE "beams.particles=[e+, e-]", "beams.energy=500"
#define AA "beams.particles=[a, a]", "beams.energy=500"
#define EP "beams.particles=[e-, p]", "beams.energy=318"
#define UU "beams.particles=[u, u~]", "beams.energy=500"
#define UG "beams.particles=[u, g]", "beams.energy=500"
#define GG "beams.particles=[g, g]", "beams.energy=500"

/* No cuts. */
#define OPEN_JETS "cuts.jet.pt_min=0", "cuts.jet.eta_max=100", "cuts.jet.dr_min=0"
#define OPEN_LEPTONS "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100"
#define OPEN_PHOTONS \
    "cuts.photon.pt_min=0", "cuts.photon.eta_max=100", "cuts.photon.dr_min=0", "cuts.photon.dr_jet=0"

#define SOFT_PHOTONS "cuts.photon.pt_min=0", "cuts.photon.eta_max=2.5"
#define FOUR_MUONS "process=e+ e- > z mu+ mu-, z > ta+ ta-"
#define HIGGS_JETS "process=p p > h j j QCD=0"

static const struct {
    const char *words; /* of the refusal; NULL: the cross section is finite */
    const char *options[ROW_OPTIONS];
} rows[] = {
    /* a photon without mass, alone, behind a comma, inside a decay */
    {"mu+ and mu- come from a photon", {"process=e+ e- > z mu+ mu-", EE, OPEN_LEPTONS}},
    {"mu+ and mu- come from a photon", {FOUR_MUONS, EE, OPEN_LEPTONS}},
    {"mu+ and mu- come from a photon", {"process=u u~ > z mu+ mu-, z > ta+ ta-", UU, OPEN_LEPTONS}},
    {"mu+ and mu- come from a photon", {"process=e+ e- > w+ w- mu+ mu-, w+ > e+ ve", EE, OPEN_LEPTONS}},
    {"mu+ and mu- come from a photon", {"process=e+ e- > z h, z > mu+ mu- ta+ ta-", EE, OPEN_LEPTONS}},
    {"mu+ and mu- come from a photon",
     {"process=p p > z mu+ mu-, z > ta+ ta-", "cuts.lepton.pt_min=0", "cuts.lepton.dr_min=0.4"}},
    {"d and d~ are collinear", {"process=e+ e- > z d d~, z > ta+ ta-", EE, OPEN_JETS, OPEN_LEPTONS}},
    {"b and b~ are collinear", {"process=e+ e- > z b b~, z > ta+ ta-", EE, OPEN_JETS, OPEN_LEPTONS}},
    {"d and d~ are collinear", {"process=u u~ > z d d~, z > ta+ ta-", UU, OPEN_JETS, OPEN_LEPTONS}},
    {NULL, {FOUR_MUONS, EE, OPEN_LEPTONS, "cuts.pair={mu+ mu-: {mass: [1, null]}}"}},
    {NULL, {FOUR_MUONS, EE, "cuts.lepton.pt_min=1", "cuts.lepton.eta_max=100", "cuts.lepton.dr_min=0.1"}},
    {NULL, {"process=e+ e- > z vm vm~, z > ta+ ta-", EE, OPEN_LEPTONS}},
    {NULL, {FOUR_MUONS, EE, OPEN_LEPTONS, "model={m_mu: 0.10566}"}},
    {NULL, {"process=e+ e- > z b b~, z > ta+ ta-", EE, OPEN_JETS, OPEN_LEPTONS, "model={m_b: 4.7}"}},
    {NULL, {"process=e+ e- > z z, z > mu+ mu-, z > ta+ ta-", EE, OPEN_LEPTONS}},
    {NULL,
     {"process=p p > t t~, (t > b w+, w+ > e+ ve), (t~ > b~ w-, w- > d u~)", "model={gamma_t: 1.4}",
      OPEN_JETS, OPEN_LEPTONS}},
    /* pairs between hadrons */
    {"come from a photon without mass", {"process=p p > e+ e-", "cuts.lepton.pt_min=0"}},
    {NULL, {"process=p p > e+ e-", "cuts.lepton.pt_min=1"}},
    {NULL, {"process=p p > e+ e- / a", "cuts.lepton.pt_min=0"}},
    {NULL, {"process=p p > e+ ve", OPEN_LEPTONS}},
    {NULL, {"process=p p > vm vm~ z"}},
    {"come from a photon", {"process=p p > e+ e- z", "cuts.lepton.pt_min=10"}},
    {NULL, {"process=p p > e+ e- z", "cuts.lepton.pt_min=10", "cuts.lepton.dr_min=0.2"}},
    {"come from a photon", {"process=p p > e+ e- z", "cuts.lepton.pt_min=0", "cuts.lepton.dr_min=0.2"}},
    /* gluons that split, quarks without and with a mass */
    {"b and b~ are collinear",
     {"process=e+ e- > t t~ b b~ QED=2", "beams.particles=[e+, e-]", "beams.energy=1000", OPEN_JETS}},
    {NULL,
     {"process=e+ e- > t t~ b b~ QED=2", "beams.particles=[e+, e-]", "beams.energy=1000", OPEN_JETS,
      "model={m_b: 4.7}"}},
    {"cuts.jet.dr_min: the cross section is infinite where b and b~ are collinear",
     {"process=g g > t t~ b b~", "cuts.jet.dr_min=0"}},
    {NULL, {"process=g g > t t~ b b~", OPEN_JETS, "model={m_b: 4.7}"}},
    {"b goes along the beam", {"process=g g > b b~", GG, OPEN_JETS}},
    {NULL, {"process=g g > b b~", GG, OPEN_JETS, "model={m_b: 4.7}"}},
    {NULL, {"process=g g > b b~", OPEN_JETS, "model={m_b: 4.7}"}},
    {"d and g are collinear", {"process=e+ e- > d d~ g", EE, OPEN_JETS}},
    {"g is soft", {"process=e+ e- > d d~ g", EE, "cuts.jet.pt_min=0", "cuts.jet.dr_min=0.4"}},
    {NULL, {"process=e+ e- > d d~ g", EE, OPEN_JETS, "cuts.pair={j j: {mass: [10, null]}}"}},
    {"g is soft", {"process=e+ e- > t t~ g", EE, OPEN_JETS}},
    {NULL, {"process=e+ e- > t t~ g", EE, OPEN_JETS, "cuts.pair={t j: {mass: [180, null]}}"}},
    {"g is soft",
     {"process=p p > t t~, (t > b w+ g, w+ > e+ ve), (t~ > b~ w-, w- > mu- vm~)",
      "model={gamma_t: 1.4, m_b: 4.7}", OPEN_JETS, OPEN_LEPTONS}},
    /* what goes along a beam */
    {"goes along the beam", {"process=e+ e- > e+ e-", EE, OPEN_LEPTONS}},
    {NULL, {"process=e+ e- > e+ e-", EE, "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=3"}},
    {NULL, {"process=e+ e- > mu+ mu-", EE, OPEN_LEPTONS}},
    {NULL, {"process=e+ e- > z z", EE}},
    {NULL, {"process=a a > w+ w-", AA}},
    {"goes along the beam", {"process=a a > mu+ mu-", AA, OPEN_LEPTONS}},
    {"goes along the beam",
     {"process=e- a > e- z", "beams.particles=[e-, a]", "beams.energy=500", OPEN_LEPTONS}},
    {NULL, {"process=e- a > ve w-", "beams.particles=[e-, a]", "beams.energy=500"}},
    {"d goes along the beam", {"process=u g > d w+", UG, OPEN_JETS}},
    {NULL, {"process=u g > d w+", UG, OPEN_JETS, "cuts.jet.pt_min=0.1"}},
    {NULL, {"process=u g > d w+", UG, OPEN_JETS, "cuts.heavy.pt_min=0.1"}},
    {NULL, {"process=e+ e- > ve ve~ z", EE}},
    {"a goes along the beam", {"process=e+ e- > z a", EE, OPEN_PHOTONS}},
    {"a goes along the beam", {"process=e+ e- > ve ve~ a", EE, OPEN_PHOTONS}},
    {"a is soft", {"process=e+ e- > ve ve~ a", EE, SOFT_PHOTONS}},
    {NULL, {"process=e+ e- > ve ve~ a", EE, "cuts.photon.pt_min=1"}},
    {NULL, {"process=e+ e- > z a", EE, SOFT_PHOTONS}},
    {NULL, {"process=e+ e- > z a, z > mu+ mu-", EE, OPEN_LEPTONS, SOFT_PHOTONS}},
    {"a is soft",
     {"process=e+ e- > z a, z > mu+ mu-", "beams.particles=[e+, e-]", "beams.energy=100", OPEN_LEPTONS,
      SOFT_PHOTONS}},
    {"a is soft", {"process=e+ e- > z h a, z > mu+ mu-", EE, OPEN_LEPTONS, SOFT_PHOTONS}},
    {"cuts.jet.pt_min", {"process=p p > z j", "cuts.jet.pt_min=0"}},
    {NULL, {"process=p p > z j", "cuts.jet.pt_min=0", "cuts.heavy.pt_min=10"}},
    {NULL,
     {"process=p p > e+ e- j", "cuts.jet.pt_min=0", "cuts.jet.ht_min=10",
      "cuts.pair={e+ e-: {mass: [66, 116]}}"}},
    /* exchanges of W and Z, which are finite at any transverse momentum; crossed and conjugated */
    {NULL, {"process=p p > t j", OPEN_JETS}},
    {NULL, {"process=p p > t~ j", OPEN_JETS}},
    {NULL, {"process=p p > t b~", OPEN_JETS}},
    {NULL, {"process=p p > t~ b", OPEN_JETS}},
    {NULL, {"process=u b > d t", "beams.particles=[u, b]", "beams.energy=500", OPEN_JETS}},
    {NULL, {HIGGS_JETS, OPEN_JETS}},
    {NULL, {HIGGS_JETS, "cuts.jet.pt_min=0"}},
    {NULL, {HIGGS_JETS, "cuts.jet.pt_min=0", "phase_space=chili"}},
    {"cuts.jet.pt_min", {"process=p p > t j j", "cuts.jet.pt_min=0"}},
    {"cuts.jet.pt_min", {"process=p p > j j QCD=0", "cuts.jet.pt_min=0"}},
    {"all final particles are soft", {"process=u d > u d", "cuts.jet.pt_min=0"}},
    {"all final particles are soft",
     {"process=e- p > e- j", EP, "cuts.jet.pt_min=0", "cuts.lepton.pt_min=0"}},
    {NULL, {"process=e- p > e- j", EP, "cuts.lepton.pt_min=0", "cuts.lepton.eta_max=100"}},
    {NULL, {"process=e- p > ve j", EP, OPEN_JETS}},
    /* a cut on Q^2, which tames the photon between a lepton and the rest, and nothing of the rest */
    {NULL, {"process=e- p > e- j", EP, OPEN_JETS, OPEN_LEPTONS, "cuts.q2_min=1"}},
    {NULL,
     {"process=p e- > e- j", "beams.particles=[p, e-]", "beams.energy=318", OPEN_JETS, OPEN_LEPTONS,
      "cuts.q2_min=1"}},
    {"or cuts.q2_min", {"process=e- p > e- j", EP, OPEN_JETS, OPEN_LEPTONS}},
    {"goes along the beam", {"process=e- p > e- j j", EP, OPEN_JETS, OPEN_LEPTONS, "cuts.q2_min=1"}},
    {"are collinear", {"process=e- p > e- j j", EP, OPEN_LEPTONS, "cuts.q2_min=1", "cuts.jet.dr_min=0"}},
    {"g is soft", {"process=e- u > e- u g", EP, OPEN_LEPTONS, "cuts.q2_min=1", "cuts.jet.pt_min=0"}},
    {NULL, {"process=e- p > e- j j", EP, OPEN_LEPTONS, "cuts.q2_min=1"}},
    {"cuts.q2_min", {"process=e- p > e- j j", EP, OPEN_LEPTONS}},
    {NULL, {"process=e- u > e- u h", EP, OPEN_JETS, OPEN_LEPTONS}},
    /* photons that are radiated */
    {"e+ and a are collinear", {"process=p p > e+ ve a", "cuts.photon.pt_min=20"}},
    {NULL, {"process=p p > e+ ve a", "cuts.pair={a l+: {dr_min: 0.4}}"}},
    {NULL, {"process=p p > e+ ve a", "cuts.pair={a l+: {dr_min: 0.4}}", OPEN_LEPTONS}},
    {NULL, {"process=p p > e+ ve a", "cuts.pair={a l+: {dr_min: 0.4}}", "cuts.photon.dr_jet=0"}},
    {"mu+ and a are collinear", {"process=e+ e- > z h, z > mu+ mu- a", EE, OPEN_LEPTONS}},
    {"a is soft", {"process=e+ e- > w+ w- a, w+ > e+ ve", EE, SOFT_PHOTONS}},
    {"cuts.photon.dr_jet", {"process=p p > a j j", "cuts.photon.dr_jet=0"}},
    /* resonances without a width */
    {"mu+ and mu- come from z, which has no width: set model.gamma_z",
     {"process=e+ e- > mu+ mu-", "beams.particles=[e+, e-]", "beams.energy=91.1876", OPEN_LEPTONS,
      "model={gamma_z: 0}"}},
    {NULL,
     {"process=e+ e- > mu+ mu-", "beams.particles=[e+, e-]", "beams.energy=95", OPEN_LEPTONS,
      "model={m_z: 91.1876, gamma_z: 0}"}},
    {"come from z, which has no width",
     {"process=e+ e- > q q~", "beams.particles=[e+, e-]", "beams.energy=91.1876", OPEN_JETS, "colour=full",
      "model={m_z: 91.1876, gamma_z: 0}"}},
    {"come from z, which has no width", {"process=p p > mu+ mu-", "model={gamma_z: 0}"}},
    {"come from z, which has no width", {"process=p p > vm vm~ h", "model={gamma_z: 0}"}},
    {NULL, {"process=p p > mu+ mu-", "model={gamma_z: 0}", "cuts.pair={mu+ mu-: {mass: [100, null]}}"}},
    {NULL, {"process=p p > mu+ mu-", "model={gamma_z: 0}", "cuts.pair={mu+ mu-: {mass: [10, 80]}}"}},
    {"set model.gamma_t", {"process=p p > b w+ t~"}},
    {"mu+, vm and b come from t, which has no width",
     {"process=e+ e- > t~ mu+ vm b", EE, OPEN_JETS, OPEN_LEPTONS}},
    {"come from h, which has no width",
     {"process=e+ e- > z z z", "beams.particles=[e+, e-]", "beams.energy=600",
      "model={m_h: 300, gamma_h: 0}"}},
    {NULL, {"process=e+ e- > z z z", "beams.particles=[e+, e-]", "beams.energy=300", "model={gamma_h: 0}"}},
    {"which has no width in this model",
     {"process=e+ e- > ta+ mu- vm~ vt", EE, OPEN_LEPTONS, "model={m_tau: 1.777}"}},
};

/* Makes the process of a row; the status and the error of that. */
static ts_status make(ts_context *context, const char *const *options)
{
    ts_card *card;
    struct process process = {0};
    assert_status(context, ts_card_create(context, &card));
    for (; *options; ++options)
        assert_status(context, ts_card_set(context, card, *options));
    const ts_status status = process_create(context, card, BINS, &process);
    process_destroy(&process);
    ts_card_destroy(&card);
    return status;
}

static void the_infinite_are_refused(void **state)
{
    int failures = 0;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ts_context *context;
        assert_int_equal(ts_context_create(&context), TS_OK);
        const ts_status status = make(context, rows[i].options);
        const char *said = status ? ts_context_error(context) : "finite";
        if (rows[i].words ? status != TS_ERROR_INPUT || !strstr(said, rows[i].words) : status != TS_OK) {
            print_error("row %zu, %s: \"%s\", not \"%s\"\n", i, rows[i].options[0], said,
                        rows[i].words ? rows[i].words : "finite");
            ++failures;
        }
        ts_context_destroy(&context);
    }
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_infinite_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
