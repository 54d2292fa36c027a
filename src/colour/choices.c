#include "colour/choices.h"

#include "core/context.h"

#include <stdlib.h>
#include <string.h>

/* A flow of an event, and a term of its amplitude. */
struct part {
    struct flow flow;
    int term;
};

static int compare(const void *a, const void *b)
{
    const struct part *left = a, *right = b;
    const int flows = memcmp(&left->flow, &right->flow, sizeof left->flow);
    return flows ? flows : (left->term > right->term) - (left->term < right->term);
}

static double square_of(const struct colour_legs *legs, const struct flow *flow)
{
    return (double)colour_product(legs, flow, flow) / (double)colour_denominator(legs);
}

/* All traces of all commutators, or the flows as they are. */
static void list_parts(const struct colour_legs *legs, const struct flow *flows, int count, int traces,
                       struct part *parts)
{
    for (int i = 0; i < count; ++i)
        for (int bits = 0; bits < traces; ++bits, ++parts) {
            int sign = 1;
            if (traces == 1)
                parts->flow = flows[i];
            else
                sign = colour_nested_trace(legs, &flows[i], (unsigned)bits, &parts->flow);
            parts->term = sign * (i + 1);
        }
}

static void gather(const struct colour_legs *legs, const struct part *parts, int count,
                   struct colour_choices *choices)
{
    for (int i = 0; i < count; ++i) {
        if (!i || memcmp(&parts[i].flow, &parts[i - 1].flow, sizeof parts->flow))
            choices->list[choices->count++] = (struct colour_choice){
                .flow = parts[i].flow, .weight = square_of(legs, &parts[i].flow), .first = i};
        ++choices->list[choices->count - 1].terms;
        choices->terms[choices->term_count++] = parts[i].term;
    }
}

ts_status colour_choices_create(ts_context *context, const struct colour_legs *legs, const struct flow *flows,
                                int count, int nested, struct colour_choices *choices)
{
    int gluons = 0;
    for (int i = 0; i < legs->count; ++i)
        gluons += legs->representation[i] == 8;
    const int traces = nested && gluons > 2 ? 1 << (gluons - 2) : 1;
    const size_t room = (size_t)count * (size_t)traces;
    struct part *parts = calloc(room + 1, sizeof *parts);
    *choices = (struct colour_choices){.list = calloc(room + 1, sizeof *choices->list),
                                       .terms = calloc(room + 1, sizeof *choices->terms)};
    if (parts && choices->list && choices->terms) {
        list_parts(legs, flows, count, traces, parts);
        qsort(parts, room, sizeof *parts, compare);
        gather(legs, parts, (int)room, choices);
        free(parts);
        return TS_OK;
    }
    free(parts);
    colour_choices_free(choices);
    return ts_fail_memory(context, "colour flows");
}

void colour_choices_free(struct colour_choices *choices)
{
    free(choices->list);
    free(choices->terms);
    *choices = (struct colour_choices){0};
}
