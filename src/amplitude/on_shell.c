#include "amplitude/on_shell.h"

#include "core/context.h"

#include <stdlib.h>

enum { BEAM_LEGS = (1u << LEGS_IN) - 1 };

/* A graph whose lines are listed. */
struct search {
    const struct graph *graph;
    const struct chain *chain;
    struct on_shell *shell;
    uint64_t *reached; /* [current_count]: subsets of the lines asked for that a current's diagrams have */
};

static unsigned every_leg(const struct graph *graph) { return (1u << graph->legs) - 1; }

/* The end of a current's line that has no beam, and the particle that comes out there. Returns 0 where both
 * ends have one. */
static unsigned outgoing_end(const struct graph *graph, const struct current *current, int *pdg)
{
    const unsigned others = every_leg(graph) & ~current->legs;
    *pdg = current->legs & BEAM_LEGS ? current->pdg : model_antiparticle(graph->model, current->pdg);
    return !(current->legs & BEAM_LEGS) ? current->legs : others & BEAM_LEGS ? 0 : others;
}

static int is_named(const struct chain *chain, unsigned legs)
{
    int named = 0;
    for (int i = 0; chain && i < chain->count; ++i)
        named |= chain->list[i].legs == legs;
    return named;
}

static double highest_of(const struct shell_line *line)
{
    return line->mass + RESONANCE_WIDTHS * line->width;
}

static double lowest_of(const struct shell_line *line) { return line->mass - RESONANCE_WIDTHS * line->width; }

static int comes_before(const struct shell_line *a, const struct shell_line *b)
{
    const int many_a = __builtin_popcount(a->legs), many_b = __builtin_popcount(b->legs);
    if (many_a != many_b)
        return many_a < many_b;
    return a->legs != b->legs ? a->legs < b->legs : a->pdg < b->pdg;
}

/* Puts a line in its place, where it is not there yet. The last one gives way to it where there are too many.
 */
static void add_line(struct on_shell *shell, const struct shell_line *line)
{
    int place = shell->line_count;
    for (int i = 0; i < shell->line_count; ++i)
        if (shell->lines[i].legs == line->legs && shell->lines[i].pdg == line->pdg)
            return;
    if (place < SHELL_LINES_MOST)
        ++shell->line_count;
    else if (comes_before(line, &shell->lines[place - 1]))
        --place;
    else
        return;
    for (; place > 0 && comes_before(line, &shell->lines[place - 1]); --place)
        shell->lines[place] = shell->lines[place - 1];
    shell->lines[place] = *line;
}

static void list_lines(const struct search *search)
{
    const struct graph *graph = search->graph;
    for (int i = graph->legs; i < graph->current_count; ++i) {
        int pdg;
        const unsigned legs = outgoing_end(graph, &graph->currents[i], &pdg);
        const ts_particle *particle = ts_model_particle(graph->model, pdg);
        if (graph->currents[i].joint || !(legs & (legs - 1)) || !(particle->width > 0) ||
            is_named(search->chain, legs))
            continue;
        const int own = model_antiparticle(graph->model, pdg) == pdg;
        const struct shell_line line = {.legs = legs,
                                        .pdg = pdg,
                                        .colour = pdg < 0 && !own ? -particle->colour : particle->colour,
                                        .mass = particle->mass,
                                        .width = particle->width};
        double least = 0;
        for (int leg = LEGS_IN; leg < graph->legs; ++leg)
            if (legs >> leg & 1)
                least += ts_model_particle(graph->model, graph->pdg[leg])->mass;
        if (highest_of(&line) > least)
            add_line(search->shell, &line);
    }
}

/* Whether one diagram may have both lines by their legs, and both may be near their mass shells. */
static int may_stand(const struct shell_line *a, const struct shell_line *b)
{
    const unsigned both = a->legs & b->legs;
    if (!both)
        return 1;
    if (a->legs == b->legs || (both != a->legs && both != b->legs))
        return 0;
    const struct shell_line *outer = both == b->legs ? a : b, *inner = outer == a ? b : a;
    return abs(outer->pdg) != abs(inner->pdg) && lowest_of(inner) < highest_of(outer);
}

