#include "colour/matrix.h"

#include "colour/junctions.h"
#include "core/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int64_t power(int64_t base, int exponent)
{
    int64_t result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static int gluons_of(const struct colour_legs *legs)
{
    int gluons = 0;
    for (int i = 0; i < legs->count; ++i)
        gluons += legs->representation[i] == 8;
    return gluons;
}

int colour_is_nested(const struct colour_legs *legs)
{
    if (legs->split)
        return 0;
    for (int i = 0; i < legs->count; ++i)
        if (legs->representation[i] != 1 && legs->representation[i] != 8)
            return 0;
    return gluons_of(legs) >= 3;
}

/* Loops of colour where the column index of each leg meets the row index of the leg behind it, in both flows.
 * They are the cycles of one map times the inverse of the other. */
static int loops(int places, const signed char *a, const signed char *b)
{
    signed char before[FLOW_PLACES];
    int count = 0;
    uint64_t done = 0;
    memset(before, FLOW_END, sizeof before);
    for (int i = 0; i < places; ++i)
        if (b[i] != FLOW_END)
            before[(int)b[i]] = (signed char)i;
    for (int i = 0; i < places; ++i) {
        if (a[i] == FLOW_END || done >> i & 1)
            continue;
        for (int at = i; !(done >> at & 1); at = (int)before[(int)a[at]])
            done |= (uint64_t)1 << at;
        ++count;
    }
    return count;
}
_Static_assert(FLOW_PLACES <= 64, "a place is a bit");

/* Takes a leg out of a product; 1 where that leaves the trace of the unit matrix. */
static int take_out(signed char next[FLOW_PLACES], int leg)
{
    if (next[leg] == leg) {
        next[leg] = FLOW_END;
        return 1;
    }
    for (int i = 0; i < FLOW_PLACES; ++i)
        if (next[i] == leg)
            next[i] = next[leg];
    next[leg] = FLOW_END;
    return 0;
}

/* T^a_ij T^a_kl summed over a is (delta_il delta_kj - delta_ij delta_kl / N) / 2: each gluon in two ways. The
 * result is over (2 N)^gluons. */
static int64_t product_of_lines(const struct colour_legs *legs, int places, const struct flow *a,
                                const struct flow *b)
{
    int gluon[FLOW_LEGS], gluons = 0;
    int64_t sum = 0;
    for (int i = 0; i < legs->count; ++i)
        if (legs->representation[i] == 8)
            gluon[gluons++] = i;
    for (unsigned out = 0; out < 1U << gluons; ++out) {
        signed char x[FLOW_PLACES], y[FLOW_PLACES];
        int powers = gluons, sign = 1;
        memcpy(x, a->next, sizeof x);
        memcpy(y, b->next, sizeof y);
        for (int i = 0; i < gluons; ++i)
            if (out >> i & 1) {
                powers += take_out(x, gluon[i]) + take_out(y, gluon[i]) - 1;
                sign = -sign;
            }
        sum += sign * power(COLOURS, powers + loops(places, x, y));
    }
    return sum;
}

int colour_junctions(const struct colour_legs *legs)
{
    int ends = 0;
    for (int i = 0; i < legs->count; ++i)
        if (legs->representation[i] != 8 && legs->representation[i] != 1)
            ends += legs->representation[i] / 3;
    return abs(ends) / FLOW_ARMS;
}

static int sextets_of(const struct colour_legs *legs)
{
    int sextets = 0;
    for (int i = 0; i < legs->count; ++i)
        sextets += abs(legs->representation[i]) == 6;
    return sextets;
}

int64_t colour_denominator(const struct colour_legs *legs)
{
    return power(2 * COLOURS, gluons_of(legs)) * power(2, sextets_of(legs));
}

/* Places of the lines of one flow against those of the other. Lines of a sextet meet in both ways, arms of a
 * junction in six with their signs. */
struct meeting {
    const struct colour_legs *legs;
    const struct flow *a, *b;
    int groups, place[FLOW_LEGS + FLOW_JUNCTIONS]; /* legs that are sextets, first arms of junctions */
    signed char name[FLOW_PLACES];
};

static int64_t meet(struct meeting *meeting, int group)
{
    int64_t sum = 0;
    if (group == meeting->groups) {
        const struct flow other = flow_renamed(meeting->b, meeting->name);
        return product_of_lines(meeting->legs, FLOW_PLACES, meeting->a, &other);
    }
    const int place = meeting->place[group];
    for (int order = 0; order < 6 && place >= FLOW_JUNCTION; ++order) {
        for (int i = 0; i < FLOW_ARMS; ++i)
            meeting->name[place + i] = (signed char)(place + junction_orders[order][i]);
        sum += (order < 3 ? 1 : -1) * meet(meeting, group + 1);
    }
    for (int swapped = 0; swapped < 2 && place < FLOW_JUNCTION; ++swapped) {
        meeting->name[place] = (signed char)(place + (swapped ? FLOW_SECOND : 0));
        meeting->name[FLOW_SECOND + place] = (signed char)(place + (swapped ? 0 : FLOW_SECOND));
        sum += meet(meeting, group + 1);
    }
    return sum;
}

int64_t colour_product(const struct colour_legs *legs, const struct flow *a, const struct flow *b)
{
    struct meeting meeting = {.legs = legs, .a = a, .b = b};
    for (int i = 0; i < legs->count; ++i)
        if (abs(legs->representation[i]) == 6)
            meeting.place[meeting.groups++] = i;
    for (int i = 0; i < colour_junctions(legs); ++i)
        meeting.place[meeting.groups++] = FLOW_JUNCTION + FLOW_ARMS * i;
    if (!meeting.groups)
        return product_of_lines(legs, legs->count, a, b);
    for (int at = 0; at < FLOW_PLACES; ++at)
        meeting.name[at] = (signed char)at;
    return meet(&meeting, 0);
}

static int is_tangled(const struct colour_legs *legs) { return sextets_of(legs) || colour_junctions(legs); }

double colour_leading(const struct colour_legs *legs, const struct flow *flow)
{
    const int gluons = gluons_of(legs);
    if (is_tangled(legs))
        return (double)colour_product(legs, flow, flow) / (double)colour_denominator(legs);
    if (colour_is_nested(legs))
        return (double)(power(COLOURS, gluons - 2) * (COLOURS * COLOURS - 1)) / exp2(gluons);
    return (double)power(COLOURS, loops(legs->count, flow->next, flow->next)) / exp2(gluons);
}

/* The gluons of a trace in their order, the first one first. */
static int word_of(const struct colour_legs *legs, const struct flow *flow, signed char word[FLOW_LEGS])
{
    int length = 0, first = 0;
    while (legs->representation[first] != 8)
        ++first;
    int at = first;
    do
        word[length++] = (signed char)at;
    while ((at = (int)flow->next[at]) != first);
    return length;
}

/* Word number `bits` of [[..[T^1, T^2], ..], T^(n-1)] T^n: bit k puts gluon k + 1 in front. Returns its
 * sign. */
static int nested_word(const signed char *word, int length, unsigned bits, signed char next[FLOW_PLACES])
{
    int first = (int)word[0], last = first, sign = 1;
    memset(next, FLOW_END, FLOW_PLACES);
    for (int k = 1; k < length - 1; ++k) {
        if (bits >> (k - 1) & 1) {
            next[(int)word[k]] = (signed char)first;
            first = (int)word[k];
            sign = -sign;
        } else {
            next[last] = word[k];
            last = (int)word[k];
        }
    }
    next[last] = word[length - 1];
    next[(int)word[length - 1]] = (signed char)first;
    return sign;
}

int colour_nested_trace(const struct colour_legs *legs, const struct flow *flow, unsigned bits,
                        struct flow *trace)
{
    signed char word[FLOW_LEGS];
    const int length = word_of(legs, flow, word);
    memset(trace, FLOW_END, sizeof *trace);
    return nested_word(word, length, bits, trace->next);
}

/* Over 2^gluons: commutators know no gluon without colour, so that each sum over a has its first part alone.
 */
static int64_t nested_product(const struct colour_legs *legs, const struct flow *a, const struct flow *b)
{
    signed char left[FLOW_LEGS], right[FLOW_LEGS], x[FLOW_PLACES], y[FLOW_PLACES];
    const int length = word_of(legs, a, left);
    int64_t sum = 0;
    unsigned words = 1;
    for (int i = 2; i < length; ++i)
        words *= 2;
    word_of(legs, b, right);
    for (unsigned i = 0; i < words; ++i) {
        const int sign = nested_word(left, length, i, x);
        for (unsigned k = 0; k < words; ++k)
            sum += sign * nested_word(right, length, k, y) * power(COLOURS, loops(legs->count, x, y));
    }
    return sum;
}

/* Gluons renamed so that those of `a` come in the order of its strings. Products of two flows that differ by
 * their gluons' names alone are then one key. In traces the first and the last keep their names. */
struct key {
    signed char a[FLOW_LEGS], b[FLOW_LEGS];
};

static void rename_legs(const signed char *next, const signed char *name, int count, signed char *renamed)
{
    memset(renamed, FLOW_END, FLOW_LEGS);
    for (int i = 0; i < count; ++i)
        if (next[i] != FLOW_END)
            renamed[(int)name[i]] = name[(int)next[i]];
}

static struct key key_of(const struct colour_legs *legs, const struct flow *a, const struct flow *b)
{
    signed char name[FLOW_LEGS], gluon[FLOW_LEGS] = {0};
    int gluons = 0, named = 0;
    unsigned has_name = 0;
    struct key key = {{0}, {0}};
    for (int i = 0; i < legs->count; ++i) {
        name[i] = (signed char)i;
        if (legs->representation[i] == 8)
            gluon[gluons++] = (signed char)i;
    }
    for (int i = 0; i < legs->count; ++i)
        if (legs->representation[i] == -3)
            for (int at = (int)a->next[i]; legs->representation[at] == 8; at = (int)a->next[at]) {
                name[at] = gluon[named++];
                has_name |= 1U << at;
            }
    for (int i = 0; i < gluons; ++i) /* Gluons of traces get the names that strings have left. */
        /* NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c): places, and -1 for none */
        for (int at = gluon[i]; !(has_name >> at & 1); at = (int)a->next[at]) {
            name[at] = gluon[named++];
            has_name |= 1U << at;
        }
    if (colour_is_nested(legs)) {
        signed char word[FLOW_LEGS];
        const int length = word_of(legs, a, word);
        for (int i = 0; i < length; ++i)
            name[(int)word[i]] = gluon[i];
    }
    rename_legs(a->next, name, legs->count, key.a);
    rename_legs(b->next, name, legs->count, key.b);
    return key;
}

/* Products that were made before. */
struct memory {
    struct key *keys;
    int64_t *values;
    unsigned char *used;
    size_t room, count;
};

static size_t place_of(const struct memory *memory, const struct key *key)
{
    uint64_t hash = 14695981039346656037U;
    for (size_t i = 0; i < sizeof *key; ++i)
        hash = (hash ^ ((const unsigned char *)key)[i]) * 1099511628211U;
    size_t place = (size_t)(hash ^ hash >> 29) & (memory->room - 1);
    while (memory->used[place] && memcmp(&memory->keys[place], key, sizeof *key) != 0)
        place = (place + 1) & (memory->room - 1);
    return place;
}

static int memory_create(struct memory *memory, size_t room)
{
    *memory = (struct memory){.room = room};
    memory->keys = calloc(room, sizeof *memory->keys);
    memory->values = calloc(room, sizeof *memory->values);
    memory->used = calloc(room, 1);
    return memory->keys && memory->values && memory->used;
}

static void memory_free(struct memory *memory)
{
    free(memory->keys);
    free(memory->values);
    free(memory->used);
}

static int memory_grow(struct memory *memory)
{
    struct memory larger;
    if (2 * memory->count < memory->room)
        return 1;
    if (!memory_create(&larger, 2 * memory->room)) {
        memory_free(&larger);
        return 0;
    }
    for (size_t i = 0; i < memory->room; ++i)
        if (memory->used[i]) {
            const size_t place = place_of(&larger, &memory->keys[i]);
            larger.keys[place] = memory->keys[i];
            larger.values[place] = memory->values[i];
            larger.used[place] = 1;
        }
    larger.count = memory->count;
    memory_free(memory);
    *memory = larger;
    return 1;
}

static int64_t product_of(const struct colour_legs *legs, struct memory *memory, const struct flow *a,
                          const struct flow *b)
{
    if (is_tangled(legs))
        return colour_product(legs, a, b);
    const struct key key = key_of(legs, a, b);
    const size_t place = place_of(memory, &key);
    if (!memory->used[place]) {
        memory->used[place] = 1;
        memory->keys[place] = key;
        memory->values[place] = colour_is_nested(legs) ? nested_product(legs, a, b)
                                                       : colour_product(legs, a, b);
        ++memory->count;
    }
    return memory->values[place];
}

ts_status colour_matrix_create(ts_context *context, const struct colour_legs *legs, const struct flow *flows,
                               size_t count, struct colour_matrix *matrix)
{
    struct memory memory;
    *matrix = (struct colour_matrix){.flows = count};
    matrix->denominator = colour_is_nested(legs) ? power(2, gluons_of(legs)) : colour_denominator(legs);
    matrix->numerators = calloc(count * count, sizeof *matrix->numerators);
    int enough = memory_create(&memory, 1024) && matrix->numerators;
    for (size_t i = 0; enough && i < count; ++i)
        for (size_t k = 0; enough && k <= i; ++k) {
            matrix->numerators[i * count + k] = product_of(legs, &memory, &flows[i], &flows[k]);
            matrix->numerators[k * count + i] = matrix->numerators[i * count + k];
            enough = memory_grow(&memory);
        }
    memory_free(&memory);
    if (enough)
        return TS_OK;
    colour_matrix_free(matrix);
    return ts_fail_memory(context, "a colour matrix");
}

void colour_matrix_free(struct colour_matrix *matrix)
{
    free(matrix->numerators);
    *matrix = (struct colour_matrix){0};
}
