#include "selection/expression_limits.h"

#include "integrand/expression.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 32, NAMES_MOST = 8 };

/* A piece of the text. */
struct piece {
    const char *begin, *end;
};

/* A quantity of a comparison, such as pt(ep, em). */
struct measured {
    char function[NAME_BYTES], names[NAMES_MOST][NAME_BYTES];
    int count;
};

/* What its names stand for: a set of particles whatever their order; or else one of a kind, by its rank. */
struct meaning {
    unsigned set;
    char letter;
    int rank, of_kind;
};

struct reading {
    const struct named_particle *particles;
    struct particle_cuts *limits;
};

static struct piece trimmed(struct piece piece)
{
    while (piece.begin < piece.end && isspace((unsigned char)*piece.begin))
        ++piece.begin;
    while (piece.begin < piece.end && isspace((unsigned char)piece.end[-1]))
        --piece.end;
    return piece;
}

/* Where this text stands first in a piece outside of parentheses, or its end. */
static const char *find_outside(struct piece piece, const char *wanted)
{
    const size_t length = strlen(wanted);
    int depth = 0;
    for (const char *at = piece.begin; at + length <= piece.end; ++at) {
        if (!depth && !strncmp(at, wanted, length))
            return at;
        depth += (*at == '(') - (*at == ')');
    }
    return piece.end;
}

/* Whether a piece is one pair of parentheses with something inside. */
static int is_enclosed(struct piece piece)
{
    int depth = 0;
    for (const char *at = piece.begin; at < piece.end; ++at) {
        depth += (*at == '(') - (*at == ')');
        if (!depth)
            return *piece.begin == '(' && at + 1 == piece.end;
    }
    return 0;
}

/* The next word of letters and digits; empty where there is none, or it is too long. */
static void take_word(struct piece *piece, char word[NAME_BYTES])
{
    size_t length = 0;
    *piece = trimmed(*piece);
    while (piece->begin + length < piece->end &&
           (isalnum((unsigned char)piece->begin[length]) || piece->begin[length] == '_'))
        ++length;
    *word = '\0';
    if (length >= NAME_BYTES)
        return;
    memcpy(word, piece->begin, length);
    word[length] = '\0';
    piece->begin += length;
}

/* The next name of a particle, with letters for its signs. */
static void take_name(struct piece *piece, char name[NAME_BYTES])
{
    take_word(piece, name);
    for (size_t length = strlen(name); length && length + 1 < NAME_BYTES && piece->begin < piece->end;
         ++length) {
        const char letter = expression_sign_letter(*piece->begin);
        if (!letter)
            return;
        name[length] = letter;
        name[length + 1] = '\0';
        ++piece->begin;
    }
}

static int take_sign(struct piece *piece, char sign)
{
    *piece = trimmed(*piece);
    if (piece->begin >= piece->end || *piece->begin != sign)
        return 0;
    ++piece->begin;
    return 1;
}

/* "pt(ep, em)" or "ht", and nothing else. */
static int read_measured(struct piece piece, struct measured *measured)
{
    *measured = (struct measured){.count = 0};
    take_word(&piece, measured->function);
    if (!*measured->function || isdigit((unsigned char)*measured->function))
        return 0;
    if (take_sign(&piece, '(')) {
        do {
            if (measured->count == NAMES_MOST)
                return 0;
            take_name(&piece, measured->names[measured->count]);
            if (!*measured->names[measured->count++])
                return 0;
        } while (take_sign(&piece, ','));
        if (!take_sign(&piece, ')'))
            return 0;
    }
    piece = trimmed(piece);
    return piece.begin == piece.end;
}

/* A plain number, and nothing else. */
static int read_number(struct piece piece, double *number)
{
    char text[NAME_BYTES], *end;
    piece = trimmed(piece);
    const size_t length = (size_t)(piece.end - piece.begin);
    if (!length || length >= sizeof text || strspn(piece.begin, "0123456789.eE+-") < length ||
        !(isdigit((unsigned char)*piece.begin) || *piece.begin == '.'))
        return 0;
    memcpy(text, piece.begin, length);
    text[length] = '\0';
    *number = strtod(text, &end);
    return !*end && isfinite(*number);
}

/* The particles of a kind, a bit each. */
static unsigned set_of_kind(const struct reading *reading, char letter)
{
    unsigned set = 0;
    for (int i = 0; i < reading->limits->final; ++i)
        set |= (unsigned)named_by(&reading->particles[i], letter) << i;
    return set;
}

/* The set of one name: a particle's, or the only one of its kind. Else the rank in its kind. Returns 0 where
 * it is neither. */
static int find_name(const struct reading *reading, const char *name, struct meaning *one)
{
    int found = 0;
    *one = (struct meaning){.set = 0};
    for (int i = 0; i < reading->limits->final; ++i)
        if (!strcmp(reading->particles[i].name, name)) {
            one->set = 1u << i;
            ++found;
        }
    if (found)
        return found == 1;
    const unsigned kind = set_of_kind(reading, *name);
    char *end = NULL;
    const long rank = name[1] ? strtol(name + 1, &end, 10) : 1;
    one->of_kind = __builtin_popcount(kind);
    if (!kind || (end && *end) || rank < 1 || rank > one->of_kind || (!name[1] && one->of_kind > 1))
        return 0;
    if (one->of_kind == 1)
        one->set = kind;
    one->letter = *name;
    one->rank = (int)rank;
    return 1;
}

