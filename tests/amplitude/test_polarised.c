/* Helicities that a process asks for, "w+{0} w-{T}". Sums over all of them are what is not polarised, in any
 * frame, at points and in cross sections. Frames are those of momenta that the test takes there itself. */
#include "syntax_support.h"

#include "tessera/subprocess.h"

#include <stdio.h>

static const double m_w = 80.41900244575616, m_z = 91.188;

/* A process with places of helicities, and their names for each of these. */
struct polarised {
    const char *format, *whole;
    const char *states[2];
    double masses[3];
    int final, average; /* over how many helicities of polarised legs the whole is averaged */
};

static const struct polarised processes[] = {
    {"e+ e- > w+{%c} w-{%c} z",
     "e+ e- > w+ w- z",
     {"0+-", "0T"},
     {80.41900244575616, 80.41900244575616, 91.188},
     3,
     1},
    {"u d~ > w+{%c} z{%c} g", "u d~ > w+ z g", {"T0", "+-0"}, {80.41900244575616, 91.188, 0}, 3, 1},
    {"g g > t{%c} t~{%c}", "g g > t t~", {"LR", "+-"}, {173, 173}, 2, 1},
    {"e+{%c} e-{%c} > w+ w-", "e+ e- > w+ w-", {"LR", "LR"}, {80.41900244575616, 80.41900244575616}, 2, 4},
    {"u u~ > g{%c} w+{%c} w-",
     "u u~ > g w+ w-",
     {"+-", "0T"},
     {0, 80.41900244575616, 80.41900244575616},
     3,
     1},
};

static void sums_at_points(void **state)
{
    static const char *const frames[] = {"polarization_frame=[1, 2]", "polarization_frame=[3, 4]",
                                         "polarization_frame=[1, 3]"};
    double p[SYNTAX_LEGS][4];
    unsigned long seed = 5;
    (void)state;
    for (size_t i = 0; i < ROWS(processes); ++i)
        for (size_t f = 0; f < ROWS(frames); ++f) {
            const struct polarised *row = &processes[i];
            const char *const card[] = {frames[f], "couplings.alpha_s=0.118", NULL};
            double sum = 0;
            make_point(700, row->masses, row->final, &seed, p);
            for (const char *a = row->states[0]; *a; ++a)
                for (const char *b = row->states[1]; *b; ++b) {
                    char process[80];
                    snprintf(process, sizeof process, row->format, *a, *b);
                    sum += squared_of(process, card, NULL, p, 2 + row->final) / row->average;
                }
            const double whole = squared_of(row->whole, card, NULL, p, 2 + row->final);
            if (!(fabs(sum / whole - 1) < 1e-10))
                fail_msg("%s in %s: the sum is %.17g, not %.17g", row->format, frames[f], sum, whole);
        }
}

/* Takes momenta into the rest frame of legs 3 and 4. */
static void go_to_pair(int legs, double (*p)[4])
{
    double back[4];
    for (int k = 0; k < 4; ++k)
        back[k] = (k ? -1 : 1) * (p[2][k] + p[3][k]);
    for (int i = 0; i < legs; ++i)
        from_rest(back, p[i]);
}

/* A configuration by --helicities is that of the momenta as they are given. */
static void frame_is_a_boost(void **state)
{
    static const char *const beams[] = {"+-", "-+", "++", "--"};
    const char *const pair[] = {"polarization_frame=[3, 4]", NULL}, *const none[] = {NULL};
    const double masses[] = {m_w, m_w, m_z};
    double p[SYNTAX_LEGS][4], sums[2] = {0};
    unsigned long seed = 11;
    (void)state;
    make_point(600, masses, 3, &seed, p);
    const double asked = squared_of("e+ e- > w+{0} w-{+} z", pair, NULL, p, 5);
    const double other = squared_of("e+ e- > w+{0} w-{+} z", none, NULL, p, 5);
    for (int boosted = 0; boosted < 2; ++boosted) {
        for (size_t i = 0; i < ROWS(beams); ++i)
            for (const char *z = "+0-"; *z; ++z) {
                char helicities[8];
                snprintf(helicities, sizeof helicities, "%s0+%c", beams[i], *z);
                sums[boosted] += squared_of("e+ e- > w+ w- z", none, helicities, p, 5) / 4;
            }
        go_to_pair(5, p);
    }
    /* Momenta may be given in any frame: those in the rest frame of w+ w- have the same value. */
    const double elsewhere = squared_of("e+ e- > w+{0} w-{+} z", none, NULL, p, 5);
    assert_true(fabs(other / sums[0] - 1) < 1e-11 && fabs(asked / sums[1] - 1) < 1e-10);
    assert_true(fabs(elsewhere / other - 1) < 1e-10);
    assert_true(fabs(asked / other - 1) > 0.01);
}

