/* Sixty processes and more of the Standard Model, with energies [GeV] of the beams. */
#ifndef TESSERA_TEST_TREE_PROCESSES_H
#define TESSERA_TEST_TREE_PROCESSES_H

static const struct {
    const char *name;
    double energy;
} tree_processes[] = {
    /* jets, also of identical flavours */
    {"g g > g g QED=0", 800},
    {"g g > g g g", 800},
    {"g g > g g g g", 900},
    {"u u~ > g g", 700},
    {"u g > u g g", 800},
    {"g g > u u~ g g", 900},
    {"u u > u u", 600},
    {"u u~ > u u~ g", 700},
    {"u d > u d g g", 900},
    {"u u > u u g g", 900},
    {"u u~ > d d~ s s~", 900},
    {"u u~ > u u~ u u~", 900},
    {"u u > u u u u~", 900},
    {"u d > u d s s~ g", 1200},
    {"u u~ > d d~ QED=2", 500},
    {"u d~ > u d~ QED=2", 500},
    {"u u > u u QED=2", 500},
    /* photons */
    {"u u~ > a a", 500},
    {"e+ e- > a a a", 500},
    {"g u > u a a", 700},
    {"u u~ > a a g g", 900},
    {"d d~ > d d~ a", 700},
    {"a a > u u~ g", 600},
    {"a a > w+ w-", 700},
    {"a a > mu+ mu- a", 500},
    /* a boson and jets */
    {"u u~ > z g", 600},
    {"u d~ > w+ g g", 700},
    {"d d~ > z g g g", 1200},
    {"u u~ > e+ e- g g", 700},
    {"u d~ > e+ ve d d~", 800},
    {"g g > e+ e- u u~", 800},
    {"u u > u d e+ ve", 800},
    {"u u~ > e+ e- u u~", 800},
    /* two bosons and more */
    {"u u~ > w+ w-", 700},
    {"u u~ > z z g", 900},
    {"u d~ > w+ z g g", 1200},
    {"u d~ > w+ a", 700},
    {"u d~ > w+ a a", 900},
    {"u u~ > w+ w- a", 900},
    {"u u~ > w+ w- z", 1200},
    {"u d > u d w+ w-", 1500},
    {"g g > u u~ z z", 1200},
    {"e+ e- > w+ w-", 500},
    {"e+ e- > w+ w- a", 700},
    {"w+ w- > w+ w-", 900},
    {"w+ z > w+ z", 900},
    {"w+ w- > z a", 900},
    {"w+ w- > h h", 900},
    {"z z > h h h", 1500},
    {"h h > h h", 900},
    /* Higgs bosons */
    {"u d > u d h", 900},
    {"u u~ > u u~ h QED=3", 900},
    {"e+ e- > z h", 500},
    {"e+ e- > ve ve~ h", 600},
    {"u d~ > w+ h g", 900},
    {"g g > t t~ h", 1200},
    {"u u~ > t t~ h", 1200},
    /* top quarks */
    {"g g > t t~", 900},
    {"g g > t t~ g", 1000},
    {"g g > t t~ g g", 1500},
    {"u u~ > t t~ d d~", 1200},
    {"u b > d t", 700},
    {"g g > t t~ z", 1200},
    {"g g > t t~ a", 1000},
    {"u d~ > t b~ g", 900},
    {"g g > t t~ b b~", 1300},
    {"g g > t t~ t t~", 2000},
    {"g g > b e+ ve b~ mu- vm~", 900},
    {"u u~ > b e+ ve b~ mu- vm~", 900},
    /* leptons */
    {"e+ e- > e+ e-", 300},
    {"e+ e- > mu+ mu- ta+ ta-", 500},
    {"e+ e- > e+ e- mu+ mu-", 500},
    {"e+ e- > u d~ s c~", 500},
    {"e+ e- > u u~ d d~", 500},
    {"e+ e- > u d~ mu- vm~ g", 500},
    {"e+ e- > u u~ d d~ s s~", 700},
    {"e+ e- > mu+ mu- ta+ ta- e+ e-", 700},
    {"e+ e- > b e+ ve b~ mu- vm~", 700},
    {"ve ve~ > e+ e- a", 300},
};
enum { TREE_PROCESSES = sizeof tree_processes / sizeof tree_processes[0] };

#endif