/* What several names stand for together: a set where those by rank are all of their kinds. Returns 0 where
 * that is not known. */
static int find_names(const struct reading *reading, const struct measured *measured, struct meaning *all)
{
    unsigned ranks[128] = {0}; /* of each letter */
    *all = (struct meaning){.set = 0};
    for (int i = 0; i < measured->count; ++i) {
        struct meaning one;
        if (!find_name(reading, measured->names[i], &one))
            return 0;
        if (one.set & all->set)
            return 0;
        all->set |= one.set;
        if (!one.set && measured->count == 1 && one.of_kind > 1) {
            *all = one;
            return 1;
        }
        if (!one.set)
            ranks[one.letter & 127] |= 1u << one.rank;
    }
    for (int letter = 0; letter < 128; ++letter) {
        const unsigned kind = ranks[letter] ? set_of_kind(reading, (char)letter) : 0;
        if (ranks[letter] && (ranks[letter] >> 1) + 1 != 1u << __builtin_popcount(kind))
            return 0;
        if (kind & all->set)
            return 0;
        all->set |= kind;
    }
    return all->set != 0;
}

/* The two particles of a set of two. */
static int pair_of(unsigned set) { return cut_pair(31 - __builtin_clz(set), __builtin_ctz(set)); }

static void limit_pt(struct particle_cuts *limits, unsigned set, double low, double high)
{
    const int count = __builtin_popcount(set), first = __builtin_ctz(set);
    if (count == 1) {
        limits->pt_min[first] = fmax(limits->pt_min[first], low);
        limits->pt_max[first] = fmin(limits->pt_max[first], high);
    } else if (count == 2) {
        limits->pair_pt_min[pair_of(set)] = fmax(limits->pair_pt_min[pair_of(set)], low);
        limits->pair_pt_max[pair_of(set)] = fmin(limits->pair_pt_max[pair_of(set)], high);
    } else if (limits->set_count < SETS_MOST) {
        limits->sets[limits->set_count++] = (struct set_limit){set, low, high};
    }
}

static void limit_ht(struct particle_cuts *limits, double low, double high)
{
    limits->ht_min = fmax(limits->ht_min, low);
    limits->ht_max = fmin(limits->ht_max, high);
}

/* The pT of one of a kind by its rank: those before it have more, those behind it less. */
static void limit_rank(const struct reading *reading, const struct meaning *one, double low, double high)
{
    const unsigned kind = set_of_kind(reading, one->letter);
    for (int i = 0; i < reading->limits->final; ++i)
        if (kind >> i & 1)
            limit_pt(reading->limits, 1u << i, one->rank == one->of_kind ? low : 0,
                     one->rank == 1 ? high : INFINITY);
    if (one->letter == 'j')
        limit_ht(reading->limits, one->rank * low, INFINITY);
}

static void limit(const struct reading *reading, const struct measured *measured, double low, double high)
{
    struct particle_cuts *limits = reading->limits;
    struct meaning meaning;
    if (!measured->count && !strcmp(measured->function, "ht") && set_of_kind(reading, 'j'))
        limit_ht(limits, low, high);
    if (!measured->count && !strcmp(measured->function, "met") && set_of_kind(reading, 'n')) {
        limits->missing_min = fmax(limits->missing_min, low);
        limits->missing_max = fmin(limits->missing_max, high);
    }
    if (!measured->count || !find_names(reading, measured, &meaning))
        return;
    if (!strcmp(measured->function, "pt")) {
        if (meaning.set)
            limit_pt(limits, meaning.set, low, high);
        else
            limit_rank(reading, &meaning, low, high);
    }
    if (!strcmp(measured->function, "m") && __builtin_popcount(meaning.set) == 2) {
        const int pair = pair_of(meaning.set);
        limits->mass_min[pair] = fmax(limits->mass_min[pair], low);
        limits->mass_max[pair] = fmin(limits->mass_max[pair], high);
    }
}

/* One comparison of a quantity with a number, either of which may stand first. */
static void read_comparison(const struct reading *reading, struct piece piece)
{
    const char *less = find_outside(piece, "<"), *more = find_outside(piece, ">");
    const char *sign = less < more ? less : more;
    struct measured measured;
    double number;
    if (sign == piece.end)
        return;
    const struct piece left = {piece.begin, sign},
                       right = {sign + 1 + (sign + 1 < piece.end && sign[1] == '='), piece.end};
    const int first = read_measured(left, &measured) && read_number(right, &number);
    if (!first && !(read_number(left, &number) && read_measured(right, &measured)))
        return;
    const int is_low = first == (sign == more);
    limit(reading, &measured, is_low ? number : 0, is_low ? INFINITY : number);
}

static void read_condition(const struct reading *reading, struct piece piece)
{
    piece = trimmed(piece);
    while (is_enclosed(piece)) {
        ++piece.begin;
        --piece.end;
        piece = trimmed(piece);
    }
    if (find_outside(piece, "||") != piece.end)
        return;
    while (piece.begin < piece.end) {
        const char *both = find_outside(piece, "&&");
        const struct piece part = trimmed((struct piece){piece.begin, both});
        if (is_enclosed(part))
            read_condition(reading, part);
        else
            read_comparison(reading, part);
        piece.begin = both < piece.end ? both + 2 : piece.end;
    }
}

void expression_limits_add(const char *text, const struct named_particle *particles,
                           struct particle_cuts *limits)
{
    const struct reading reading = {particles, limits};
    read_condition(&reading, (struct piece){text, text + strlen(text)});
}
