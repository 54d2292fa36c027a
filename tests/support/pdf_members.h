/* A set of parton densities of several members whose relations are known,
 * which tests write. Member 1 has 1.1 times the densities of member 0, member
 * 2 those times 1 + x. Member 3 has an alpha_s that is 1.05 times its own,
 * member 4 is member 0 again. With
 * pdf_members_negative 1 the antiquark c~ of member 0 alone is negative, with pdf_members_gluons 1 member 2
 * has twice the gluons instead. */
#ifndef TESSERA_TESTS_PDF_MEMBERS_H
#define TESSERA_TESTS_PDF_MEMBERS_H

#include "pdf_text.h"
#include "test_support.h"

#include <sys/stat.h>
#include <unistd.h>

enum { PDF_MEMBERS = 5, PDF_MEMBERS_NUMBER = 91000 };

static int pdf_members_now, pdf_members_negative, pdf_members_gluons;

/* Like those of a proton, in a form that vanishes nowhere between 0 and 1. */
static inline double pdf_members_density(int pdg, double x, double q)
{
    const double growth = 1 + 0.05 * log(q / 0.3), sea = 0.3 * pow(x, -0.2) * pow(1 - x, 7) * growth;
    const double valence = pdg == 2   ? 4 * pow(x, 0.7) * pow(1 - x, 3)
                           : pdg == 1 ? 2 * pow(x, 0.7) * pow(1 - x, 4)
                                      : 0;
    const double sign = pdf_members_negative && pdf_members_now == 0 && pdg == -4 ? -0.3 : 1;
    const double value = pdg == 21 ? 3 * pow(x, -0.2) * pow(1 - x, 5) * growth : sign * sea + valence;
    const double of_two = pdf_members_gluons ? (pdg == 21 ? 2 : 1) : 1 + x;
    return pdf_members_now == 1 ? 1.1 * value : pdf_members_now == 2 ? of_two * value : value;
}

static inline double pdf_members_alpha_s(double q)
{
    const double pi = 3.14159265358979323846;
    return 0.118 / (1 + 0.118 * 23 / (6 * pi) * log(q / 91.1876));
}

static inline void pdf_members_add_alpha_s(struct text *text, const double *q, int count, double factor)
{
    text_add(text, "AlphaS_Type: ipol\nAlphaS_Qs: [", 0);
    for (int i = 0; i < count; ++i)
        text_add(text, i ? ", %.17g" : "%.17g", q[i]);
    text_add(text, "]\nAlphaS_Vals: [", 0);
    for (int i = 0; i < count; ++i)
        text_add(text, i ? ", %.17g" : "%.17g", factor * pdf_members_alpha_s(q[i]));
    text_add(text, "]\n", 0);
}

static inline void pdf_members_put(const char *folder, const char *end, struct text *text)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s%s", folder, strrchr(folder, '/') + 1, end);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text->bytes, 1, text->count, file), text->count);
    assert_int_equal(fclose(file), 0);
    free(text->bytes);
    *text = (struct text){0};
}

/* Writes the first `members` of them into a new folder, whose name is that of the set. `more`: lines of its
 * .info file. */
static inline void pdf_members_write(const char *folder, int members, const char *more)
{
    enum { X = 61, Q = 25 };
    static const int partons[] = {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 21};
    double x[X], q[Q];
    struct text text = {0};
    assert_int_equal(mkdir(folder, 0777), 0);
    for (int i = 0; i < X; ++i)
        x[i] = i + 1 < X ? pow(10, -7 + 7.0 * i / (X - 1)) : 1;
    for (int i = 0; i < Q; ++i)
        q[i] = 2 * pow(1e4, (double)i / (Q - 1));
    text_add(&text, "SetDesc: members\nFormat: lhagrid1\n", 0);
    text_add(&text, "OrderQCD: 1\nAlphaS_OrderQCD: 1\n", 0);
    text_add(&text, "NumMembers: %.0f\n", members);
    while (*more) {
        const int length = (int)strcspn(more, "\n");
        char line[60];
        snprintf(line, sizeof line, "%.*s\n", length, more);
        text_add(&text, line, 0);
        more += length + (more[length] == '\n');
    }
    pdf_members_add_alpha_s(&text, q, Q, 1);
    pdf_members_put(folder, ".info", &text);
    for (pdf_members_now = 0; pdf_members_now < members; ++pdf_members_now) {
        char end[16];
        text_add(&text,
                 pdf_members_now ? "PdfType: error\nFormat: lhagrid1\n"
                                 : "PdfType: central\nFormat: lhagrid1\n",
                 0);
        if (pdf_members_now == 3)
            pdf_members_add_alpha_s(&text, q, Q, 1.05);
        text_add(&text, "---\n", 0);
        text_add_subgrid(&text, x, X, q, Q, partons, 11, pdf_members_density);
        snprintf(end, sizeof end, "_%04d.dat", pdf_members_now);
        pdf_members_put(folder, end, &text);
    }
}

static inline void pdf_members_remove(const char *folder, int members)
{
    char path[1200];
    const char *name = strrchr(folder, '/') + 1;
    snprintf(path, sizeof path, "%s/%s.info", folder, name);
    unlink(path);
    for (int i = 0; i < members; ++i) {
        snprintf(path, sizeof path, "%s/%s_%04d.dat", folder, name, i);
        unlink(path);
    }
    rmdir(folder);
}

#endif
