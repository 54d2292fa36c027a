/* Finding, reading and refusing sets of parton densities. */
#include "test_support.h"

#include "pdf_text.h"

#include "pdf/lhagrid.h"
#include "process/pdf_range.h"
#include "tessera/pdf.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static ts_context *context;
static char root[512];

static void in_root(char *path, const char *name) { snprintf(path, 640, "%s/%s", root, name); }

static void write_file(const char *name, const char *text, size_t bytes)
{
    char path[640];
    in_root(path, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, bytes, file), bytes);
    assert_int_equal(fclose(file), 0);
}

static void make_folder(const char *name)
{
    char path[640];
    in_root(path, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void remove_root(void)
{
    static const char *const sets[] = {"ToySet", "ToySets", "Broken", "NoSet", ""};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        char folder[640], path[1280];
        in_root(folder, sets[i]);
        DIR *directory = opendir(folder);
        struct dirent *entry;
        while (directory && (entry = readdir(directory))) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            unlink(path);
        }
        if (directory)
            closedir(directory);
        rmdir(folder);
    }
}

static const double knots_x[] = {1e-4, 1e-3, 1e-2, 1e-1, 1}, knots_q[] = {1, 10, 100};
static const int partons[] = {0, 2};
static const char info[] =
    "SetDesc: \"Toy: a set\"\nReference: none\nFormat: lhagrid1\nNumMembers: 2\nOrderQCD: 1\n"
    "MZ: 91.1876\nAlphaS_Type: analytic\nAlphaS_OrderQCD: 0\nAlphaS_Lambda5: 0.1652\n"
    "ForcePositive: 1\nErrorType: [a, [nested, list], {b: c}]\n";

/* The up quark is below zero. */
static double density(int pdg, double x, double q) { return pdg == 2 ? -x : (1 - x) * (1 + log(q)); }

static struct text grid_text(const char *header)
{
    struct text text = {0};
    text_add(&text, "PdfType: central\nFormat: lhagrid1\n", 0);
    text_add(&text, header, 0);
    text_add(&text, "---\n", 0);
    text_add_subgrid(&text, knots_x, 5, knots_q, 3, partons, 2, density);
    return text;
}

static int start(void **state)
{
    (void)state;
    snprintf(root, sizeof root, "%s/pdf-sets-%ld", TEST_BINARY, (long)getpid());
    if (ts_context_create(&context) || mkdir(root, 0777))
        return 1;
    make_folder("ToySet");
    make_folder("ToySets");
    make_folder("NoSet");
    write_file("ToySet/ToySet.info", info, strlen(info));
    write_file("ToySets/ToySets.info", info, strlen(info));
    struct text text = grid_text(""), other = grid_text("AlphaS_Lambda5: 0.3\n");
    write_file("ToySet/ToySet_0000.dat", text.bytes, text.count);
    write_file("ToySet/ToySet_0001.dat", other.bytes, other.count);
    free(text.bytes);
    free(other.bytes);
    setenv("LHAPDF_DATA_PATH", root, 1);
    unsetenv("LHAPATH");
    unsetenv("CONDA_PREFIX");
    return 0;
}

static int end(void **state)
{
    (void)state;
    remove_root();
    ts_context_destroy(&context);
    return 0;
}

static void assert_refused(ts_status status, ts_status want, const char *phrase)
{
    if (status != want || !strstr(ts_context_error(context), phrase))
        fail_msg("status %d, '%s'; expected %d, '%s'", status, ts_context_error(context), want, phrase);
}