static ts_subprocess_group first_group(const char *process, size_t *groups, size_t *members, char name[128])
{
    ts_card *card = card_with((const char *const[]){NULL});
    ts_model *model;
    ts_subprocesses *list;
    assert_status(context, ts_model_create(context, card, &model));
    assert_status(context, ts_subprocesses_create(context, card, model, process, &list));
    const ts_subprocess_group group = ts_subprocesses_group(list, 0);
    const ts_subprocess member = ts_subprocesses_member(list, 0, 0);
    *members = ts_subprocesses_count(list);
    *groups = ts_subprocesses_group_count(list);
    ts_subprocesses_print(list, &member, name, 128);
    ts_subprocesses_destroy(&list);
    ts_model_destroy(&model);
    ts_card_destroy(&card);
    return group;
}

/* Members of a group have the same helicities; particles of other helicities are not equal. */
static void expansions(void **state)
{
    static const struct {
        const char *process, *first;
        int groups, members, helicities;
        double identical, average;
    } cases[] = {
        {"u u~ > z{0} z{0}", "u u~ > z{0} z{0}", 1, 1, 4, 2, 36},
        {"u u~ > z{0} z{T}", "u u~ > z{0} z{T}", 1, 1, 8, 1, 36},
        {"u u~ > z{+} z", "u u~ > z{+} z", 1, 1, 12, 1, 36},
        {"p p > w+{0} w-{0}", "d d~ > w+{0} w-{0}", 3, 10, 4, 1, 36},
        {"e+{R} e-{L} > w+ w-", "e+{R} e-{L} > w+ w-", 1, 1, 9, 1, 1},
        {"e+ e-{L} > w+{-} w-{T}", "e+ e-{L} > w+{-} w-{T}", 1, 1, 4, 1, 2},
        {"p p > w+{0} w-, w- > l- vl~", "d d~ > w+{0} e- ve~", 3, 20, 16, 1, 36},
        {"p p > w+{T} j", "g u > w+{T} d", 3, 12, 16, 1, 96},
    };
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i) {
        char name[128];
        size_t groups, members;
        const ts_subprocess_group group = first_group(cases[i].process, &groups, &members, name);
        if (groups != (size_t)cases[i].groups || members != (size_t)cases[i].members ||
            group.identical != cases[i].identical || group.helicities != cases[i].helicities ||
            fabs(group.average * cases[i].average - 1) > 1e-12 || strcmp(name, cases[i].first) != 0)
            fail_msg("%s: %s, %d helicities, identical %g, average 1/%g, %zu groups of %zu", cases[i].process,
                     name, group.helicities, group.identical, 1 / group.average, groups, members);
    }
}

#define BEAMS "beams.particles=[e+, e-]"

static void cross_sections_add_up(void **state)
{
    static const char *const names = "0T";
    double sum = 0, error2 = 0, error;
    (void)state;
    for (int i = 0; i < 4; ++i) {
        char process[64];
        snprintf(process, sizeof process, "process=e+ e- > w+{%c} w-{%c}", names[i % 2], names[i / 2]);
        sum += cross_section((const char *const[]){process, BEAMS, "beams.energy=250",
                                                   "integration.relative_error=1e-3", NULL},
                             &error);
        error2 += error * error;
    }
    const double whole = cross_section((const char *const[]){"process=e+ e- > w+ w-", BEAMS,
                                                             "beams.energy=250",
                                                             "integration.relative_error=1e-3", NULL},
                                       &error);
    if (!(fabs(sum - whole) < 4 * hypot(error, sqrt(error2))))
        fail_msg("%g +- %g pb are not %g +- %g pb", sum, sqrt(error2), whole, error);
}