/* Subsets of lines that two currents have together. */
static uint64_t joined(uint64_t a, uint64_t b)
{
    uint64_t both = 0;
    if (a == 1 || b == 1)
        return a == 1 ? b : a;
    for (int i = 0; i < 1 << SHELL_TOGETHER_MOST; ++i)
        for (int k = 0; a >> i & 1 && k < 1 << SHELL_TOGETHER_MOST; ++k)
            both |= (b >> k & 1) << (i | k);
    return both;
}

static uint64_t reached_by(const struct search *search, int number, const struct shell_line *const *lines,
                           int count)
{
    const struct graph *graph = search->graph;
    const struct current *current = &graph->currents[number];
    uint64_t reached = number < graph->legs;
    for (int i = current->first; number >= graph->legs && i < current->first + current->count; ++i) {
        uint64_t term = 1;
        for (int k = 0; k < graph->terms[i].children; ++k)
            term = joined(term, search->reached[graph->terms[i].child[k]]);
        reached |= term;
    }
    int pdg;
    const unsigned legs = outgoing_end(graph, current, &pdg);
    for (int i = 0; i < count && !current->joint; ++i)
        if (lines[i]->legs == legs && lines[i]->pdg == pdg)
            reached = joined(reached, (uint64_t)1 << (1 << i));
    return reached;
}

/* Whether a diagram has all these lines. */
static int are_together(const struct search *search, const struct shell_line *const *lines, int count)
{
    const struct graph *graph = search->graph;
    const int all = (1 << count) - 1;
    int found = 0;
    for (int i = 0; i < graph->current_count; ++i)
        search->reached[i] = reached_by(search, i, lines, count);
    for (int i = 0; i < graph->close_count && !found; ++i)
        found = joined(search->reached[graph->closes[i].current],
                       search->reached[graph->closes[i].partner]) >>
                    all &
                1;
    return found;
}

/* Lists the sets that have these lines and others from number `from` on. */
static void list_sets(const struct search *search, const struct shell_line **lines, int count, int from)
{
    struct on_shell *shell = search->shell;
    for (int i = from; i < shell->line_count && count < SHELL_TOGETHER_MOST; ++i) {
        uint64_t set = (uint64_t)1 << i;
        int stands = shell->set_count < SHELL_SETS_MOST;
        for (int k = 0; k < count && stands; ++k) {
            stands = may_stand(lines[k], &shell->lines[i]);
            set |= (uint64_t)1 << (lines[k] - shell->lines);
        }
        lines[count] = &shell->lines[i];
        if (!stands || !are_together(search, lines, count + 1))
            continue;
        shell->sets[shell->set_count++] = set;
        list_sets(search, lines, count + 1, i + 1);
    }
}

ts_status on_shell_create(ts_context *context, const struct graph *graph, const struct chain *chain,
                          struct on_shell *shell)
{
    const struct shell_line *lines[SHELL_TOGETHER_MOST];
    *shell = (struct on_shell){.lines = calloc(SHELL_LINES_MOST, sizeof *shell->lines),
                               .sets = calloc(SHELL_SETS_MOST, sizeof *shell->sets)};
    const struct search search = {graph, chain, shell,
                                  calloc((size_t)graph->current_count + 1, sizeof *search.reached)};
    const int has_room = shell->lines && shell->sets && search.reached;
    if (has_room) {
        list_lines(&search);
        list_sets(&search, lines, 0, 0);
    }
    free(search.reached);
    return has_room ? TS_OK : ts_fail_memory(context, "the resonances of a process");
}

void on_shell_free(struct on_shell *shell)
{
    free(shell->lines);
    free(shell->sets);
    free(shell->states);
    *shell = (struct on_shell){.line_count = 0};
}

int on_shell_most(const struct on_shell *shell)
{
    int most = 0;
    for (int i = 0; i < shell->set_count; ++i)
        if (__builtin_popcountll(shell->sets[i]) > most)
            most = __builtin_popcountll(shell->sets[i]);
    return most;
}
