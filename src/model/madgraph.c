#include "model/madgraph.h"

#include <string.h>
#include <strings.h>

int madgraph_particle(const char *name)
{
    /* A particle's name, and that of its antiparticle, which is not there where both are one. */
    static const struct {
        int pdg;
        const char *name, *anti;
    } rows[] = {{35, "h2", NULL},          {36, "h3", NULL},          {37, "h+", "h-"},
                {1000001, "dl", "dl~"},    {2000001, "dr", "dr~"},    {1000002, "ul", "ul~"},
                {2000002, "ur", "ur~"},    {1000003, "sl", "sl~"},    {2000003, "sr", "sr~"},
                {1000004, "cl", "cl~"},    {2000004, "cr", "cr~"},    {1000005, "b1", "b1~"},
                {2000005, "b2", "b2~"},    {1000006, "t1", "t1~"},    {2000006, "t2", "t2~"},
                {1000011, "el-", "el+"},   {2000011, "er-", "er+"},   {1000012, "sve", "sve~"},
                {1000013, "mul-", "mul+"}, {2000013, "mur-", "mur+"}, {1000014, "svm", "svm~"},
                {1000015, "ta1-", "ta1+"}, {2000015, "ta2-", "ta2+"}, {1000016, "svt", "svt~"},
                {1000021, "go", NULL},     {1000022, "n1", NULL},     {1000023, "n2", NULL},
                {1000025, "n3", NULL},     {1000035, "n4", NULL},     {1000024, "x1+", "x1-"},
                {1000037, "x2+", "x2-"},   {25, "h1", NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (!strcasecmp(name, rows[i].name))
            return rows[i].pdg;
        if (rows[i].anti && !strcasecmp(name, rows[i].anti))
            return -rows[i].pdg;
    }
    return 0;
}

const char *madgraph_bare(const char *name) { return !strncasecmp(name, "mdl_", 4) ? name + 4 : name; }

const char *madgraph_parameter(const char *name, const char *const *names, size_t count)
{
    /* Names that have nothing in common with those of the built-in Standard Model, or of imported models. */
    static const struct {
        const char *theirs, *ours, *said;
    } rows[] = {{"aS", "alpha_s", "alpha_s"}, {"aEWM1", "alpha", "alpha, which is 1 / aEWM1"},
                {"Gf", "g_fermi", "g_fermi"}, {"WT", "gamma_t", "gamma_t"},
                {"WZ", "gamma_z", "gamma_z"}, {"WW", "gamma_w", "gamma_w"},
                {"WH", "gamma_h", "gamma_h"}};
    const char *bare = madgraph_bare(name);
    for (size_t i = 0; i < count; ++i)
        if (!strcasecmp(names[i], bare))
            return names[i];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        for (size_t k = 0; k < count && !strcasecmp(rows[i].theirs, bare); ++k)
            if (!strcmp(names[k], rows[i].ours))
                return rows[i].said;
    return NULL;
}