/* The mean over flat phase space of what `tessera amplitude` gives of a process without peaks. */
static double mean_of_amplitudes(const char *frame, double root_s, double *error)
{
    enum { POINTS = 20000 };
    const double masses[] = {173, 173, 125}, pb = 0.3893793721e9;
    static double p[POINTS][SYNTAX_LEGS][4], packed[POINTS][5][4], weight[POINTS], value[POINTS];
    unsigned long seed = 3;
    double sum = 0, squares = 0;
    ts_card *card = card_with((const char *const[]){frame, NULL});
    const ts_amplitude_settings settings = {.size = sizeof settings, .device = "cpu", .card = card};
    for (int i = 0; i < POINTS; ++i) {
        weight[i] = pb * make_point(root_s, masses, 3, &seed, p[i]) / (2 * root_s * root_s);
        memcpy(packed[i], p[i], sizeof packed[i]);
    }
    assert_status(context, ts_amplitude_evaluate(context, "e+ e- > t{L} t~{L} h", &settings, 5, packed[0][0],
                                                 POINTS, value, NULL));
    for (int i = 0; i < POINTS; ++i) {
        sum += weight[i] * value[i] / POINTS;
        squares += pow(weight[i] * value[i], 2) / POINTS;
    }
    *error = sqrt((squares - sum * sum) / POINTS);
    ts_card_destroy(&card);
    return sum;
}

static void frame_of_a_run(void **state)
{
    static const char *const frames[] = {"polarization_frame=[1, 2]", "polarization_frame=[3, 4]"};
    double found[2], errors[2], means[2], mean_errors[2];
    (void)state;
    for (int i = 0; i < 2; ++i) {
        means[i] = mean_of_amplitudes(frames[i], 700, &mean_errors[i]);
        found[i] = cross_section((const char *const[]){"process=e+ e- > t{L} t~{L} h", BEAMS,
                                                       "beams.energy=700", "integration.relative_error=2e-3",
                                                       frames[i], NULL},
                                 &errors[i]);
        if (!(fabs(found[i] - means[i]) < 4 * hypot(errors[i], mean_errors[i])))
            fail_msg("%s: %g +- %g pb, not %g +- %g pb", frames[i], found[i], errors[i], means[i],
                     mean_errors[i]);
    }
    assert_true(fabs(found[0] - found[1]) > 10 * hypot(mean_errors[0], mean_errors[1]));
}

static void refusals(void **state)
{
    static const struct {
        const char *process, *frame, *words;
    } cases[] = {
        {"process=e+ e- > w+{0} w-", "polarization_frame=[5]",
         "polarization_frame: the process has 4 particles, and none of number 5"},
        {"process=e+ e- > w+{0} w-", "polarization_frame=[3]",
         "polarization_frame: w+ alone is no frame: a particle at rest has no helicity"},
        {"process=e+ e- > w+{0} w- a", "polarization_frame=5", "polarization_frame: a alone is no frame"},
        {"process=e+ e- > w+{0} w- z z", "polarization_frame=[3, 5]",
         "polarization_frame: particles 5 and 6 may both be z, and one of them alone is among the legs of the frame"},
    };
    (void)state;
    for (size_t i = 0; i < ROWS(cases); ++i)
        assert_run_refused((const char *const[]){cases[i].process, BEAMS, "beams.energy=600", cases[i].frame,
                                                 NULL},
                           cases[i].words);
    assert_run_refused((const char *const[]){"process=p{+} p > w+ j", NULL},
                       "partons of a hadron have no helicities of their own");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_at_points), cmocka_unit_test(frame_is_a_boost),
        cmocka_unit_test(expansions),     cmocka_unit_test(cross_sections_add_up),
        cmocka_unit_test(frame_of_a_run), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