static void a_set_is_found_by_name_and_by_folder(void **state)
{
    (void)state;
    char folder[640];
    in_root(folder, "ToySet/");
    const char *const names[] = {"ToySet", folder};
    for (int i = 0; i < 2; ++i) {
        ts_pdf *pdf;
        assert_status(context, ts_pdf_create(context, names[i], 0, &pdf));
        ts_pdf_facts facts = ts_pdf_describe(pdf);
        assert_string_equal(ts_pdf_name(pdf), "ToySet");
        assert_string_equal(facts.description, "Toy: a set");
        assert_string_equal(facts.alpha_s_type, "analytic");
        assert_int_equal(facts.flavour_count, 2);
        assert_int_equal(facts.flavours[0], 21);
        assert_int_equal(facts.order, 1);
        assert_int_equal(facts.alpha_s_order, 0);
        assert_int_equal(facts.member_count, 2);
        assert_float_equal(facts.x_min, 1e-4, 1e-15);
        assert_float_equal(facts.q_max, 100, 1e-10);
        assert_float_equal(ts_pdf_xfx(pdf, 21, 0.01, 10), density(21, 0.01, 10), 1e-12);
        assert_float_equal(ts_pdf_xfx(pdf, 0, 0.01, 10), density(21, 0.01, 10), 1e-12);
        assert_true(ts_pdf_xfx(pdf, 2, 0.01, 10) == 0);  /* ForcePositive */
        assert_true(ts_pdf_xfx(pdf, -3, 0.01, 10) == 0); /* not in the set */
        assert_true(ts_pdf_xfx(pdf, 21, 1, 10) == 0);
        assert_true(isnan(ts_pdf_xfx(pdf, 21, 0, 10)));
        assert_true(isnan(ts_pdf_xfx(pdf, 21, 0.1, -1)));
        assert_true(isnan(ts_pdf_xfx(pdf, 21, NAN, 10)));
        ts_pdf_destroy(&pdf);
        assert_null(pdf);
        ts_pdf_destroy(&pdf);
    }
}

static void a_member_may_change_what_the_set_says(void **state)
{
    (void)state;
    ts_pdf *pdf;
    assert_status(context, ts_pdf_create(context, "ToySet", 1, &pdf));
    assert_float_equal(ts_pdf_alpha_s(pdf, 100), 12 * acos(-1) / (23 * 2 * log(100 / 0.3)), 1e-14);
    ts_pdf_destroy(&pdf);
}

static void a_name_may_end_in_a_member(void **state)
{
    (void)state;
    char folder[640];
    in_root(folder, "ToySet/1");
    const char *const names[] = {"ToySet/1", folder};
    for (int i = 0; i < 2; ++i) {
        ts_pdf *pdf, *same;
        assert_status(context, ts_pdf_create(context, names[i], 0, &pdf));
        assert_status(context, ts_pdf_create(context, "ToySet", 1, &same));
        assert_int_equal(ts_pdf_describe(pdf).member, 1);
        assert_true(ts_pdf_alpha_s(pdf, 100) == ts_pdf_alpha_s(same, 100));
        ts_pdf_destroy(&pdf);
        ts_pdf_destroy(&same);
    }
    ts_pdf *pdf;
    assert_status(context, ts_pdf_create(context, "CTEQ6L1/0", 0, &pdf));
    ts_pdf_destroy(&pdf);
    assert_refused(ts_pdf_create(context, "CTEQ6L1/1", 0, &pdf), TS_ERROR_INPUT, "its only one is 0");
    assert_refused(ts_pdf_create(context, "ToySet/2", 0, &pdf), TS_ERROR_INPUT, "0 to 1");
    assert_refused(ts_pdf_create(context, "ToySet/1", 2, &pdf), TS_ERROR_INPUT, "give one");
    assert_refused(ts_pdf_create(context, "ToySet/1234567", 0, &pdf), TS_ERROR_INPUT, "from 0 to 999999");
    assert_refused(ts_pdf_create(context, "ToySet/", 1, &pdf), TS_ERROR_INPUT, "There is no set");
    assert_refused(ts_pdf_create(context, "/1", 0, &pdf), TS_ERROR_INPUT, "There is no set");
}

