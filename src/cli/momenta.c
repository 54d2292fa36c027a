#include "arguments.h"
#include "cli.h"

#include "tessera/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Momenta printed with seven digits pass. */
#define TOLERANCE 1e-5

enum { PARTICLES_MOST = 64, BYTES_MOST = 1 << 30 };

struct reader {
    ts_context *context;
    const char *path;
    struct momenta *momenta;
    size_t incoming;   /* particles of a point that come in */
    size_t line;       /* counted from 1 */
    size_t in_point;   /* particles of the point begun */
    size_t point_line; /* where it began */
    size_t capacity;   /* particles that values has room for */
    double point[PARTICLES_MOST][4];
};

/* Four numbers, each a word of its own, and nothing else but a comment. */
static int parse_line(const char *text, double p[4])
{
    static const char blanks[] = " \t\r\n";
    for (int i = 0; i < 4; i++) {
        char word[64];
        text += strspn(text, blanks);
        const size_t bytes = strcspn(text, " \t\r\n#");
        snprintf(word, sizeof word, "%.*s", bytes < sizeof word ? (int)bytes : 0, text);
        if (!number_of_text(word, &p[i]))
            return 0;
        text += bytes;
    }
    text += strspn(text, blanks);
    return *text == '\0' || *text == '#';
}

static int take_particle(struct reader *reader, const char *text)
{
    double p[4];
    if (!parse_line(text, p))
        return complain(EXIT_WRONG, "%s:%zu: expected a particle as four numbers, E px py pz in GeV.",
                        reader->path, reader->line);
    if (reader->in_point == PARTICLES_MOST)
        return complain(
            EXIT_WRONG,
            "%s:%zu: a point may hold at most %d particles; points are separated by a blank line.",
            reader->path, reader->line, PARTICLES_MOST);
    if (!(p[0] > 0))
        return complain(
            EXIT_WRONG,
            "%s:%zu: particle %zu has the energy %g; energies are positive, those of incoming particles too.",
            reader->path, reader->line, reader->in_point + 1, p[0]);
    const double momentum = sqrt(p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    if (momentum - p[0] > TOLERANCE * p[0])
        return complain(EXIT_WRONG,
                        "%s:%zu: particle %zu has no real mass: E is %.9g GeV and |p| is %.9g GeV.",
                        reader->path, reader->line, reader->in_point + 1, p[0], momentum);
    if (reader->in_point == 0)
        reader->point_line = reader->line;
    memcpy(reader->point[reader->in_point++], p, sizeof p);
    return EXIT_DONE;
}

/* Says which component is not conserved, and by how much. */
static int check_conservation(const struct reader *reader)
{
    static const char *const names[] = {"energy", "px", "py", "pz"};
    double sum[4] = {0}, total = 0;
    for (size_t i = 0; i < reader->in_point; i++) {
        total += reader->point[i][0];
        for (int k = 0; k < 4; k++)
            sum[k] += i < reader->incoming ? reader->point[i][k] : -reader->point[i][k];
    }
    for (int k = 0; k < 4; k++)
        if (fabs(sum[k]) > TOLERANCE * total)
            return complain(
                EXIT_WRONG,
                "%s:%zu: %s is not conserved in the point of %zu particles that begins here: incoming minus outgoing is "
                "%.6g GeV.",
                reader->path, reader->point_line, names[k], reader->in_point, sum[k]);
    return EXIT_DONE;
}

static int end_point(struct reader *reader)
{
    struct momenta *momenta = reader->momenta;
    if (reader->in_point == 0)
        return EXIT_DONE;
    if (momenta->points == 0)
        momenta->particles = reader->in_point;
    if (reader->in_point < 3)
        return complain(EXIT_WRONG, "%s:%zu: a point needs %s.", reader->path, reader->point_line,
                        reader->incoming == 1 ? "one incoming particle and at least two outgoing ones"
                                              : "two incoming particles and at least one outgoing one");
    if (reader->in_point != momenta->particles)
        return complain(EXIT_WRONG,
                        "%s:%zu: the point that begins here has %zu particles, the first one has %zu.",
                        reader->path, reader->point_line, reader->in_point, momenta->particles);
    const int wrong = check_conservation(reader);
    if (wrong)
        return wrong;
    const size_t needed = (momenta->points + 1) * momenta->particles;
    if (needed > reader->capacity) {
        reader->capacity = 2 * needed;
        double *larger = realloc(momenta->values, reader->capacity * 4 * sizeof *larger);
        if (!larger)
            return complain(EXIT_FAILED, "There is not enough memory for the momenta.");
        momenta->values = larger;
    }
    memcpy(momenta->values + momenta->points * momenta->particles * 4, reader->point,
           momenta->particles * sizeof reader->point[0]);
    momenta->points++;
    reader->in_point = 0;
    return EXIT_DONE;
}

/* Takes a text apart, which ends up with a zero byte behind each line. */
static int read_lines(struct reader *reader, char *text)
{
    int wrong = EXIT_DONE;
    for (char *line = text; wrong == EXIT_DONE && line;) {
        if (ts_context_interrupted(reader->context))
            return complain(EXIT_INTERRUPTED, "Interrupted while %s was read.", reader->path);
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        reader->line++;
        const char *words = line + strspn(line, " \t\r");
        if (*words != '#' && (*words || end)) /* behind the last newline there is no line */
            wrong = *words ? take_particle(reader, words) : end_point(reader);
        line = end ? end + 1 : NULL;
    }
    return wrong == EXIT_DONE ? end_point(reader) : wrong;
}

int momenta_read(ts_context *context, const char *path, size_t incoming, struct momenta *momenta)
{
    struct reader reader = {.context = context, .path = path, .momenta = momenta, .incoming = incoming};
    char *text;
    *momenta = (struct momenta){0};
    const ts_status status = ts_text_read(context, path, BYTES_MOST, &text);
    int wrong = status ? complain_of_input(context, status) : read_lines(&reader, text);
    free(text);
    if (wrong == EXIT_DONE && momenta->points == 0)
        wrong = complain(EXIT_WRONG, "%s holds no momenta: expected one particle a line, E px py pz in GeV.",
                         path);
    if (wrong)
        momenta_free(momenta);
    return wrong;
}

void momenta_free(struct momenta *momenta)
{
    free(momenta->values);
    *momenta = (struct momenta){0};
}