/* LHAPATH serves where LHAPDF_DATA_PATH is not set, and a conda environment where neither is. */
static void folders_of_lhapdf_are_searched(void **state)
{
    (void)state;
    char share[640], below[640], conda[640];
    in_root(share, "share");
    in_root(below, "share/LHAPDF");
    in_root(conda, "");
    ts_pdf *pdf;
    unsetenv("LHAPDF_DATA_PATH");
    assert_refused(ts_pdf_create(context, "ToySet", 0, &pdf), TS_ERROR_INPUT,
                   "not in /usr/local/share/LHAPDF, /usr/share/LHAPDF (LHAPDF_DATA_PATH is not set)");
    setenv("LHAPATH", root, 1);
    assert_status(context, ts_pdf_create(context, "ToySet", 0, &pdf));
    ts_pdf_destroy(&pdf);
    unsetenv("LHAPATH");
    make_folder("share");
    assert_int_equal(symlink(root, below), 0);
    setenv("CONDA_PREFIX", conda, 1);
    assert_status(context, ts_pdf_create(context, "ToySet/1", 0, &pdf));
    ts_pdf_destroy(&pdf);
    unsetenv("CONDA_PREFIX");
    setenv("LHAPDF_DATA_PATH", "/nowhere:/nowhere/:/usr/share/LHAPDF", 1);
    assert_refused(ts_pdf_create(context, "ToySet", 0, &pdf), TS_ERROR_INPUT,
                   "not in /nowhere, /usr/share/LHAPDF, /usr/local/share/LHAPDF;");
    /* Two colons at the end: these folders alone, as in LHAPDF. */
    setenv("LHAPDF_DATA_PATH", "/nowhere::", 1);
    assert_refused(ts_pdf_create(context, "ToySet", 0, &pdf), TS_ERROR_INPUT, "not in /nowhere;");
    setenv("LHAPDF_DATA_PATH", "::", 1);
    assert_refused(ts_pdf_create(context, "ToySet", 0, &pdf), TS_ERROR_INPUT,
                   "not in any folder (LHAPDF_DATA_PATH leaves none);");
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    assert_string_equal(ts_pdf_source(pdf), "embedded");
    ts_pdf_destroy(&pdf);
    setenv("LHAPDF_DATA_PATH", root, 1);
    unlink(below);
    rmdir(share);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    ts_pdf *pdf;
    assert_refused(ts_pdf_create(context, "ToyStes", 0, &pdf), TS_ERROR_INPUT,
                   "nearest name found is ToySets");
    assert_refused(ts_pdf_create(context, "ToyStes", 0, &pdf), TS_ERROR_INPUT, root);
    assert_refused(ts_pdf_create(context, "CTEQ6L", 0, &pdf), TS_ERROR_INPUT,
                   "nearest name found is CTEQ6L1");
    assert_refused(ts_pdf_create(context, "", 0, &pdf), TS_ERROR_INPUT, "no set");
    assert_refused(ts_pdf_create(context, "ToySet", 2, &pdf), TS_ERROR_INPUT, "0 to 1");
    assert_refused(ts_pdf_create(context, "ToySet", -1, &pdf), TS_ERROR_INPUT, "-1");
    assert_refused(ts_pdf_create(context, "ToySets", 0, &pdf), TS_ERROR_INPUT, "ToySets_0000.dat");
    char folder[640];
    in_root(folder, "NoSet");
    assert_refused(ts_pdf_create(context, folder, 0, &pdf), TS_ERROR_INPUT, "NoSet holds no set");
    assert_null(pdf);
}

static int count_sets(const char *name, const char *source, void *data)
{
    static const char *const expected[] = {"ToySet", "ToySets", "CTEQ6L1"};
    int *count = data;
    if (strncmp(source, root, strlen(root)) != 0 && strcmp(source, "embedded") != 0)
        return 0; /* of this machine's packages */
    assert_string_equal(name, expected[*count]);
    if (*count == 2)
        assert_string_equal(source, "embedded");
    return ++*count == 3;
}

static void sets_are_listed_in_order(void **state)
{
    (void)state;
    int count = 0;
    assert_status(context, ts_pdf_list(context, count_sets, &count));
    assert_int_equal(count, 3);
}

static void wrong_metadata_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *phrase;
    } rows[] = {
        {"NumMembers: 1\n", "AlphaS_Type"},
        {"AlphaS_Type: analytic\nAlphaS_Lambda5: 0.2\n", "NumMembers is missing"},
        {"NumMembers: none\n", ":1: NumMembers must be a number, not 'none'"},
        {"A: 1\nNumMembers: 0\n", ":2: NumMembers must be a whole number from 1"},
        {"NumMembers: 1\nAlphaS_Type: analytic\nAlphaS_Lambda5: 0.2\nForcePositive: 5\n", "ForcePositive"},
        {"NumMembers: 1\nAlphaS_Type: analytic\nAlphaS_Lambda5: 0.2\nExtrapolator: wild\n", "Extrapolator"},
        {"NumMembers: 1\nAlphaS_Type: analytic\nAlphaS_Lambda5: 0.2\nInterpolator: linear\n", "Interpolator"},
        {"NumMembers: [1\n", "not YAML"},
        {"NumMembers: 0x1\n", ":1: NumMembers must be a number, not '0x1'"},
        {"NumMembers: 1\nAlphaS_Type: analytic\nAlphaS_Lambda5: 200\n",
         "its definition of alpha_s gives inf at 91.1876 GeV"},
        {"NumMembers: 1\nAlphaS_Type: ipol\nAlphaS_Qs: [1, 100]\nAlphaS_Vals: [1e308, 0.1]\n",
         ":4: AlphaS_Vals must be above zero, and up to 1000 (number 1 is 1e+308)"},
        {"NumMembers: 1\nAlphaS_Type: ipol\nAlphaS_Qs: [1, 0]\nAlphaS_Vals: [0.3, 0.1]\n",
         ":3: AlphaS_Qs must be above zero (number 2 is 0)"},
        {"NumMembers: 1\nAlphaS_Type: ipol\nAlphaS_Qs: [1, 100]\nAlphaS_Vals: [inf, 0.1]\n",
         ":4: AlphaS_Vals must be a number, not 'inf'"},
        {"just words\n", "key: value"},
        {"- 1\n- 2\n", "key: value"},
        {"[a, b]: 1\n", "one word"},
        {"", "key: value"},
    };
    make_folder("Broken");
    struct text text = grid_text("");
    write_file("Broken/Broken_0000.dat", text.bytes, text.count);
    free(text.bytes);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        ts_pdf *pdf;
        write_file("Broken/Broken.info", rows[i].text, strlen(rows[i].text));
        assert_refused(ts_pdf_create(context, "Broken", 0, &pdf), TS_ERROR_INPUT, rows[i].phrase);
        assert_non_null(strstr(ts_context_error(context), "Broken.info"));
    }
}

/* A member has a table of its own, or half of one: what is wrong is sought in its file. */
static void a_fault_is_named_by_its_file(void **state)
{
    (void)state;
    static const char set[] = "NumMembers: 2\nAlphaS_Type: ipol\nAlphaS_Qs: [1, 10, 100]\n"
                              "AlphaS_Vals: [0.5, 0.2, 0.1]\n";
    static const char *const headers[][2] = {
        {"AlphaS_Vals: [0.5, 0.2]\n", "Broken_0001.dat:3: AlphaS_Vals has 2 numbers, and AlphaS_Qs 3 ("},
        {"AlphaS_Vals: [0.5, 0.2, 0]\n", "Broken_0001.dat:3: AlphaS_Vals must be above zero"},
        {"AlphaS_Type: odd\n", "Broken_0001.dat: AlphaS_Type must be"},
        {"Extrapolator: odd\n", "Broken_0001.dat: Extrapolator must be"},
        {"AlphaS_Type: analytic\nAlphaS_Lambda5: 200\n",
         "Broken_0001.dat: its definition of alpha_s gives inf"},
    };
    write_file("Broken/Broken.info", set, strlen(set));
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; ++i) {
        ts_pdf *pdf;
        struct text text = grid_text(headers[i][0]);
        write_file("Broken/Broken_0001.dat", text.bytes, text.count);
        free(text.bytes);
        assert_refused(ts_pdf_create(context, "Broken", 1, &pdf), TS_ERROR_INPUT, headers[i][1]);
    }
}

/* A hundred thousand brackets took libyaml a quarter of a minute, and a million would take half an hour. */
static void brackets_in_brackets_are_refused_at_once(void **state)
{
    (void)state;
    enum { BRACKETS = 1000000 };
    static const char first[] = "A: 1\nJunk: ";
    const size_t begin = strlen(first);
    char *text = malloc(begin + BRACKETS);
    assert_non_null(text);
    memcpy(text, first, begin);
    for (size_t i = 0; i < BRACKETS; i += 2)
        memcpy(text + begin + i, "[\n", 2);
    ts_pdf *pdf;
    write_file("Broken/Broken.info", text, begin + BRACKETS);
    assert_refused(ts_pdf_create(context, "Broken", 0, &pdf), TS_ERROR_INPUT,
                   "Broken.info:65: lists lie in one another more than 64 deep");
    free(text);
}

static void wrong_grids_are_refused(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "test:0: the file ends in its header"},
        {"Format: lhagrid1\n", "test:1: the file ends in its header"},
        {"Format: lhagrid9\n---\n", "test:1: the format is not lhagrid1"},
        {"---\n", "test:1: there is no grid"},
        {"---\n0.1 0.2 0.3\n", "test:2: a line of x knots needs at least 4"},
        {"---\n0.1 0.2 0.2 1\n", "test:2: the x knots must ascend"},
        {"---\n0.1 0.2 0.3 2\n", "test:2: the x knots end at 1, number 4 is 2"},
        {"---\n0 0.2 0.3 1\n", "test:2: the x knots must be above zero"},
        {"---\n0.1 0.2 0.3 nan\n", "test:2: every number must be finite"},
        {"---\n0.1 0.2 0.3 0.4x\n", "test:2: a number was expected, not '0.4x'"},
        {"---\n0.1 0.2 0.3 1\n1\n", "test:3: a line of Q knots needs at least 2"},
        {"---\n0.1 0.2 0.3 1\n2 1\n", "test:3: the Q knots must ascend"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21 1.5\n", "test:4: 1.5 is not the PDG code"},
        {"---\n0.1 0.2 0.3 1\n1 2\n0 21\n", "test:4: the parton 21 stands twice"},
        {"---\n0.1 0.2 0.3 1\n1 2\n", "test:3: the file ends where a line of PDG codes"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n2\n3\n---\n",
         "test:8: the grid is truncated: 3 lines of values where 4 x by 2 Q need 8"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1 2\n",
         "test:5: a line of values needs 1 numbers, one a parton; it has 2"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n1\n1\n1\n1\n1\n1\ninf\n---\n",
         "test:12: every number must be finite"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n1\n1\n1\n1\n1\n1\n1\n", "test:12: '---' was expected"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n1e308\n", "test:6: x f is 1e+308, which no density is"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n-1e20\n", "test:5: x f is -1e+20"},
        {"---\n0.1 0.2 0.3 0x1\n", "test:2: a number was expected, not '0x1'"},
        {"---\n0.1 0.2 0.3 1e400\n", "test:2: every number must be finite, one is 1e400"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n1\n1\n1\n1\n1\n1\n1\n---\n0.1 0.2 0.3 1\n3 4\n21\n1\n1\n1\n1\n1\n1\n1\n1\n---\n",
         "test:25: the subgrid that ends here begins at Q = 3, the one before it ended at 2"},
        {"---\n0.1 0.2 0.3 1\n1 2\n21\n1\n1\n1\n1\n1\n1\n1\n1\n---\n0.1 0.2 0.4 1\n2 4\n21\n1\n1\n1\n1\n1\n1\n1\n1\n---\n",
         "test:25: the subgrid that ends here has other x knots or partons"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        struct pdf_grid grid;
        ts_status status = lhagrid_parse(context, "test", rows[i][0], strlen(rows[i][0]), &grid);
        assert_refused(status, TS_ERROR_INPUT, rows[i][1]);
    }
}

/* Cut after any byte, a grid is refused; with any byte replaced it is read or refused. */
static void no_damage_goes_further(void **state)
{
    (void)state;
    struct text text = grid_text("");
    struct pdf_grid grid;
    for (size_t bytes = 0; bytes + 1 < text.count; ++bytes) {
        char *part = malloc(bytes + 1);
        memcpy(part, text.bytes, bytes);
        part[bytes] = 0;
        ts_status status = lhagrid_parse(context, "test", part, bytes, &grid);
        free(part);
        assert_int_equal(status, TS_ERROR_INPUT);
    }
    for (size_t i = 0; i < text.count; ++i)
        for (const char *c = "-9 \n.e\t";; ++c) {
            char kept = text.bytes[i];
            text.bytes[i] = *c;
            if (lhagrid_parse(context, "test", text.bytes, text.count, &grid) == TS_OK) {
                pdf_grid_value(&grid, 0, log(0.02), 3);
                pdf_grid_destroy(&grid);
            }
            text.bytes[i] = kept;
            if (!*c)
                break;
        }
    free(text.bytes);
}

static void keep_message(ts_log_level level, const char *message, void *data)
{
    if (level == TS_LOG_WARNING)
        snprintf((char *)data + strlen(data), 1024 - strlen(data), "%s\n", message);
}

/* The embedded CTEQ6L1 has 1.3 to 10^5 GeV and x from 10^-8 on. */
static void what_is_extrapolated_is_told(void **state)
{
    static const struct {
        double fixed, lowest, x;
        const char *words; /* NULL: nothing is told */
    } cases[] = {
        {1.3, 0, 1e-5, NULL},
        {0, 1.3, 1e-5, NULL},
        {0.2, 0, 1e-5,
         "as low as 0.2 GeV, below the 1.3 GeV at which CTEQ6L1 begins: its densities are "
         "extrapolated there.\n"},
        {0, 0.3, 1e-5, "and below 0.5 GeV they are those at 0.5 GeV.\n"},
        {2e5, 0, 1e-5, "scale of 200000 GeV is above the 100000 GeV"},
        {10, 0, 1e-9, "allow x down to 1e-09, below the 1e-08"},
    };
    (void)state;
    ts_pdf *pdf;
    assert_status(context, ts_pdf_create(context, "CTEQ6L1", 0, &pdf));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char said[1024] = "";
        ts_context_set_log(context, keep_message, said);
        pdf_warn_of_range(context, pdf, cases[i].fixed, cases[i].lowest, cases[i].x);
        ts_context_set_log(context, NULL, NULL);
        if (cases[i].words ? !strstr(said, cases[i].words) : *said != 0)
            fail_msg("row %zu: %s", i, said);
    }
    ts_pdf_destroy(&pdf);
}

/* A table whose scales are squared gives another coupling at the Z than the set says. */
static void a_table_far_from_the_coupling_at_the_z_is_told(void **state)
{
    (void)state;
    for (int squared = 0; squared < 2; ++squared) {
        char text[400], said[1024] = "";
        ts_pdf *pdf;
        snprintf(text, sizeof text,
                 "NumMembers: 1\nAlphaS_Type: ipol\nMZ: 91.1876\nAlphaS_MZ: 0.118\n"
                 "AlphaS_Qs: [2, %s, 1e9]\nAlphaS_Vals: [0.3, 0.1181, 0.05]\n",
                 squared ? "8315.178" : "91.1876");
        write_file("Broken/Broken.info", text, strlen(text));
        ts_context_set_log(context, keep_message, said);
        assert_status(context, ts_pdf_create(context, "Broken", 0, &pdf));
        ts_context_set_log(context, NULL, NULL);
        ts_pdf_destroy(&pdf);
        if (squared ? !strstr(said, "and AlphaS_MZ says 0.118") : *said != 0)
            fail_msg("%s", said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_is_found_by_name_and_by_folder),
        cmocka_unit_test(a_member_may_change_what_the_set_says),
        cmocka_unit_test(a_name_may_end_in_a_member),
        cmocka_unit_test(folders_of_lhapdf_are_searched),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(sets_are_listed_in_order),
        cmocka_unit_test(wrong_metadata_are_refused),
        cmocka_unit_test(a_fault_is_named_by_its_file),
        cmocka_unit_test(brackets_in_brackets_are_refused_at_once),
        cmocka_unit_test(wrong_grids_are_refused),
        cmocka_unit_test(no_damage_goes_further),
        cmocka_unit_test(what_is_extrapolated_is_told),
        cmocka_unit_test(a_table_far_from_the_coupling_at_the_z_is_told),
    };
    return cmocka_run_group_tests(tests, start, end);
}
